import { PostedForm } from "#src/contract/posted-form.ts";
import { cookieValue } from "./cookies.ts";
import { signedToken, tokenValue } from "./signed-token.ts";

/** Carries a PostedForm from the answer to a form to the page that is loaded next; signed, so that nobody else speaks through it. */
const cookie = "conclave.form";
const purpose = "posted form";
/** Long enough for a slow connection to load the page, short enough not to speak twice. */
const seconds = 60;

/** A Set-Cookie header. @param path of the page, the only one that gets it @param posted `null` takes it back */
export function postedFormCookie(
  secret: string,
  { path, secure, posted }: { readonly path: string; readonly secure: boolean; readonly posted: PostedForm | null },
): string {
  const value = posted === null ? "" : signedToken(secret, purpose, JSON.stringify(posted));
  const age = posted === null ? 0 : seconds;
  return `${cookie}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** What a form sent to `form` came to a moment ago; `null` for none. @param cookies the Cookie header */
export function postedFormIn(secret: string, cookies: string | null, form: string): PostedForm | null {
  const value = tokenValue(secret, purpose, cookieValue(cookies, cookie) ?? "");
  if (value === null || value === "") return null;
  const posted = PostedForm.safeParse(JSON.parse(value));
  return posted.success && posted.data.form === form ? posted.data : null;
}
