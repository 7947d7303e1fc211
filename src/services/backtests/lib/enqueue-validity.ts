import type { Tx } from "#src/db/database.ts";
import { queueValidity } from "#src/db/queries/validity.ts";
import type { Instant } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import type { SystemContext } from "../../context.ts";

/** Puts the validity report of a backtest into the queue: its row and its place. Nothing happens while one is under way. */
export async function enqueueValidity(
  tx: Tx,
  queue: SystemContext["queue"],
  backtest: string,
  at: Instant,
): Promise<void> {
  const job = newId("val");
  if (await queueValidity(tx, { backtest, job }, at)) await queue.enqueueValidity(tx, job);
}
