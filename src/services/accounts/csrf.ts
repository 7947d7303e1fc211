import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieOf, signedValue, type CookieKeys } from "./read-session.ts";

/** Holds what the token of somebody who is not signed in is bound to. */
export const csrfCookie = "conclave.csrf";

/** What a token of these cookies is bound to: the session, so that it ends with it, else the cookie of its own. */
function bindingOf({ secret, sessionCookie }: CookieKeys, cookies: string | null | undefined): string | null {
  const session = signedValue(cookieOf(cookies, sessionCookie), secret);
  if (session !== null) return `session ${session}`;
  const own = cookieOf(cookies, csrfCookie);
  return own === null || own === "" ? null : `cookie ${own}`;
}

/** The token that goes with these cookies; `null` when there is nothing in them to bind it to. */
export function csrfToken(keys: CookieKeys, cookies: string | null | undefined): string | null {
  const binding = bindingOf(keys, cookies);
  return binding === null ? null : createHmac("sha256", keys.secret).update(`csrf ${binding}`).digest("base64url");
}

/** Whether `given`, from the header `x-csrf-token`, is the token of these cookies. */
export function csrfHolds(
  keys: CookieKeys,
  cookies: string | null | undefined,
  given: string | null | undefined,
): boolean {
  const right = csrfToken(keys, cookies);
  if (right === null || given === null || given === undefined) return false;
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
