import { deleteEndedSessions, deleteEndedVerifications } from "#src/db/queries/expired.ts";
import type { Context } from "../context.ts";

/** Deletes what opens nothing any more: sessions past their end, links and challenges past theirs. Repeatable. */
export async function forgetExpired({
  db,
  clock,
}: Pick<Context, "db" | "clock">): Promise<{ readonly sessions: number; readonly verifications: number }> {
  const now = clock.now();
  return {
    sessions: await deleteEndedSessions(db.sql, now),
    verifications: await deleteEndedVerifications(db.sql, now),
  };
}
