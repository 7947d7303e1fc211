import { generateRandomString, symmetricDecrypt, symmetricEncrypt, verifyPassword } from "better-auth/crypto";
import { type Secrets, keyIdOf } from "#src/core/vault.ts";
import { passwordUnits } from "#src/contract/accounts/credentials.ts";
import { findPasswordHash } from "../queries/users.ts";
import { Forbidden } from "#src/core/errors.ts";
import type { AuthLimits } from "../public/sign-in-limits.ts";
import type { SystemContext } from "#src/product/context.ts";
import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { ownPath } from "../public/auth-settings.ts";

/** Better Auth names the key of what it encrypts by a number. */
function versionOf(secret: string): number {
  return Number.parseInt(keyIdOf(secret), 16);
}

function allOf({ secret, previousSecrets }: Secrets): readonly string[] {
  return [...new Set([secret, ...previousSecrets])];
}

/** `secret` opens what was encrypted before keys were named. */
export function betterAuthSecrets(settings: Secrets): {
  secrets: { version: number; value: string }[];
  secret: string;
} {
  const all = allOf(settings);
  return {
    secrets: all.map((value) => ({ version: versionOf(value), value })),
    secret: all.at(-1) ?? settings.secret,
  };
}

/** @throws what the cipher throws when no secret opens it */
export async function openEncrypted(settings: Secrets, stored: string): Promise<string> {
  const all = allOf(settings);
  const currentVersion = versionOf(settings.secret);
  const keys = new Map(all.map((value) => [versionOf(value), value]));
  const named = stored.startsWith("$ba$");
  let refused: unknown;
  for (const legacySecret of named ? [settings.secret] : all) {
    try {
      return await symmetricDecrypt({ key: { keys, currentVersion, legacySecret }, data: stored });
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

/**
 * `null` when it is under the secret in force.
 * @throws what the cipher throws when no secret opens it
 */
export async function reencrypted(settings: Secrets, stored: string): Promise<string | null> {
  const { secret } = settings;
  const currentVersion = versionOf(secret);
  if (stored.startsWith(`$ba$${currentVersion}$`)) return null;
  const key = { keys: new Map([[currentVersion, secret]]), currentVersion, legacySecret: secret };
  return symmetricEncrypt({ key, data: await openEncrypted(settings, stored) });
}

export interface Given {
  readonly limits: AuthLimits;
  readonly userId: string;
  readonly password: string;
}

export async function checkPassword(
  ctx: SystemContext,
  { limits, userId, password }: Given,
): Promise<"right" | "none"> {
  const { db } = ctx;
  const hash = await findPasswordHash(db.sql, userId);
  if (hash === null) return "none";
  const key = `session of ${userId}`;
  await limits.take("password", key);
  if (password.length > passwordUnits || !(await verifyPassword({ hash, password })))
    throw new Forbidden("incorrect password");
  await limits.forget("password", key);
  return "right";
}

const page = "/two-factor";
const seconds = 600;

/** Paths with one factor; after a password Better Auth asks itself. */
const oneFactor: ReadonlySet<string> = new Set([
  "/magic-link/verify",
  "/verify-email",
  "/callback/:id",
  "/sign-in/social",
]);

/**
 * Mailed links and providers are one factor, so they lead to the second; Better Auth asks only after a password. A
 * verified passkey is two factors.
 */
export function askSecondFactor(origin: string) {
  return createAuthMiddleware(async (ctx) => {
    const made = ctx.context.newSession;
    if (!oneFactor.has(ctx.path) || made?.user["twoFactorEnabled"] !== true) return;
    deleteSessionCookie(ctx, true);
    await ctx.context.internalAdapter.deleteSession(made.session.token);
    ctx.context.setNewSession(null);
    const identifier = `2fa-${generateRandomString(20)}`;
    const expiresAt = new Date(made.session.createdAt.getTime() + seconds * 1000);
    const challenge = { identifier, value: made.user.id, expiresAt };
    await ctx.context.internalAdapter.createVerificationValue(challenge);
    await ctx.context.internalAdapter.createVerificationValue({
      identifier: `2fa-attempts-${identifier}`,
      value: "0",
      expiresAt,
    });
    const cookie = ctx.context.createAuthCookie("two_factor", { maxAge: seconds });
    await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes);
    const next =
      ownPath(ctx.query?.["callbackURL"]) ?? ownDestination(ctx.context.responseHeaders?.get("location"), origin);
    throw ctx.redirect(`${origin}${page}${next === null ? "" : `?next=${encodeURIComponent(next)}`}`);
  });
}

/** Where on this site the answer would have led. */
function ownDestination(location: string | null | undefined, origin: string): string | null {
  if (location === null || location === undefined || !URL.canParse(location, origin)) return null;
  const url = new URL(location, origin);
  return url.origin === origin ? ownPath(url.pathname + url.search) : null;
}
