import type { Requested } from "#src/contract/accounts/admin.ts";
import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { refundDeposit } from "../deposits/refund-deposit.ts";
import { orRequestApproval } from "./lib/or-request-approval.ts";
import type { AdminContext } from "../context.ts";

/** @throws as refundDeposit */
export async function requestRefund(
  ctx: AdminContext,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<Requested<RefundOutcome>> {
  const { depositId } = refund;
  return orRequestApproval(ctx, { action: "refund_deposit", depositId }, () => refundDeposit(ctx, refund));
}
