import { createInternalContext, parseCookies } from "better-call";
import { recentValues } from "#src/core/db/lookup.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { PostedForm } from "#src/contract/accounts/form-outcomes.ts";

/** What signs cookies, and Better Auth's names for them. */
export interface CookieKeys {
  readonly secret: string;
  readonly sessionCookie: string;
  /** Held by a browser whose second factor is asked for. */
  readonly challengeCookie: string;
}

type Header = string | null | undefined;

/** Better Auth's parser: of several with one name the first counts. */
function cookieValue(header: Header, name: string): string | null {
  return header === null || header === undefined ? null : (parseCookies(header).get(name) ?? null);
}

/** Read by Better Auth's own parser (docs/adr/0024); `null` unless the signature holds. */
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

/** Remembers checked headers: a signature takes 0.2 ms, and browsers repeat the header. */
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

/** Carries the outcome to the next page; signed. */
const cookie = "conclave.form";
const formPurpose = "posted form";
/** Long enough for a slow page, short enough not to repeat. */
const seconds = 60;

/** @param path the only page that gets it @param posted `null` takes it back */
export function postedFormCookie(
  secret: string,
  { path, secure, posted }: { readonly path: string; readonly secure: boolean; readonly posted: PostedForm | null },
): string {
  const value = posted === null ? "" : signedToken(secret, formPurpose, JSON.stringify(posted));
  const age = posted === null ? 0 : seconds;
  return `${cookie}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** `null` for none. @param cookies the Cookie header */
export function postedFormIn(secret: string, cookies: string | null, form: string): PostedForm | null {
  const value = tokenValue(secret, formPurpose, cookieValue(cookies, cookie) ?? "");
  if (value === null || value === "") return null;
  const posted = PostedForm.safeParse(JSON.parse(value));
  return posted.success && posted.data.form === form ? posted.data : null;
}

/** A known browser: no mail, and no lockout by others' guesses. */
export const deviceCookie = "conclave.device";

function deviceTag(secret: string, email: string, id: string): string {
  return createHmac("sha256", secret).update(`device ${email.toLowerCase()} ${id}`).digest("base64url");
}

/** The cookie's value for a browser. @param id random, from its maker */
export function deviceFor(secret: string, email: string, id: string): string {
  return `${id}.${deviceTag(secret, email, id)}`;
}

/** The browser's id where the account was signed in before, else `null`. */
export function knownDevice(secret: string, email: string, cookies: string | null | undefined): string | null {
  const [id = "", given = ""] = cookieValue(cookies, deviceCookie)?.split(".") ?? [];
  if (!/^[\w-]{20,40}$/.test(id)) return null;
  const [a, b] = [Buffer.from(deviceTag(secret, email, id)), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b) ? id : null;
}

/** In a cookie: in an address it would stay in the history. */
const resetCookie = "conclave.reset";
const tokenForm = /^[\w-]{1,200}$/;

/** @param value of `isResetToken` @param maxAge seconds; 0 takes it back */
export function resetTokenCookie(
  value: string,
  { secure, maxAge = 3600 }: { readonly secure: boolean; readonly maxAge?: number },
): string {
  return `${resetCookie}=${value}; Path=/reset; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function isResetToken(given: string): boolean {
  return tokenForm.test(given);
}

/** For an hour. @param cookies the Cookie header */
export function resetTokenIn(cookies: string | null): string | null {
  const value = cookieValue(cookies, resetCookie);
  return value !== null && tokenForm.test(value) ? value : null;
}

export const addressChangePurpose = "change address";

/** `old` is mailed to the present address, `new` to the new one. */
type Step = "old" | "new";

export function addressChangeUrl(
  { secret }: { readonly secret: string },
  origin: string,
  { step, changeId }: { readonly step: Step; readonly changeId: string },
): string {
  return `${origin}/api/auth/change-email?token=${signedToken(secret, addressChangePurpose, `${step} ${changeId}`)}`;
}

/** How long both links work, together. */
export const addressChangeMs = 24 * 60 * 60 * 1000;
