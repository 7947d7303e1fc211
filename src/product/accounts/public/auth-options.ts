import { passkey } from "@better-auth/passkey";
import type { BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { createCookieGetter } from "better-auth/cookies";
import { magicLink, twoFactor } from "better-auth/plugins";
import { passwordUnits, Revocable } from "#src/contract/accounts/credentials.ts";
import { plainLine } from "#src/contract/text.ts";
import type { Database } from "#src/core/db/database.ts";
import { confirmEmail } from "#src/product/accounts/queries/users.ts";
import { newId } from "#src/core/ids.ts";
import type { Log } from "#src/core/operation/log.ts";
import { askSecondFactor, betterAuthSecrets } from "../lib/auth-crypto.ts";
import type { AuthSettings } from "./auth-settings.ts";
import type { CookieKeys } from "./signed-requests.ts";
import { shorten } from "#src/core/text/shorten.ts";

export interface AuthTools {
  readonly db: Database;
  readonly log: Log;
  readonly settings: AuthSettings;
  /** Taken from here when the mail is sent. */
  readonly link: (url: string) => void;
  /** Once a new user; `ref` is the referral cookie. */
  readonly joined: (userId: string, ref: string | null) => Promise<void>;
  /** `keep` is what the user does not want revoked. */
  readonly passwordReset: (userId: string, origin: string, keep: readonly Revocable[]) => Promise<void>;
  /** Also for somebody who just joined through the provider. */
  readonly linked: (userId: string, origin: string, provider: string) => Promise<void>;
}

const day = 24 * 60 * 60;
const withoutTokens = { accessToken: null, refreshToken: null, idToken: null };
/** A header of ours with the client's address, which no client can send. */
export const addressHeader = "x-conclave-address";
/** As much ours: what a request for a new password keeps, with commas. */
export const keepHeader = "x-conclave-keep";

const prefixes: Readonly<Record<string, string>> = { user: "usr", session: "ses", account: "idn", passkey: "pky" };

/** Better Auth for an origin; the paths are in src/server/http/api/auth.ts. */
export function authOptions(origin: string, tools: AuthTools) {
  const { db, log, settings, link } = tools;
  const { github, google } = settings;
  const tell = async ({ url }: { url: string }): Promise<void> => link(url);
  return {
    appName: "Conclave",
    baseURL: origin,
    basePath: "/api/auth",
    ...betterAuthSecrets(settings),
    trustedOrigins: [origin],
    database: { db: db.sql, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    // Ours count in src/product/accounts/public/sign-in-limits.ts: by account as well.
    rateLimit: { enabled: false },
    // Below that it names who tried to sign in.
    logger: { level: "error", log: (_level, message, ...more) => log.error({ more: more.map(errorText) }, message) },
    onAPIError: {
      errorURL: `${origin}/sign-in`,
      // Else Better Auth writes refusals to the console, with strangers' input.
      onError: (error) => {
        if (!(error instanceof APIError) || error.statusCode >= 500)
          log.error({ more: [errorText(error)] }, "Better Auth failed");
      },
    },
    emailAndPassword: { ...passwords(origin, tools), sendResetPassword: tell },
    emailVerification: {
      sendVerificationEmail: tell,
      sendOnSignUp: false,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: day,
    },
    socialProviders: { ...(github !== null && { github }), ...(google !== null && { google }) },
    account: {
      ...identityColumns,
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, disableImplicitLinking: true },
    },
    user: userColumns,
    // How fresh a sign-in must be, and for what, src/server/http/api/auth-paths.ts says.
    session: { ...signInSessionColumns, ...settings.session, freshAge: 0 },
    verification: { ...verificationColumns, storeIdentifier: "hashed" },
    databaseHooks: databaseHooks(origin, tools),
    hooks: { after: askSecondFactor(origin) },
    plugins: plugins(origin, tell),
    advanced: advanced(origin),
  } satisfies BetterAuthOptions;
}

function passwords(origin: string, { db, passwordReset }: Pick<AuthTools, "db" | "passwordReset">) {
  return {
    enabled: true,
    requireEmailVerification: true,
    // What a new one must be like, src/contract/accounts/credentials.ts says, and in characters.
    minPasswordLength: 1,
    maxPasswordLength: passwordUnits,
    revokeSessionsOnPasswordReset: true,
    // Whoever has the link reads the mailbox.
    onPasswordReset: async ({ user }, request) => {
      await confirmEmail(db.sql, user.id);
      const keep = request?.headers.get(keepHeader)?.split(",") ?? [];
      await passwordReset(
        user.id,
        origin,
        Revocable.options.filter((kind) => keep.includes(kind)),
      );
    },
  } satisfies BetterAuthOptions["emailAndPassword"];
}

/** Its errors may carry what opens something, such as a provider's state. */
function errorText(more: unknown): string {
  return more instanceof Error ? `${more.name}: ${more.message}` : typeof more;
}

function databaseHooks(origin: string, { joined, linked }: Pick<AuthTools, "joined" | "linked">) {
  return {
    user: {
      create: {
        // A provider's word for a name is a stranger's.
        before: async (user) => ({ data: { ...user, name: shorten(plainLine(user.name), 100) } }),
        after: (user, context) => joined(user.id, context?.getCookie("ref") ?? null),
      },
    },
    // Providers' tokens are never kept.
    account: {
      create: {
        before: async (account) => ({ data: { ...account, ...withoutTokens } }),
        after: async ({ userId, providerId }) => {
          if (providerId !== "credential") await linked(userId, origin, providerId);
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...withoutTokens } }) },
    },
  } satisfies BetterAuthOptions["databaseHooks"];
}

function plugins(origin: string, tell: (made: { readonly url: string }) => Promise<void>) {
  return [
    magicLink({ sendMagicLink: tell, disableSignUp: true, expiresIn: 15 * 60 }),
    passkey({
      rpID: new URL(origin).hostname,
      rpName: "Conclave",
      origin,
      schema: { passkey: passkeyColumns },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      advanced: { webAuthnChallengeCookie: "passkey" },
      // Better Auth asks for verification but does not check it.
      registration: {
        afterVerification: ({ verification }) => mustVerifyUser(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: ({ verification }) => mustVerifyUser(verification.authenticationInfo.userVerified),
      },
    }),
    twoFactor({ issuer: "Conclave", schema: twoFactorColumns, allowPasswordless: true }),
  ];
}

function mustVerifyUser(verified: boolean | undefined): void {
  if (verified !== true)
    throw new APIError("UNAUTHORIZED", {
      code: "USER_NOT_VERIFIED",
      message: "use a passkey that asks for your fingerprint, face or PIN",
    });
}

function advanced(origin: string) {
  const secure = origin.startsWith("https:");
  return {
    // Keeps cookies of sub-domains out. Better Auth knows only `__Secure-`.
    cookiePrefix: secure ? "__Host-conclave" : "conclave",
    useSecureCookies: false,
    defaultCookieAttributes: { secure },
    // Said here, as both are off where NODE_ENV is `test`.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { ipAddressHeaders: [addressHeader] },
    database: {
      validateSchema: false,
      generateId: ({ model }) => newId(prefixes[model] ?? "auth"),
    },
  } satisfies BetterAuthOptions["advanced"];
}

/** What Better Auth calls its cookies under an origin. */
export function cookieNames(origin: string): Pick<CookieKeys, "sessionCookie" | "challengeCookie"> {
  const cookie = createCookieGetter({ baseURL: origin, advanced: advanced(origin) });
  return { sessionCookie: cookie("session_token").name, challengeCookie: cookie("two_factor").name };
}

const times = { createdAt: "created_at", updatedAt: "updated_at" } as const;

const userColumns = {
  modelName: "users",
  fields: { emailVerified: "email_verified", ...times },
} as const;

const signInSessionColumns = {
  modelName: "sessions",
  fields: {
    userId: "user_id",
    expiresAt: "expires_at",
    ipAddress: "ip_address",
    userAgent: "user_agent",
    ...times,
  },
} as const;

const identityColumns = {
  modelName: "identities",
  fields: {
    userId: "user_id",
    providerId: "provider_id",
    accountId: "account_id",
    accessToken: "access_token",
    refreshToken: "refresh_token",
    idToken: "id_token",
    accessTokenExpiresAt: "access_token_expires_at",
    refreshTokenExpiresAt: "refresh_token_expires_at",
    ...times,
  },
} as const;

const verificationColumns = {
  modelName: "verifications",
  fields: { expiresAt: "expires_at", ...times },
} as const;

const twoFactorColumns = {
  user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
  twoFactor: {
    modelName: "two_factors",
    fields: {
      userId: "user_id",
      backupCodes: "backup_codes",
      failedVerificationCount: "failed_verification_count",
      lockedUntil: "locked_until",
    },
  },
} as const;

const passkeyColumns = {
  modelName: "passkeys",
  fields: {
    userId: "user_id",
    publicKey: "public_key",
    credentialID: "credential_id",
    deviceType: "device_type",
    backedUp: "backed_up",
    createdAt: "created_at",
  },
} as const;
