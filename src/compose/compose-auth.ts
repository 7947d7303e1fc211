import type { Log } from "#src/platform/log.ts";
import type { AuthSettings } from "#src/services/accounts/auth-settings.ts";
import { createAuth, type Auth } from "#src/services/accounts/auth.ts";
import { revokeAccess } from "#src/services/accounts/revoke-access.ts";
import { tellOfLink } from "#src/services/accounts/tell-of-link.ts";
import type { Context } from "#src/services/context.ts";
import { attributeReferral } from "#src/services/referrals/attribute-referral.ts";

/** Sign-in, for a process that serves people. */
export function composeAuth(
  { db, queue, clock, log }: Pick<Context, "db" | "queue" | "clock"> & { readonly log: Log },
  settings: AuthSettings,
): Auth {
  return createAuth({
    db,
    clock,
    log,
    settings,
    joined: async (account, cookie) => {
      await attributeReferral({ db, clock }, { account, cookie });
    },
    passwordReset: async (userId, origin, keep) => {
      await revokeAccess({ db, queue, clock }, { userId, sessionId: null, keep, origin }, "password");
    },
    linked: (userId, origin, provider) => tellOfLink({ db, queue, clock }, { userId, origin, provider }),
  });
}
