import type { RefundOutcome } from "#src/contract/deposits.ts";
import { insertAudit } from "#src/db/queries/deposit-reviews.ts";
import { lockDeposit } from "#src/db/queries/deposits.ts";
import { Conflict, NotFound } from "#src/platform/errors.ts";
import { mustBeAdmin, type Admin } from "../admin/recorded.ts";
import type { Context } from "../context.ts";
import { reasonOf } from "./resolve-review.ts";
import { reverseDeposit } from "./reverse-deposit.ts";

/**
 * Takes back what a deposit has put on the balance, after it was sent back to the payer by hand.
 * docs/adr/0022-refunds.md has the rule. Repeating it is a Conflict.
 * @throws Forbidden for whoever is no admin; NotFound; Conflict when there is nothing to take back; InvalidInput
 */
export async function refundDeposit(
  { db, clock }: Pick<Context, "db" | "clock">,
  by: Admin,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<RefundOutcome> {
  mustBeAdmin(by);
  const reason = reasonOf(refund.reason);
  const { depositId } = refund;
  return db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit === null) throw new NotFound(`there is no deposit ${depositId}`);
    if (deposit.creditedMinor === deposit.refundedMinor)
      throw new Conflict("nothing of this deposit is on the balance");
    const at = clock.now();
    const outcome = await reverseDeposit(tx, deposit, { actor: by.userId, at });
    const action = `refund ${outcome.reversedMinor}, owed ${outcome.owedMinor}`;
    await insertAudit(tx, { actor: by.userId, action, depositId, reviewId: null, reason, at });
    return outcome;
  });
}
