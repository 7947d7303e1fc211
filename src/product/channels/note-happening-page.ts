import type { Happening } from "#src/contract/messages/channels.ts";
import { findList } from "#src/product/signals/queries/signal-lists.ts";
import type { SystemContext } from "../context.ts";
import { notePage } from "./public/note-happening.ts";

/**
 * Calling again tells nobody twice.
 * @param input `after` is the last channel; empty at first
 * @returns the last; `null` after the last page
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
