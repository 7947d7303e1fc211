import { backtestLimits } from "#src/contract/backtests/backtests.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { countBacktests } from "#src/product/backtests/queries/backtests.ts";
import { Conflict, Forbidden } from "#src/core/errors.ts";
import type { Actor } from "#src/product/context.ts";

/** The account is locked. @throws Forbidden */
export async function ensureCapacity(
  tx: Tx,
  { owner, plan }: Actor,
): Promise<Awaited<ReturnType<typeof countBacktests>>> {
  const counts = await countBacktests(tx, owner);
  const { name, backtests: most } = plans[plan];
  if (counts.kept >= most) throw new Forbidden(`the ${name} plan stores up to ${most} backtests; delete one first`);
  return counts;
}

/** A paused one is not open. @throws Conflict */
export function ensureSlot(
  { open, openWithModels }: Awaited<ReturnType<typeof countBacktests>>,
  withModels: boolean,
): void {
  if ((withModels ? openWithModels : open - openWithModels) >= backtestLimits.open)
    throw new Conflict(
      `you already have a backtest ${withModels ? "with your models " : ""}running; wait for it to finish, pause it or cancel it`,
    );
}
