import { randomInt } from "node:crypto";
import { referralAlphabet, referralCodeLength, parseReferralCode } from "#src/contract/accounts/users.ts";
import { codeOf, insertCode, referralsBy, type Referral, insertReferral } from "./queries/referrals.ts";
import type { SystemContext } from "../context.ts";

/** One of 31^8 codes is rarely taken, never so often in a row. */
const tries = 8;

/** Made when first asked for. The account must exist. */
export async function readReferralCode(ctx: SystemContext, owner: string): Promise<string> {
  const { db, clock } = ctx;
  for (let attempt = 0; attempt < tries; attempt++) {
    const code = await codeOf(db.sql, owner);
    if (code !== null) return code;
    await insertCode(db.sql, owner, newCode(), clock.now());
  }
  throw new Error(`no free referral code in ${tries} tries`);
}

function newCode(): string {
  return Array.from({ length: referralCodeLength }, () =>
    referralAlphabet.charAt(randomInt(referralAlphabet.length)),
  ).join("");
}

export interface ReferralReport {
  readonly code: string;
  /** Where the code is followed: behind the site's own address. */
  readonly path: string;
  readonly signUps: number;
  readonly rewarded: number;
  /** All rewards, US cents. */
  readonly rewardMinor: number;
  /** Newest first, without names. */
  readonly referrals: readonly Referral[];
}

/** Makes the code where there is none. */
export async function readReferralReport(ctx: SystemContext, owner: string): Promise<ReferralReport> {
  const { db } = ctx;
  const code = await readReferralCode(ctx, owner);
  const referrals = await referralsBy(db.sql, owner);
  const rewarded = referrals.filter(({ rewardedAt }) => rewardedAt !== null);
  return {
    code,
    path: `/ref/${code}`,
    signUps: referrals.length,
    rewarded: rewarded.length,
    rewardMinor: rewarded.reduce((sum, { rewardMinor }) => sum + (rewardMinor ?? 0), 0),
    referrals,
  };
}

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
