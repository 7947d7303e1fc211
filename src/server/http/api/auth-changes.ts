import { z } from "zod";
import type { AccountChange } from "#src/contract/messages/mails.ts";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { setConfirmed, type SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { revokeOtherSignInSessions, revokeAccess } from "#src/product/accounts/sign-in-sessions.ts";
import { readConnectionRequest } from "#src/product/connections/connections.ts";
import { keepPasskey } from "#src/product/accounts/identity.ts";
import { notifyAccountChange } from "#src/product/accounts/address.ts";
import type { AuthCall, AuthTools } from "./auth-call.ts";

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
