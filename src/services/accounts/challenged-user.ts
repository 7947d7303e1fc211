import { createHash } from "node:crypto";
import { findChallenged } from "#src/db/queries/users.ts";
import type { Context } from "../context.ts";
import { cookieOf, signedValue, type CookieKeys } from "./read-session.ts";

/** Whose second factor is asked for, by the cookie that Better Auth set after the first; `null` for nobody's. */
export async function challengedUser(
  { db, clock }: Pick<Context, "db" | "clock">,
  { secret, sessionCookie }: CookieKeys,
  cookies: string | null | undefined,
): Promise<string | null> {
  const name = sessionCookie.replace(/session_token$/, "two_factor");
  const identifier = signedValue(cookieOf(cookies, name), secret);
  if (identifier === null) return null;
  return findChallenged(db.sql, createHash("sha256").update(identifier).digest("base64url"), clock.now());
}
