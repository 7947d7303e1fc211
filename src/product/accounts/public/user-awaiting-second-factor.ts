import { createHash } from "node:crypto";
import { findChallenged } from "#src/product/accounts/queries/users.ts";
import type { SystemContext } from "#src/product/context.ts";
import { signedCookie, type CookieKeys } from "./cookies.ts";

/** By Better Auth's cookie after the first factor; `null` for nobody. */
export async function userAwaitingSecondFactor(
  ctx: SystemContext,
  { secret, challengeCookie }: CookieKeys,
  cookies: string | null | undefined,
): Promise<string | null> {
  const { db, clock } = ctx;
  const identifier = await signedCookie(cookies, challengeCookie, secret);
  if (identifier === null) return null;
  return findChallenged(db.sql, createHash("sha256").update(identifier).digest("base64url"), clock.now());
}
