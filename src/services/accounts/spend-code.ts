import { createOTP } from "@better-auth/utils/otp";
import { findTotpSecret, spendStep } from "#src/db/queries/two-factors.ts";
import type { SystemContext } from "../context.ts";

const periodMs = 30_000;
/** Steps before and behind the present one whose codes count, as Better Auth has it: clocks are not exact. */
const window = [-1, 0, 1];

/** Whether a code may be used: `spent` once, then `used` for as long as it would be valid; `wrong` otherwise. */
export type CodeOutcome = "spent" | "used" | "wrong";

/**
 * Spends a code of a user's authenticator: each works once, and so does none of a step before it (RFC 6238, 5.2). Of
 * two requests with one code at the same time one has it.
 * @param input `open` reads the authenticator's secret as it is stored
 */
export async function spendCode(
  ctx: SystemContext,
  {
    open,
    userId,
    code,
  }: {
    readonly open: (stored: string) => Promise<string>;
    readonly userId: string;
    readonly code: string;
  },
): Promise<CodeOutcome> {
  const { db, clock } = ctx;
  const sealed = await findTotpSecret(db.sql, userId);
  if (sealed === null) return "wrong";
  const otp = createOTP(await open(sealed));
  const now = Math.floor(clock.now() / periodMs);
  let outcome: CodeOutcome = "wrong";
  for (const step of window.map((steps) => now + steps)) {
    if ((await otp.hotp(step)) !== code) continue;
    if (await spendStep(db.sql, userId, step)) return "spent";
    outcome = "used";
  }
  return outcome;
}
