import { PostedForm } from "#src/contract/api/posted-form.ts";
import { cookieValue } from "./cookies.ts";
import { signedToken, tokenValue } from "./signed-token.ts";

/** Carries the outcome to the next page; signed. */
const cookie = "conclave.form";
const purpose = "posted form";
/** Long enough for a slow page, short enough not to repeat. */
const seconds = 60;

/** @param path the only page that gets it @param posted `null` takes it back */
export function postedFormCookie(
  secret: string,
  { path, secure, posted }: { readonly path: string; readonly secure: boolean; readonly posted: PostedForm | null },
): string {
  const value = posted === null ? "" : signedToken(secret, purpose, JSON.stringify(posted));
  const age = posted === null ? 0 : seconds;
  return `${cookie}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** `null` for none. @param cookies the Cookie header */
export function postedFormIn(secret: string, cookies: string | null, form: string): PostedForm | null {
  const value = tokenValue(secret, purpose, cookieValue(cookies, cookie) ?? "");
  if (value === null || value === "") return null;
  const posted = PostedForm.safeParse(JSON.parse(value));
  return posted.success && posted.data.form === form ? posted.data : null;
}
