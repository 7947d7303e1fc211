import { createHmac, timingSafeEqual } from "node:crypto";
import { findSession, findSessions, type HeldSession } from "#src/db/queries/sessions.ts";
import type { Context } from "../context.ts";

/** What cookies are signed with, and what the session's is called. */
export interface CookieKeys {
  readonly secret: string;
  readonly sessionCookie: string;
}

/** The value of a cookie in a `Cookie` header; the first of that name counts. */
export function cookieOf(header: string | null | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** What a cookie of Better Auth's form, `value.signature`, says; `null` unless we signed it. */
export function signedValue(cookie: string | null, secret: string): string | null {
  if (cookie === null) return null;
  let text: string;
  try {
    text = decodeURIComponent(cookie);
  } catch {
    return null;
  }
  const at = text.lastIndexOf(".");
  if (at < 1) return null;
  const value = text.slice(0, at);
  const right = createHmac("sha256", secret).update(value).digest();
  const given = Buffer.from(text.slice(at + 1), "base64");
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}

/**
 * Who is signed in, by the `Cookie` header: one query, so that a session that was revoked ends with the next request.
 * Does not prolong it: GET /api/auth/session does.
 */
export async function readSession(
  { db, clock }: Pick<Context, "db" | "clock">,
  keys: CookieKeys,
  cookies: string | null | undefined,
): Promise<HeldSession | null> {
  const token = sessionToken(keys, cookies);
  return token === null ? null : findSession(db.sql, token, clock.now());
}

/** By which a session is known, from the `Cookie` header; `null` unless we signed it. */
export function sessionToken({ secret, sessionCookie }: CookieKeys, cookies: string | null | undefined): string | null {
  return signedValue(cookieOf(cookies, sessionCookie), secret);
}

/** Of some tokens those whose sessions hold now, in one query. */
export async function readSessions(
  { db, clock }: Pick<Context, "db" | "clock">,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, HeldSession>> {
  return findSessions(db.sql, tokens, clock.now());
}
