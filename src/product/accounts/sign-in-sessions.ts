import type { ListedSignInSession } from "#src/contract/accounts/users.ts";
import { listUserSignIns, deleteSignInSession, deleteOtherSignInSessions } from "./queries/sign-in-sessions.ts";
import { toIso } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";
import { NotFound } from "#src/core/errors.ts";
import { dropLinksOf, deletePasskeys, dropWebhooks, revokeAllKeys, unlinkProviders } from "./queries/recovery.ts";
import { requireFresh, type By } from "./public/fresh-sign-in.ts";
import type { AccountChange } from "#src/contract/messages/mails.ts";
import type { Revocable, Revoked } from "#src/contract/accounts/credentials.ts";
import { deleteConnections } from "../connections/queries/connections.ts";
import { findPasswordHash } from "./queries/users.ts";

export interface Whose {
  readonly userId: string;
  /** The session that asks. */
  readonly sessionId: string;
}

/** A user's sessions that hold, newest first. Their tokens stand nowhere. */
export async function listSignInSessions(
  ctx: SystemContext,
  { userId, sessionId }: Whose,
): Promise<ListedSignInSession[]> {
  const { db, clock } = ctx;
  const rows = await listUserSignIns(db.sql, userId, clock.now());
  return rows.map(({ id, ipAddress, userAgent, createdAt, updatedAt, expiresAt }) => ({
    id,
    current: id === sessionId,
    ip_address: ipAddress,
    user_agent: userAgent,
    created_at: toIso(createdAt),
    last_seen_at: toIso(updatedAt),
    expires_at: toIso(expiresAt),
  }));
}

/** @throws NotFound */
export async function revokeSignInSession(
  ctx: SystemContext,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { db } = ctx;
  if (!(await deleteSignInSession(db.sql, userId, id))) throw new NotFound("there is no such session");
}

/** With whatever was opened before a second factor was asked for. */
export async function revokeOtherSignInSessions(ctx: SystemContext, { userId, sessionId }: Whose): Promise<void> {
  const { db } = ctx;
  await db.transaction(async (tx) => {
    await dropLinksOf(tx, userId);
    await deleteOtherSignInSessions(tx.sql, userId, sessionId);
  });
}

/** @throws ConfirmationNeeded @returns ended sessions */
export async function signOutEverywhere(
  ctx: SystemContext,
  { confirmedAt, ...recovery }: Recovery & Pick<By, "confirmedAt">,
): Promise<number> {
  // Ending sessions and keys must be easy; taking ways in away is for the owner.
  if (!recovery.keep.includes("passkeys") || !recovery.keep.includes("providers"))
    requireFresh(ctx, "sessions", { confirmedAt });
  return revokeAccess(ctx, { ...recovery, change: "access_revoked" });
}

interface Recovery {
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
