import type { Log } from "#src/core/operation/log.ts";
import type { AuthSettings } from "#src/product/accounts/public/auth-settings.ts";
import { createAuth, type Auth } from "#src/product/accounts/public/auth.ts";
import { revokeAccess } from "#src/product/accounts/sign-in-sessions.ts";
import { notifyLinkedProvider } from "#src/product/accounts/profile.ts";
import type { SystemContext } from "#src/product/context.ts";
import { attributeReferral } from "#src/product/referrals/referrals.ts";

/** Sign-in, for a process that serves people. */
export function composeAuth({ log, ...ctx }: SystemContext & { readonly log: Log }, settings: AuthSettings): Auth {
  return createAuth({
    ...ctx,
    log,
    settings,
    joined: async (account, cookie) => {
      await attributeReferral(ctx, { account, cookie });
    },
    passwordReset: async (userId, origin, keep) => {
      await revokeAccess(ctx, { userId, sessionId: null, keep, origin, change: "password" });
    },
    linked: (userId, origin, provider) => notifyLinkedProvider(ctx, { userId, origin, provider }),
  });
}
