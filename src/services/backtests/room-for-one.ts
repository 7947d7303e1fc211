import { plans } from "#src/contract/plans.ts";
import type { Tx } from "#src/db/database.ts";
import { countBacktests, lockOwner } from "#src/db/queries/backtests.ts";
import { Forbidden } from "#src/platform/errors.ts";
import type { Actor } from "../context.ts";

/**
 * Makes sure that the plan has room for one more backtest; nobody else adds one of the owner's until the transaction
 * ends.
 * @throws Forbidden
 */
export async function roomForOne(tx: Tx, { owner, plan }: Actor): Promise<{ readonly open: number }> {
  if (!(await lockOwner(tx, owner))) throw new Forbidden("backtests belong to an account: sign in");
  const { kept, open } = await countBacktests(tx, owner);
  const { name, backtests: most } = plans[plan];
  if (kept >= most) throw new Forbidden(`the plan ${name} keeps ${most} backtests: delete one to make room`);
  return { open };
}
