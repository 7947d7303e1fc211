import { unconfirmedDays } from "#src/contract/caps.ts";
import { deleteEndedSessions, deleteEndedVerifications } from "#src/db/queries/expired.ts";
import { deleteUnconfirmed } from "#src/db/queries/users.ts";
import type { Context } from "../context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes what opens nothing any more: sessions, links and challenges past their end, accounts whose address nobody
 * confirmed. Repeatable.
 */
export async function forgetExpired({ db, clock }: Pick<Context, "db" | "clock">): Promise<{
  readonly sessions: number;
  readonly verifications: number;
  readonly unconfirmed: number;
}> {
  const now = clock.now();
  return {
    sessions: await deleteEndedSessions(db.sql, now),
    verifications: await deleteEndedVerifications(db.sql, now),
    unconfirmed: await deleteUnconfirmed(db.sql, now - unconfirmedDays * dayMs),
  };
}
