import { deleteEndedSessions, deleteEndedVerifications } from "#src/db/queries/expired.ts";
import { deleteUnusedDocuments } from "#src/db/queries/rendered-documents.ts";
import { forgetWorkers } from "#src/db/queries/worker-deaths.ts";
import type { Context } from "../context.ts";

/** Longer than any job lasts. */
const workersKeptMs = 30 * 24 * 60 * 60_000;
/** A PDF that nobody fetched for so long is made again when somebody does. */
const documentsKeptMs = 14 * 24 * 60 * 60_000;

/**
 * Deletes what opens nothing any more: sessions past their end, links and challenges past theirs; also unused PDFs, and
 * which workers came and went. Repeatable.
 */
export async function forgetExpired({ db, clock }: Pick<Context, "db" | "clock">): Promise<{
  readonly sessions: number;
  readonly verifications: number;
  readonly documents: number;
}> {
  const now = clock.now();
  await forgetWorkers(db.sql, now - workersKeptMs);
  return {
    sessions: await deleteEndedSessions(db.sql, now),
    verifications: await deleteEndedVerifications(db.sql, now),
    documents: await deleteUnusedDocuments(db.sql, now - documentsKeptMs),
  };
}
