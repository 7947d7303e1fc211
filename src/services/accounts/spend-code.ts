import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt } from "better-auth/crypto";
import { findTotpSecret, spendStep } from "#src/db/queries/two-factors.ts";
import type { Context } from "../context.ts";

const periodMs = 30_000;
/** Steps before and behind the present one whose codes count, as Better Auth has it: clocks are not exact. */
const window = [-1, 0, 1];

/**
 * Spends a code of a user's authenticator: each works once, and so does none of a step before it (RFC 6238, 5.2). Of
 * two requests with one code at the same time one has it.
 * @returns false for a code that is wrong, or was used
 */
export async function spendCode(
  { db, clock }: Pick<Context, "db" | "clock">,
  key: string,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const sealed = await findTotpSecret(db.sql, userId);
  if (sealed === null) return false;
  const otp = createOTP(await symmetricDecrypt({ key, data: sealed }));
  const now = Math.floor(clock.now() / periodMs);
  for (const step of window.map((steps) => now + steps))
    if ((await otp.hotp(step)) === code && (await spendStep(db.sql, userId, step))) return true;
  return false;
}
