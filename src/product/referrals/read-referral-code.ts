import { randomInt } from "node:crypto";
import { referralAlphabet, referralCodeLength } from "#src/contract/accounts/referrals.ts";
import { codeOf, insertCode } from "./queries/referrals.ts";
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
