import { z } from "zod";
import type { AccountChange } from "#src/contract/messages/mails.ts";
import { Revocable, consentPage } from "#src/contract/accounts/credentials.ts";
import { type SignInSession, setConfirmed } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { revokeAccess, revokeOtherSignInSessions } from "#src/product/accounts/sign-in-sessions.ts";
import { readConnectionRequest } from "#src/product/connections/connections.ts";
import { keepPasskey } from "#src/product/accounts/identity.ts";
import { notifyAccountChange } from "#src/product/accounts/profile.ts";
import type { AuthCall, AuthTools } from "./auth-paths.ts";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { ownPath } from "#src/product/accounts/public/auth-settings.ts";
import { postedFormCookie } from "#src/product/accounts/public/signed-requests.ts";
import { BadRequest } from "../problems.ts";
import { readBytes } from "../bodies/read-body.ts";
import { provenance } from "../protection/gate.ts";
import type { RequestContext } from "../answers.ts";

const changes: Readonly<Record<string, AccountChange>> = {
  "/two-factor/disable": "two_factor_off",
  "/two-factor/generate-backup-codes": "backup_codes",
  "/passkey/verify-registration": "passkey_added",
  "/passkey/delete-passkey": "passkey_removed",
  "/unlink-account": "provider_unlinked",
};

/** What its owner wants to keep when they recover an account. */
export function keptAccess({ body }: Pick<AuthCall, "body">): readonly Revocable[] {
  return z.array(Revocable).default([]).parse(body["keep"]);
}

/**
 * Ends other ways in and tells the owner, after a change by Better Auth.
 * @param now the browser's new session, where the answer gave it one
 */
export async function followChange(
  tools: AuthTools,
  call: AuthCall,
  { before, now, text }: { readonly before: SignInSession; readonly now: SignInSession | null; readonly text: string },
): Promise<void> {
  const { template, origin } = call;
  const { userId } = before;
  const at = tools.clock.now();
  const sessionId = (now ?? before).sessionId;
  switch (template) {
    case "/change-password":
      await revokeAccess(tools, { userId, sessionId, keep: keptAccess(call), origin, change: "password" });
      return;
    case "/two-factor/verify-totp":
    case "/two-factor/verify-backup-code":
      // A factor proves who they are only if they had it before.
      if (before.twoFactor) return setConfirmed(tools.db.sql, sessionId, at);
      await revokeOtherSignInSessions(tools, { userId, sessionId });
      return notifyAccountChange(tools, { kind: "account_changed", userId, origin, at, change: "two_factor_on" });
    case "/passkey/verify-registration": {
      const { id } = z.object({ id: z.string() }).parse(JSON.parse(text));
      await keepPasskey(tools, { ...before, id });
      break;
    }
    case "/oauth2/consent": {
      const asked = await readConnectionRequest(tools, new URLSearchParams(String(call.body["oauth_query"])));
      if (call.body["accept"] !== true || asked === null) return;
      const subject = asked.name;
      return notifyAccountChange(tools, {
        kind: "account_changed",
        userId,
        origin,
        at,
        change: "app_connected",
        subject,
      });
    }
    default:
  }
  const change = changes[template];
  if (change !== undefined) await notifyAccountChange(tools, { kind: "account_changed", userId, origin, at, change });
}

/** A form that a browser sends without a script. */
export interface AuthForm {
  readonly page: string;
  /** What of it is no secret, to be typed only once. */
  readonly keeps: readonly string[];
  /** Where it leads when it worked: a page that says so (`says`), or another one. */
  readonly leads: (next: Next, answer: unknown) => { readonly to: string; readonly says?: true };
}

interface Next {
  /** Where somebody wanted to go. */
  readonly path: string;
  /** As a query for a page on the way, with its question mark. */
  readonly query: string;
}

/** Back to the program that asked. */
const Led = z.object({ url: z.string() });
const SecondFactor = z.object({ twoFactorRedirect: z.literal(true) });
const signedIn: AuthForm["leads"] = ({ path }) => ({ to: path });
const sameAgain =
  (page: string): AuthForm["leads"] =>
  ({ query }) => ({ to: `${page}${query}`, says: true });

const authForms: Readonly<Record<string, AuthForm>> = {
  "/sign-in/email": {
    page: "/sign-in",
    keeps: ["email"],
    leads: ({ path, query }, answer) => ({
      to: SecondFactor.safeParse(answer).success ? `/two-factor${query}` : path,
    }),
  },
  "/sign-up/email": {
    page: "/sign-up",
    keeps: ["name", "email"],
    leads: ({ query }) => ({ to: `/verify${query}`, says: true }),
  },
  "/send-verification-email": { page: "/verify", keeps: ["email"], leads: sameAgain("/verify") },
  "/sign-in/magic-link": { page: "/magic-link", keeps: ["email"], leads: sameAgain("/magic-link") },
  "/request-password-reset": { page: "/forgot", keeps: ["email"], leads: sameAgain("/forgot") },
  "/reset-password": { page: "/reset", keeps: [], leads: () => ({ to: "/sign-in?notice=reset" }) },
  "/two-factor/verify-totp": { page: "/two-factor", keeps: [], leads: signedIn },
  "/two-factor/verify-backup-code": { page: "/two-factor", keeps: [], leads: signedIn },
  "/change-password": { page: "/settings/security", keeps: [], leads: sameAgain("/settings/security") },
  "/oauth2/consent": { page: consentPage, keeps: [], leads: (_next, answer) => ({ to: Led.parse(answer).url }) },
  "/change-email": { page: "/settings", keeps: ["newEmail"], leads: sameAgain("/settings") },
};

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const longestKept = 254;

export type AuthFormFields = Readonly<Record<string, unknown>>;

/** The path's form, if a browser navigates with it. Scripts send JSON instead. */
export function authFormOf({ req, env }: RequestContext, template: string): AuthForm | null {
  const { "content-type": type = "", "sec-fetch-mode": mode } = env.incoming.headers;
  const navigates = mode === undefined || mode === "navigate";
  return req.method === "POST" && navigates && formType.test(type) ? (authForms[template] ?? null) : null;
}

/** @throws BadRequest 403 unless a page of ours sends it; 413 */
export async function readAuthForm({ env }: RequestContext): Promise<AuthFormFields> {
  if (provenance(env.incoming) !== "same") throw new BadRequest(403, "cross-site requests are not allowed");
  const fields = new URLSearchParams((await readBytes(env.incoming)).toString("utf8"));
  // What a box says that is ticked.
  const given = Object.fromEntries(
    [...fields].map(([name, value]) => [name, ticks.has(name) ? value === "on" : value]),
  );
  // Boxes of one name.
  const scopes = fields.getAll("scope");
  return { ...given, ...keptIn(fields), ...(scopes.length > 0 && { scope: scopes.join(" ").trim() }) };
}

/** Of what was offered to be revoked, that whose mark was taken away. */
function keptIn(fields: URLSearchParams): { readonly keep?: readonly string[] } {
  const offered = fields.get("offered");
  if (offered === null) return {};
  const revoked = fields.getAll("revoke");
  return { keep: offered.split(",").filter((kind) => kind !== "" && !revoked.includes(kind)) };
}

const ticks = new Set(["trustDevice", "rememberMe"]);
const Refused = z.object({ code: z.string().default(""), message: z.string().default("") });

/** Redirects on, or back to the form with the reason and what was typed. */
export async function redirectAfterForm(
  { auth }: Pick<AuthTools, "auth">,
  { form, template, fields, answer, secure }: Sent,
): Promise<Response> {
  const { page, keeps, leads } = form;
  const said: unknown = await answer.json().catch(() => null);
  const wanted = ownPath(fields["next"]);
  const next: Next = {
    path: wanted ?? "/dashboard",
    query: wanted === null ? "" : `?next=${encodeURIComponent(wanted)}`,
  };
  const worked = answer.status < 400;
  const { to, says = false } = worked ? leads(next, said) : { to: `${page}${next.query}`, says: true };
  const posted: PostedForm = {
    form: template,
    refused: worked ? null : { status: answer.status, ...Refused.catch({ code: "", message: "" }).parse(said) },
    typed: Object.fromEntries(
      keeps.flatMap((name) => {
        const value = fields[name];
        return typeof value === "string" && value.length <= longestKept ? [[name, value]] : [];
      }),
    ),
  };
  const headers = new Headers({ location: to, "cache-control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  const [path = page] = says ? to.split("?") : [page];
  headers.append("set-cookie", postedFormCookie(auth.keys.secret, { path, secure, posted: says ? posted : null }));
  return new Response(null, { status: 303, headers });
}

interface Sent {
  readonly form: AuthForm;
  readonly template: string;
  readonly fields: AuthFormFields;
  /** As a script would get it. */
  readonly answer: Response;
  readonly secure: boolean;
}
