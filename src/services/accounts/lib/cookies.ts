import { createInternalContext, parseCookies } from "better-call";
import { recentValues } from "#src/db/recent-values.ts";

/** What cookies are signed with, and what those of Better Auth are called here. */
export interface CookieKeys {
  readonly secret: string;
  readonly sessionCookie: string;
  /** Held by a browser whose second factor is asked for. */
  readonly challengeCookie: string;
}

type Header = string | null | undefined;

/** A cookie that nobody signed, by the parser that Better Auth's endpoints use: of several with one name the first counts. */
export function cookieValue(header: Header, name: string): string | null {
  return header === null || header === undefined ? null : (parseCookies(header).get(name) ?? null);
}

/**
 * What a cookie says that Better Auth signed, read by the code that its own endpoints read it with (docs/adr/0024);
 * `null` unless the signature holds.
 */
export async function signedCookie(header: Header, name: string, secret: string): Promise<string | null> {
  if (header === null || header === undefined) return null;
  const { getSignedCookie } = await createInternalContext(
    { headers: new Headers({ cookie: header }) },
    { options: { method: "GET" } },
  );
  const value = await getSignedCookie(name, secret);
  return typeof value === "string" ? value : null;
}

/** Of headers and tokens that are remembered, in characters. */
const mostRemembered = 4_000_000;

/**
 * Reads by which token a session is known. A header that held is remembered, as the answer can never be another: a
 * signature takes a fifth of a millisecond to check, and a browser sends the same header again and again.
 */
export function createTokenReader({ secret, sessionCookie }: CookieKeys): (header: Header) => Promise<string | null> {
  const known = recentValues<{ readonly token: string; readonly size: number }>(mostRemembered, ({ size }) => size);
  return async (header) => {
    if (header === null || header === undefined) return null;
    const before = known.get(header);
    if (before !== undefined) return before.token;
    const token = await signedCookie(header, sessionCookie, secret);
    if (token !== null) known.set(header, { token, size: header.length + token.length });
    return token;
  };
}
