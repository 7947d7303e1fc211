import { z } from "zod";
import {
  Revocable,
  offlineAccess,
  passwordLength,
  passwordUnits,
  tokenPrefixes,
} from "#src/contract/accounts/credentials.ts";
import { plainLine } from "#src/contract/text.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { ownPath } from "#src/product/accounts/public/auth-settings.ts";
import type { WayIn } from "#src/product/accounts/public/fresh-sign-in.ts";
import type { Deps } from "../deps.ts";
import type { RequestContext } from "../answers.ts";

/** A path to go on to; anything else is left out. */
const next = z
  .unknown()
  .transform((value) => ownPath(value) ?? undefined)
  .optional();
const email = z.email("is not a valid email address").max(254, "is too long");
const password = z.string().max(passwordUnits, `must have at most ${passwordLength.max} characters`);
/** Of what is revoked with a new password, and with all other sessions. */
const keep = z.array(Revocable).default([]);
const name = z
  .string()
  .trim()
  .min(1, "is required")
  .max(100, "must have at most 100 characters")
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not contain control characters");
const code = z.string().max(40, "is too long");
const keyName = z.string().transform(plainLine).pipe(z.string().max(100, "must have at most 100 characters"));
const provider = z.enum(["github", "google"]);

const nothing = z.object({});

const oauthText = z.string().max(2000);
/** RFC 7591. Besides its name an app could only show a stranger's pictures. */
const registration = z
  .object({
    redirect_uris: z.array(oauthText).min(1).max(20),
    client_name: z
      .string()
      .transform((text) => shorten(plainLine(text), 100))
      .optional(),
    scope: oauthText.optional(),
    software_id: oauthText.optional(),
    software_version: oauthText.optional(),
  })
  .transform((asked) => ({
    ...asked,
    // Only native apps may have addresses on somebody's own machine.
    application_type: asked.redirect_uris.every((uri) => uri.startsWith("https:")) ? "web" : "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    // Apps could not keep a secret; PKCE stands in for it.
    token_endpoint_auth_method: "none",
  }));
/** A server may ignore hints that it does not know (RFC 7009, 2.1). */
const revocable = z.enum(["access_token", "refresh_token"]).optional().catch(undefined);
/** A token that is not ours counts as ended; Better Auth would try to read it. */
const revocableToken = oauthText.transform((token) =>
  Object.values(tokenPrefixes).some((prefix) => token.startsWith(prefix)) ? token : `${tokenPrefixes.access}none`,
);
/** Of what the app asked for, that which was left ticked; all of it where nothing is said. */
const consent = z
  .object({
    accept: z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]),
    oauth_query: z.string().max(8000),
    scope: oauthText.optional(),
  })
  .transform(({ scope, ...answer }, ctx) => {
    const asked = (new URLSearchParams(answer.oauth_query).get("scope") ?? "").split(" ").filter(Boolean);
    if (!answer.accept || scope === undefined || asked.length === 0) return answer;
    const ticked = scope.split(" ");
    const granted = asked.filter((one) => ticked.includes(one) || one === offlineAccess);
    if (granted.every((one) => one === offlineAccess))
      ctx.addIssue({ code: "custom", path: ["permissions"], message: "must include at least one" });
    return { ...answer, scope: granted.join(" ") };
  });
const grant = z.object({
  grant_type: oauthText,
  code: oauthText.optional(),
  redirect_uri: oauthText.optional(),
  code_verifier: oauthText.optional(),
  client_id: oauthText.optional(),
  refresh_token: oauthText.optional(),
  resource: oauthText.optional(),
  scope: oauthText.optional(),
});

/** What is ours to answer; everything else of the table is Better Auth's. */
type Own =
  | "sign-up"
  | "mail"
  | "confirm-password"
  | "list-sessions"
  | "revoke-session"
  | "revoke-other-sessions"
  | "change-email"
  | "follow-change-email"
  | "authorize"
  /** An answer counts once. */
  | "consent";

export interface AuthPath {
  /** What Better Auth may see of the body: nothing else gets through. */
  readonly body: z.ZodType<Readonly<Record<string, unknown>>>;
  readonly limit: "network sign-in" | "network mail" | "network";
  readonly own?: Own;
  /** A guess at a password or code, counted by account. */
  readonly guess?: "sign-in" | "own password" | "code";
  /** Right answers of it sign somebody in. */
  readonly signsIn?: true;
  /** A new password, held against the common ones. */
  readonly newPassword?: "password" | "newPassword";
  /** Needs a fresh sign-in, unless it is a guess at one's own password. */
  readonly fresh?: WayIn;
  /** What of it opens nothing needs none. */
  readonly opens?: (body: Readonly<Record<string, unknown>>) => boolean;
  /** What there may be only so many of. */
  readonly makes?: "passkey";
  /** `app`: called without a cookie, answered with OAuth's own errors. */
  readonly oauth?: "app" | "person";
}

const plain = { body: nothing, limit: "network" } as const;
const links = { callbackURL: next, errorCallbackURL: next, newUserCallbackURL: next };

/** The allow-list of paths. Better Auth has more: some give out tokens, and a new version may bring others. */
export const authPaths: Readonly<Record<string, AuthPath>> = {
  "POST /sign-up/email": {
    body: z.object({ name, email, password, callbackURL: next }),
    limit: "network mail",
    own: "sign-up",
    newPassword: "password",
  },
  "POST /sign-in/email": {
    body: z.object({ email, password, rememberMe: z.boolean().optional() }),
    limit: "network sign-in",
    guess: "sign-in",
    signsIn: true,
  },
  "POST /sign-in/social": { body: z.object({ provider, ...links }), limit: "network sign-in" },
  "GET /callback/:provider": { ...plain, limit: "network sign-in", signsIn: true },
  "POST /sign-in/magic-link": { body: z.object({ email, callbackURL: next }), limit: "network mail", own: "mail" },
  "GET /magic-link/verify": { ...plain, limit: "network sign-in", signsIn: true },
  "POST /request-password-reset": { body: z.object({ email, redirectTo: next }), limit: "network mail", own: "mail" },
  "GET /reset-password/:token": { ...plain, limit: "network sign-in" },
  "POST /reset-password": {
    body: z.object({ newPassword: password, token: z.string().max(200), keep }),
    limit: "network sign-in",
    newPassword: "newPassword",
  },
  "POST /send-verification-email": { body: z.object({ email, callbackURL: next }), limit: "network mail", own: "mail" },
  "GET /verify-email": { ...plain, limit: "network sign-in", signsIn: true },
  "POST /sign-out": plain,
  "GET /get-session": plain,
  "GET /list-sessions": { ...plain, own: "list-sessions" },
  "POST /revoke-session": { body: z.object({ id: z.string().max(100) }), limit: "network", own: "revoke-session" },
  "POST /revoke-other-sessions": { body: z.object({ keep }), limit: "network", own: "revoke-other-sessions" },
  "POST /confirm-password": { body: z.object({ password }), limit: "network", own: "confirm-password" },
  "POST /update-user": { body: z.object({ name }), limit: "network" },
  "POST /change-password": {
    body: z.object({ currentPassword: password, newPassword: password, keep }),
    limit: "network",
    guess: "own password",
    newPassword: "newPassword",
  },
  "POST /change-email": {
    body: z.object({ newEmail: email }),
    limit: "network mail",
    own: "change-email",
    fresh: "address",
  },
  "GET /change-email": { ...plain, limit: "network sign-in", own: "follow-change-email" },
  "GET /list-accounts": plain,
  "POST /link-social": { body: z.object({ provider, ...links }), limit: "network", fresh: "provider" },
  "POST /unlink-account": {
    body: z.object({ accountId: z.string().max(100) }),
    limit: "network",
    fresh: "provider",
  },
  "POST /two-factor/enable": {
    body: z.object({ password: password.optional() }),
    limit: "network",
    guess: "own password",
    fresh: "second_factor",
  },
  "POST /two-factor/disable": {
    body: z.object({ password: password.optional() }),
    limit: "network",
    guess: "own password",
    fresh: "second_factor",
  },
  "POST /two-factor/get-totp-uri": {
    body: z.object({ password: password.optional() }),
    limit: "network",
    guess: "own password",
    fresh: "second_factor",
  },
  "POST /two-factor/generate-backup-codes": {
    body: z.object({ password: password.optional() }),
    limit: "network",
    guess: "own password",
    fresh: "second_factor",
  },
  "POST /two-factor/verify-totp": {
    body: z.object({ code, trustDevice: z.boolean().optional() }),
    limit: "network sign-in",
    guess: "code",
    signsIn: true,
  },
  "POST /two-factor/verify-backup-code": {
    body: z.object({ code, trustDevice: z.boolean().optional() }),
    limit: "network sign-in",
    guess: "code",
    signsIn: true,
  },
  "GET /passkey/generate-register-options": { ...plain, fresh: "passkey", makes: "passkey" },
  "POST /passkey/verify-registration": {
    body: z.object({ response: z.unknown(), name: keyName.optional() }),
    limit: "network",
    fresh: "passkey",
    makes: "passkey",
  },
  "GET /passkey/generate-authenticate-options": { ...plain, limit: "network sign-in" },
  "POST /passkey/verify-authentication": {
    body: z.object({ response: z.unknown() }),
    limit: "network sign-in",
    signsIn: true,
  },
  "GET /passkey/list-user-passkeys": plain,
  "POST /passkey/delete-passkey": { body: z.object({ id: z.string().max(100) }), limit: "network", fresh: "passkey" },
  "POST /passkey/update-passkey": {
    body: z.object({ id: z.string().max(100), name: keyName.pipe(z.string().min(1, "is required")) }),
    limit: "network",
  },
  "POST /oauth2/register": { body: registration, limit: "network mail", oauth: "app" },
  "GET /oauth2/authorize": { ...plain, limit: "network sign-in", own: "authorize", oauth: "person" },
  "POST /oauth2/consent": {
    body: consent,
    limit: "network",
    fresh: "app",
    opens: ({ accept }) => accept === true,
    own: "consent",
    oauth: "person",
  },
  "POST /oauth2/token": { body: grant, limit: "network", oauth: "app" },
  "POST /oauth2/revoke": {
    body: z.object({ token: revocableToken, token_type_hint: revocable, client_id: oauthText.optional() }),
    limit: "network",
    oauth: "app",
  },
};

const patterns = Object.entries(authPaths).map(([key, rule]) => {
  const [method = "", template = ""] = key.split(" ");
  return { method, template, rule, pattern: new RegExp(`^${template.replaceAll(/:\w+/g, "[\\w.-]{1,200}")}$`) };
});

/** `null` when there is none. @param path behind `/api/auth` */
export function authPathOf(
  method: string,
  path: string,
): { readonly template: string; readonly rule: AuthPath } | null {
  return patterns.find((each) => each.method === method && each.pattern.test(path)) ?? null;
}

export type AuthTools = Pick<Deps, "auth" | "db" | "queue" | "clock" | "log">;

/** A request for one of Better Auth's paths, after validation. */
export interface AuthCall {
  readonly c: RequestContext;
  /** The request's origin, such as `https://conclave.example`. */
  readonly origin: string;
  /** The path below `/api/auth`, as the table of paths has it. */
  readonly template: string;
  readonly rule: AuthPath;
  readonly body: Readonly<Record<string, unknown>>;
}
