import { unconfirmedDays } from "#src/contract/caps.ts";
import { deleteEndedSessions, deleteEndedVerifications } from "#src/db/queries/expired.ts";
import { deleteUnusedDocuments } from "#src/db/queries/rendered-documents.ts";
import { deleteUnconfirmed } from "#src/db/queries/users.ts";
import { forgetWorkers } from "#src/db/queries/worker-deaths.ts";
import type { Context } from "../context.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than any job lasts. */
const workersKeptMs = 30 * dayMs;
/** A PDF that nobody fetched for so long is made again when somebody does. */
const documentsKeptMs = 14 * dayMs;

/**
 * Deletes what opens nothing any more: sessions, links and challenges past their end, accounts whose address nobody
 * confirmed; also unused PDFs, and which workers came and went. Repeatable.
 */
export async function forgetExpired({ db, clock }: Pick<Context, "db" | "clock">): Promise<{
  readonly sessions: number;
  readonly verifications: number;
  readonly documents: number;
  readonly unconfirmed: number;
}> {
  const now = clock.now();
  await forgetWorkers(db.sql, now - workersKeptMs);
  return {
    sessions: await deleteEndedSessions(db.sql, now),
    verifications: await deleteEndedVerifications(db.sql, now),
    documents: await deleteUnusedDocuments(db.sql, now - documentsKeptMs),
    unconfirmed: await deleteUnconfirmed(db.sql, now - unconfirmedDays * dayMs),
  };
}
