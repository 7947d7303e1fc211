import type { Requested } from "#src/contract/accounts/admin.ts";
import { giveBalance } from "./give-balance.ts";
import { orRequestApproval } from "./lib/or-request-approval.ts";
import type { AdminContext } from "../context.ts";

/** Or asks a second administrator. @returns the balance, US cents. @throws as giveBalance */
export async function requestBalance(
  ctx: AdminContext,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<Requested<number>> {
  const { account, amountMinor } = gift;
  return orRequestApproval(ctx, { action: "grant_balance", account, amountMinor }, () => giveBalance(ctx, gift));
}
