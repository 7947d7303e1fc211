import { cookieValue } from "./cookies.ts";

/** Holds the token of a mailed link to choose a new password: in the address it would stay in the history. */
const cookie = "conclave.reset";
const token = /^[\w-]{1,200}$/;

/** A Set-Cookie header. @param value of `isResetToken` @param maxAge seconds; 0 takes it back */
export function resetTokenCookie(
  value: string,
  { secure, maxAge = 3600 }: { readonly secure: boolean; readonly maxAge?: number },
): string {
  return `${cookie}=${value}; Path=/reset; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function isResetToken(given: string): boolean {
  return token.test(given);
}

/** The token that the last mailed link brought, for an hour. @param cookies the Cookie header */
export function resetTokenIn(cookies: string | null): string | null {
  const value = cookieValue(cookies, cookie);
  return value !== null && token.test(value) ? value : null;
}
