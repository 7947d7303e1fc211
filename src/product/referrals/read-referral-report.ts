import { referralsBy, type Referral } from "./queries/referrals.ts";
import { readReferralCode } from "./read-referral-code.ts";
import type { SystemContext } from "../context.ts";

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
