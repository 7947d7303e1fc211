import { createHmac, timingSafeEqual } from "node:crypto";

function tag(secret: string, purpose: string, value: string): string {
  return createHmac("sha256", secret).update(`${purpose} ${value}`).digest("base64url");
}

/** For one purpose; signed, not hidden. */
export function signedToken(secret: string, purpose: string, value: string): string {
  return `${Buffer.from(value).toString("base64url")}.${tag(secret, purpose, value)}`;
}

/** The value of a token that we made for this purpose, else `null`. */
export function tokenValue(secret: string, purpose: string, token: string): string | null {
  const [text = "", given = "", ...more] = token.split(".");
  if (more.length > 0) return null;
  const value = Buffer.from(text, "base64url").toString();
  const [a, b] = [Buffer.from(tag(secret, purpose, value)), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b) ? value : null;
}
