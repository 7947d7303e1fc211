import type { ListedSession } from "#src/contract/users.ts";
import { listUserSessions } from "#src/db/queries/sessions.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Context } from "../context.ts";

export interface Whose {
  readonly userId: string;
  /** The session that asks. */
  readonly sessionId: string;
}

/** A user's sessions that hold, newest first. Their tokens stand nowhere. */
export async function listSessions(
  { db, clock }: Pick<Context, "db" | "clock">,
  { userId, sessionId }: Whose,
): Promise<ListedSession[]> {
  const rows = await listUserSessions(db.sql, userId, clock.now());
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
