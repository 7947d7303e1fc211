import type { ListedSignInSession } from "#src/contract/accounts/users.ts";
import { listUserSignIns } from "./queries/sign-in-sessions.ts";
import { toIso } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";

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
