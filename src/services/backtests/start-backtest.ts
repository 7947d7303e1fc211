import { plans } from "#src/contract/plans.ts";
import { backtestLimits } from "#src/contract/backtests.ts";
import { insertQueued } from "#src/db/queries/backtests.ts";
import { Conflict, Forbidden } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { Context } from "../context.ts";
import type { ReadOrder } from "./desk.ts";
import { roomForOne } from "./room-for-one.ts";

/**
 * Puts a backtest into the queue: its row and its place, both or none.
 * @returns its id
 * @throws Forbidden for more decisions, or one backtest more, than the plan has; Conflict while another one is open
 */
export async function startBacktest(
  { db, queue, actor, clock }: Pick<Context, "db" | "queue" | "actor" | "clock">,
  { asked, decisions }: Pick<Extract<ReadOrder, { ok: true }>, "asked" | "decisions">,
): Promise<string> {
  const { name, backtestDecisions: most } = plans[actor.plan];
  if (decisions > most)
    throw new Forbidden(
      `that is ${decisions} decisions, and the plan ${name} has ${most} in one backtest: take fewer symbols, a shorter time or more sessions in between`,
    );
  const id = newId("bt");
  await db.transaction(async (tx) => {
    const { open } = await roomForOne(tx, actor);
    if (open >= backtestLimits.open)
      throw new Conflict("a backtest of yours is under way: wait for its end, or cancel it");
    await insertQueued(tx, { id, owner: actor.owner, asked, total: decisions }, clock.now());
    await queue.enqueueBacktest(tx, id);
  });
  return id;
}
