import type { Happening } from "#src/contract/channels.ts";
import type { SystemContext } from "../context.ts";
import { notePage } from "./lib/note-happening.ts";

/**
 * Has a page of those who follow the house list told of what happened on it. Calling again tells nobody twice.
 * @param input `after` is the last channel that was dealt with; empty for the first page
 * @returns the last of this page; `null` when it was the last page
 */
export async function noteHappeningPage(
  ctx: SystemContext,
  input: { readonly list: string; readonly once: string; readonly happening: Happening; readonly after: string },
): Promise<string | null> {
  const { db, clock } = ctx;
  const { list, ...rest } = input;
  return db.transaction((tx) => notePage(tx, { ...rest, where: { owner: null, list }, at: clock.now() }));
}
