import { plans } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { findList, type SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { Forbidden, NotFound } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";

/** Whose jobs the house list makes. */
export const houseOwner = "house";

/**
 * Own lists, deleted ones too, and the house list with a plan.
 * @throws Forbidden; NotFound
 */
export async function readableList(ctx: Context, id: string): Promise<SignalList> {
  const { db, actor } = ctx;
  if (id === houseList) mustHaveSignals(actor);
  const list = await findList(db.sql, id);
  if (list === null || (list.owner !== null && list.owner !== actor.owner))
    throw new NotFound(id === houseList ? "the signal engine has not run yet" : "there is no such watchlist");
  return list;
}

/** @throws Forbidden without an active signal plan */
export function mustHaveSignals({ plan }: Pick<Context["actor"], "plan">): void {
  if (!plans[plan].signals) throw new Forbidden("live signals require the Signals or Elite plan");
}
