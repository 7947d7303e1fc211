import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue } from "./cookies.ts";

/** A known browser: no mail, and no lockout by others' guesses. */
export const deviceCookie = "conclave.device";

function tag(secret: string, email: string, id: string): string {
  return createHmac("sha256", secret).update(`device ${email.toLowerCase()} ${id}`).digest("base64url");
}

/** The cookie's value for a browser. @param id random, from its maker */
export function deviceFor(secret: string, email: string, id: string): string {
  return `${id}.${tag(secret, email, id)}`;
}

/** The browser's id where the account was signed in before, else `null`. */
export function knownDevice(secret: string, email: string, cookies: string | null | undefined): string | null {
  const [id = "", given = ""] = cookieValue(cookies, deviceCookie)?.split(".") ?? [];
  if (!/^[\w-]{20,40}$/.test(id)) return null;
  const [a, b] = [Buffer.from(tag(secret, email, id)), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b) ? id : null;
}
