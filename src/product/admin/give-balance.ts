import { formatUsd } from "#src/contract/accounts/money.ts";
import { grantBalance } from "../plans/grant-balance.ts";
import { actorOf, recordingDatabase } from "./public/admin-actions.ts";
import type { AdminContext, Authority } from "../context.ts";

/** @returns the balance, US cents. @throws as admin-actions.ts; InvalidInput; NotFound */
export async function giveBalance(
  ctx: AdminContext<Authority>,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<number> {
  const { by } = ctx;
  const { account, amountMinor, reason } = gift;
  const what = `gave ${formatUsd(amountMinor)}`;
  const noted = recordingDatabase(ctx, { by, account, action: "grant_balance", what, reason, amountMinor });
  const reference = "request" in by ? by.request : null;
  return grantBalance({ ...ctx, db: noted }, { owner: account, amountMinor, reason, actor: actorOf(by), reference });
}
