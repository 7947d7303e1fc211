import type { AccountChange } from "#src/contract/messages/mails.ts";
import type { Revocable, Revoked } from "#src/contract/accounts/revocable.ts";
import { deleteConnections } from "#src/product/connections/queries/connections.ts";
import { dropLinksOf } from "./queries/address-changes.ts";
import { deletePasskeys, dropWebhooks, revokeAllKeys, unlinkProviders } from "./queries/recovery.ts";
import { deleteOtherSignInSessions } from "./queries/sign-in-sessions.ts";
import { findPasswordHash } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";

export interface Recovery {
  readonly userId: string;
  /** The session that asks, which stays; `null`: none does, and all end. */
  readonly sessionId: string | null;
  readonly keep: readonly Revocable[];
  readonly origin: string;
}

/**
 * Revokes what the owner does not keep, and mails it. Mailed links and known browsers always go; passkeys and providers
 * stay without a password. Jobs go on, streams end within a minute.
 * @returns ended sessions
 */
export async function revokeAccess(
  ctx: SystemContext,
  {
    userId,
    sessionId,
    keep,
    origin,
    change,
  }: Recovery & {
    readonly change: Extract<AccountChange, "password" | "access_revoked">;
  },
): Promise<number> {
  const { db, queue, clock } = ctx;
  const hasPassword = (await findPasswordHash(db.sql, userId)) !== null;
  const ends = (kind: Revocable) =>
    !keep.includes(kind) && (hasPassword || (kind !== "passkeys" && kind !== "providers"));
  return db.transaction(async (tx) => {
    const at = clock.now();
    await dropLinksOf(tx, userId);
    const ended = ends("sessions") ? await deleteOtherSignInSessions(tx.sql, userId, sessionId ?? "") : 0;
    const revoked: Revoked = {
      sessions: !ends("sessions") ? "kept" : sessionId === null ? "all" : "others",
      api_keys: ends("api_keys") ? await revokeAllKeys(tx, userId, at) : 0,
      connections: ends("connections")
        ? await deleteConnections(tx, userId, { id: null, keepWebhooks: !ends("webhooks") })
        : 0,
      webhooks: ends("webhooks") ? await dropWebhooks(tx, userId, at) : 0,
      passkeys: ends("passkeys") ? await deletePasskeys(tx, userId) : 0,
      providers: ends("providers") ? await unlinkProviders(tx, userId) : 0,
    };
    await queue.enqueueMail(tx, { kind: "account_changed", userId, origin, at, change, revoked });
    return ended;
  });
}
