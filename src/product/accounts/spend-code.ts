import { createOTP } from "@better-auth/utils/otp";
import type { SystemContext } from "../context.ts";
import type { Sql } from "#src/core/db/database.ts";

const periodMs = 30_000;
/** As Better Auth has it: clocks are not exact. */
const window = [-1, 0, 1];

/** `used` as long as it would be valid; `wrong` otherwise. */
export type CodeOutcome = "spent" | "used" | "wrong";

/**
 * Each works once, and none of an earlier step (RFC 6238, 5.2).
 * @param input `open` reads the stored secret
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

/** As Better Auth sealed it. */
async function findTotpSecret(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("two_factors").select("secret").where("user_id", "=", userId).executeTakeFirst();
  return row?.secret ?? null;
}

/** False when this or a later code was used. */
async function spendStep(db: Sql, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where((e) => e.or([e("last_step", "is", null), e("last_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
