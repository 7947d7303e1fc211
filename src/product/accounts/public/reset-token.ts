import { cookieValue } from "./cookies.ts";

/** In a cookie: in an address it would stay in the history. */
const cookie = "conclave.reset";
const token = /^[\w-]{1,200}$/;

/** @param value of `isResetToken` @param maxAge seconds; 0 takes it back */
export function resetTokenCookie(
  value: string,
  { secure, maxAge = 3600 }: { readonly secure: boolean; readonly maxAge?: number },
): string {
  return `${cookie}=${value}; Path=/reset; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function isResetToken(given: string): boolean {
  return token.test(given);
}

/** For an hour. @param cookies the Cookie header */
export function resetTokenIn(cookies: string | null): string | null {
  const value = cookieValue(cookies, cookie);
  return value !== null && token.test(value) ? value : null;
}
