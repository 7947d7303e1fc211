import { parseReferralCode } from "#src/contract/referrals.ts";
import { insertReferral } from "#src/db/queries/referrals.ts";
import type { SystemContext } from "../context.ts";

/**
 * Notes at sign-up by whose code an account came: the last one it followed, which is what the cookie `ref` holds.
 * Nothing happens, and nothing is said, for what is no code, one that nobody has, and one's own. Only for a new
 * account; repeating it changes nothing.
 * @param cookie the value of the cookie `ref`, as the browser sent it
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
