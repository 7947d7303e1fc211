import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { insertAudit } from "./queries/deposit-reviews.ts";
import { lockDeposit } from "./queries/deposits.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { actorOf, requireFreshAdmin, recordAction } from "../admin/public/admin-actions.ts";
import type { AdminContext, Authority } from "../context.ts";
import { reasonOf } from "./public/resolve.ts";
import { reverseDeposit } from "./lib/reverse-deposit.ts";

/**
 * After the money was sent back by hand (docs/adr/0021).
 * @throws as requireFreshAdmin; SecondAdminRequired; NotFound; Conflict with nothing to take back; InvalidInput
 */
export async function refundDeposit(
  ctx: AdminContext<Authority>,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<RefundOutcome> {
  const { db, clock, by } = ctx;
  requireFreshAdmin(by, clock);
  const reason = reasonOf(refund.reason);
  const { depositId } = refund;
  return db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit === null) throw new NotFound(`there is no deposit ${depositId}`);
    if (deposit.creditedMinor === deposit.refundedMinor) throw new Conflict("this deposit has not been credited");
    const at = clock.now();
    const outcome = await reverseDeposit(tx, deposit, { actor: actorOf(by), at });
    const action = `refund ${outcome.reversedMinor}, owed ${outcome.owedMinor}`;
    await insertAudit(tx, { actor: actorOf(by), action, depositId, reviewId: null, reason, at });
    const amountMinor = outcome.reversedMinor;
    const what = `reversed ${formatUsd(amountMinor)} of deposit ${depositId}`;
    await recordAction(tx, clock, { by, account: deposit.owner, action: "refund_deposit", what, reason, amountMinor });
    return outcome;
  });
}
