import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { activeLists, type SignalList } from "./queries/signal-lists.ts";
import type { Instant } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";

/** The house list, and the oldest of everybody's as plans allow. */
export async function listRunnableLists(ctx: SystemContext, now: Instant): Promise<SignalList[]> {
  const { db } = ctx;
  const taken = new Map<string, number>();
  const runnable: SignalList[] = [];
  for (const { list, held } of await activeLists(db.sql)) {
    const before = taken.get(list.owner ?? "") ?? 0;
    if (list.owner !== null && (held === null || before >= entitlementsAt(held, now).watchlists)) continue;
    if (list.owner !== null) taken.set(list.owner, before + 1);
    runnable.push(list);
  }
  return runnable;
}
