import { verifyPassword } from "better-auth/crypto";
import { passwordLength } from "#src/contract/users.ts";
import { findPasswordHash } from "#src/db/queries/users.ts";
import type { Instant } from "#src/platform/clock.ts";
import { Forbidden, Unauthorized } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import type { Auth } from "./auth.ts";

/** Somebody without a password proves who they are by having signed in this long ago at most. */
export const freshMs = 10 * 60 * 1000;

export function isFresh(signedInAt: Instant, now: Instant): boolean {
  return now - signedInAt <= freshMs;
}

/**
 * Before something that cannot be taken back: the password, or for somebody who has none a session that is fresh.
 * @throws Forbidden for a wrong password; Unauthorized when they must sign in again; RateLimited after too many guesses
 */
export async function confirmIdentity(
  { db, clock }: Pick<Context, "db" | "clock">,
  { limits }: Pick<Auth, "limits">,
  {
    userId,
    signedInAt,
    password,
  }: { readonly userId: string; readonly signedInAt: Instant; readonly password: string },
): Promise<void> {
  const hash = await findPasswordHash(db.sql, userId);
  if (hash === null) {
    if (!isFresh(signedInAt, clock.now())) throw new Unauthorized("sign in again, and then do this within ten minutes");
    return;
  }
  const key = `session of ${userId}`;
  await limits.take("password", key);
  if (password.length > passwordLength.max || !(await verifyPassword({ hash, password })))
    throw new Forbidden("the password is wrong");
  await limits.forget("password", key);
}
