import { removeBacktest } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** Removes a backtest and its result for good; one under way is stopped. @throws NotFound for an unknown or foreign id */
export async function deleteBacktest(
  { db, queue, actor }: Pick<Context, "db" | "queue" | "actor">,
  id: string,
): Promise<void> {
  if (!(await removeBacktest(db.sql, id, actor.owner))) throw new NotFound("there is no such backtest");
  await queue.cancel(id);
}
