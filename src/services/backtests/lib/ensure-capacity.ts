import { plans } from "#src/contract/plans.ts";
import type { Tx } from "#src/db/database.ts";
import { countBacktests } from "#src/db/queries/backtests.ts";
import { lockPlanHolder } from "#src/db/queries/plans.ts";
import { ensureAccount } from "#src/db/queries/signal-lists.ts";
import type { Instant } from "#src/platform/clock.ts";
import { Forbidden } from "#src/platform/errors.ts";
import type { Actor } from "../../context.ts";

/**
 * Takes the owner's account, which is made where there is none: nobody else adds a backtest of theirs until the
 * transaction ends.
 */
export async function lockBacktests(tx: Tx, { owner, plan }: Actor, at: Instant): Promise<void> {
  await ensureAccount(tx, { id: owner, plan }, at);
  await lockPlanHolder(tx, owner);
}

/** Makes sure that the plan has room for one more backtest of an owner whose account is locked. @throws Forbidden */
export async function ensureCapacity(
  tx: Tx,
  { owner, plan }: Actor,
): Promise<Awaited<ReturnType<typeof countBacktests>>> {
  const counts = await countBacktests(tx, owner);
  const { name, backtests: most } = plans[plan];
  if (counts.kept >= most) throw new Forbidden(`the ${name} plan stores up to ${most} backtests; delete one first`);
  return counts;
}
