import { verifyPassword, generateRandomString } from "better-auth/crypto";
import { passwordUnits } from "#src/contract/accounts/credentials.ts";
import { findPasswordHash } from "../queries/users.ts";
import { Forbidden } from "#src/core/errors.ts";
import type { AuthLimits } from "../public/limits.ts";
import type { SystemContext } from "#src/product/context.ts";
import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { ownPath } from "../public/auth-settings.ts";

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
