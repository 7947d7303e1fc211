import type { Happening } from "#src/contract/channels.ts";
import { findList } from "#src/db/queries/signal-lists.ts";
import type { SystemContext } from "../context.ts";
import { notePage } from "./lib/note-happening.ts";

/**
 * Has a page of the channels that follow a list told of what happened on it. Calling again tells none twice.
 * @param input `after` is the last channel that was dealt with; empty for the first page
 * @returns the last of this page; `null` when it was the last page
 */
export async function noteHappeningPage(
  ctx: SystemContext,
  input: { readonly list: string; readonly once: string; readonly happening: Happening; readonly after: string },
): Promise<string | null> {
  const { db, clock } = ctx;
  const { list, ...rest } = input;
  const found = await findList(db.sql, list);
  if (found === null) return null;
  return db.transaction((tx) => notePage(tx, { ...rest, where: { owner: found.owner, list }, at: clock.now() }));
}
