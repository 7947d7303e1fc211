import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { ownPath } from "../public/auth-settings.ts";

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
