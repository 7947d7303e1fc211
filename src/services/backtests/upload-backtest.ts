import { insertBrought } from "#src/db/queries/backtests.ts";
import { newId } from "#src/platform/ids.ts";
import type { Context } from "../context.ts";
import { readBrought } from "./read-brought.ts";
import { roomForOne } from "./room-for-one.ts";
import { summaryOf } from "./summary-of.ts";

/**
 * Keeps a `result.json` that somebody brought, marked as made elsewhere.
 * @returns its id
 * @throws InvalidInput for a file that cannot be read; Forbidden for one more than the plan keeps
 */
export async function uploadBacktest(
  { db, actor, clock }: Pick<Context, "db" | "actor" | "clock">,
  file: Uint8Array,
): Promise<string> {
  const brought = readBrought(file);
  const id = newId("bt");
  await db.transaction(async (tx) => {
    await roomForOne(tx, actor);
    await insertBrought(tx, { id, owner: actor.owner, summary: summaryOf(brought.result), ...brought }, clock.now());
  });
  return id;
}
