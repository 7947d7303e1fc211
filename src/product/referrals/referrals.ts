import { randomInt } from "node:crypto";
import { parseReferralCode, referralAlphabet, referralCodeLength } from "#src/contract/accounts/users.ts";
import {
  type Referral,
  codeOf,
  insertCode,
  insertReferral,
  lockUnrewarded,
  referralsBy,
  rewardOf,
  setRewarded,
} from "./queries/referrals.ts";
import type { SystemContext } from "../context.ts";
import { referral } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/ledger.ts";
import { type MailQueue, notifyOwner } from "#src/product/mail/public/mailer.ts";
import { standingDepositsOf } from "#src/product/deposits/queries/deposits.ts";
import { balanceOf } from "#src/product/ledger/queries/ledger.ts";

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

/**
 * Once, in the transaction of the first payment (docs/adr/0022).
 * @param payment `paidMinor` from the balance, US cents, above 0
 */
export async function rewardReferrer(
  tx: Tx,
  queue: MailQueue,
  { referred, paidMinor, at }: { readonly referred: string; readonly paidMinor: number; readonly at: Instant },
): Promise<void> {
  const due = await lockUnrewarded(tx, referred);
  if (due === null) return;
  const minor = Math.floor((paidMinor * referral.rewardPercent) / 100);
  const transfer =
    minor === 0
      ? null
      : await postTransfer(tx, {
          kind: "referral_reward",
          reference: referred,
          memo: "First plan of a referral",
          actor: "system",
          at,
          entries: [
            { party: { operator: "referrals" }, amountMinor: -minor },
            { party: { customer: due.referrer }, amountMinor: minor },
          ],
        });
  await setRewarded(tx, referred, { minor, transfer: transfer?.id ?? null, at });
  if (minor > 0)
    await notifyOwner(tx, queue, { kind: "referral_rewarded", userId: due.referrer, once: referred, minor });
}

/**
 * Takes the referrer's reward back when nothing that the referred account paid in is left, as far as the referrer's
 * balance reaches; the operator bears the rest. In the transaction that ends the account's plan, which holds the ledger
 * accounts of both. docs/adr/0021, docs/adr/0022
 */
export async function reverseReward(
  tx: Tx,
  { referred, at }: { readonly referred: string; readonly at: Instant },
): Promise<void> {
  const reward = await rewardOf(tx.sql, referred);
  // The deposit that is taken back just now is one of them.
  if (reward === null || reward.reversed || (await standingDepositsOf(tx.sql, referred)) > 1) return;
  const minor = Math.min(reward.minor, (await balanceOf(tx.sql, reward.referrer)) ?? 0);
  if (minor === 0) return;
  await postTransfer(tx, {
    kind: "referral_reversal",
    reference: referred,
    memo: "Referral payment reversed",
    actor: "system",
    at,
    entries: [
      { party: { customer: reward.referrer }, amountMinor: -minor },
      { party: { operator: "referrals" }, amountMinor: minor },
    ],
  });
}
