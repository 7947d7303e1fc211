import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue, signedCookie, type CookieKeys } from "./cookies.ts";

/** What a token is bound to while nobody is signed in. */
export const csrfCookie = "conclave.csrf";

/** The session, else the cookie. */
async function bindingOf(
  { secret, sessionCookie }: CookieKeys,
  cookies: string | null | undefined,
): Promise<string | null> {
  const session = await signedCookie(cookies, sessionCookie, secret);
  if (session !== null) return `session ${session}`;
  const own = cookieValue(cookies, csrfCookie);
  return own === null || own === "" ? null : `cookie ${own}`;
}

/** `null` when nothing can bind it. */
export async function csrfToken(keys: CookieKeys, cookies: string | null | undefined): Promise<string | null> {
  const binding = await bindingOf(keys, cookies);
  return binding === null ? null : createHmac("sha256", keys.secret).update(`csrf ${binding}`).digest("base64url");
}

/** Whether `given`, from the header `x-csrf-token`, is the token of these cookies. */
export async function csrfHolds(
  keys: CookieKeys,
  cookies: string | null | undefined,
  given: string | null | undefined,
): Promise<boolean> {
  const right = await csrfToken(keys, cookies);
  if (right === null || given === null || given === undefined) return false;
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
