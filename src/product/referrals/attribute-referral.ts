import { parseReferralCode } from "#src/contract/accounts/referrals.ts";
import { insertReferral } from "./queries/referrals.ts";
import type { SystemContext } from "../context.ts";

/**
 * At sign-up, by the last code followed. Silent for unknown and own codes. Repeatable.
 * @param cookie value of `ref`
 * @returns whether it counts
 */
export async function attributeReferral(
  ctx: SystemContext,
  { account, cookie }: { readonly account: string; readonly cookie: string | null },
): Promise<boolean> {
  const { db, clock } = ctx;
  const parsed = parseReferralCode(cookie ?? "");
  return parsed.ok && insertReferral(db.sql, account, parsed.code, clock.now());
}
