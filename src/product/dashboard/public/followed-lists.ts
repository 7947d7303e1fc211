import { plans } from "#src/contract/accounts/plans.ts";
import { houseList, type ListInstrument } from "#src/contract/signals/signals.ts";
import { findList, listsOf, type SignalList } from "#src/product/signals/queries/signal-lists.ts";
import type { Context } from "#src/product/context.ts";

export interface FollowedLists {
  /** The actor's own, oldest first, as many as their plan runs. */
  readonly own: readonly SignalList[];
  /** Where the plan has its signals. */
  readonly house: SignalList | null;
}

export async function followedLists({ db, actor }: Context): Promise<FollowedLists> {
  const plan = plans[actor.plan];
  const [own, house] = await Promise.all([
    listsOf(db.sql, actor.owner),
    plan.signals ? findList(db.sql, houseList) : null,
  ]);
  return { own: own.slice(0, plan.watchlists), house };
}

/** A list's instruments as what asks for them wants them. */
export function wantedOf(lists: readonly SignalList[]): (ListInstrument & { readonly list: string })[] {
  return lists.flatMap(({ id, instruments }) => instruments.map((instrument) => ({ ...instrument, list: id })));
}
