import { batchLimits } from "#src/contract/jobs/batches.ts";
import { unconfirmedDays } from "#src/contract/jobs/caps.ts";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { forgetRequests } from "#src/product/requests/queries/api-requests.ts";
import { deleteEndedBatches } from "#src/product/batches/queries/batches.ts";
import { deleteEndedTokens } from "#src/product/connections/queries/connections.ts";
import { dayMs } from "#src/core/clock.ts";
import { deleteEndedSignInSessions, deleteEndedVerifications } from "./queries/expired.ts";
import { channelLimits } from "#src/contract/messages/channels.ts";
import { forgetDestinations } from "#src/product/channels/queries/destinations.ts";
import { forgetMessages } from "#src/product/outbox/queries/outbox.ts";
import { deleteUnconnected } from "#src/product/channels/queries/channels.ts";
import { forgetFound } from "#src/product/signals/queries/found-symbols.ts";
import { deleteOldKeys } from "#src/product/idempotency/queries/idempotency-keys.ts";
import { deleteUnusedDocuments } from "#src/product/documents/queries/rendered-documents.ts";
import { deleteUnconfirmed } from "./queries/users.ts";
import { forgetWorkers } from "#src/product/jobs/queries/worker-deaths.ts";
import type { SystemContext } from "../context.ts";

/** Longer than any job lasts. */
const workersKeptMs = 30 * dayMs;
/** Nobody repeats a request so late. */
const idempotencyKeysKeptMs = 30 * dayMs;
/** An app that nobody let in for so long registers again. */
const appsKeptMs = 7 * dayMs;
/** Vendors rename and drop symbols. */
const symbolsKeptMs = 365 * dayMs;
/** A PDF that nobody fetched for so long is made again when somebody does. */
const documentsKeptMs = 14 * dayMs;

/**
 * Deletes what opens nothing any more: sessions, links and challenges past their end, accounts whose address nobody
 * confirmed; also batches that ended long ago, unused PDFs, idempotency keys that are old, symbols that were found long ago, mails and what channels were told, the request log, and which workers came and went. Repeatable.
 */
export async function forgetExpired(ctx: SystemContext): Promise<{
  readonly sessions: number;
  readonly verifications: number;
  readonly documents: number;
  readonly unconfirmed: number;
}> {
  const { db, clock } = ctx;
  const now = clock.now();
  await forgetWorkers(db.sql, now - workersKeptMs);
  await deleteEndedBatches(db.sql, now - batchLimits.keptDays * dayMs);
  await deleteOldKeys(db.sql, now - idempotencyKeysKeptMs);
  await forgetMessages(db.sql, now - channelLimits.logDays * dayMs);
  await forgetDestinations(db.sql, now - channelLimits.logDays * dayMs);
  await deleteEndedTokens(db.sql, now, now - appsKeptMs);
  await forgetRequests(db.sql, now - requestLogLimits.keptDays * dayMs, requestLogLimits.perAccount);
  await deleteUnconnected(db.sql, now - dayMs);
  await forgetFound(db.sql, now - symbolsKeptMs);
  return {
    sessions: await deleteEndedSignInSessions(db.sql, now),
    verifications: await deleteEndedVerifications(db.sql, now),
    documents: await deleteUnusedDocuments(db.sql, now - documentsKeptMs),
    unconfirmed: await deleteUnconfirmed(db.sql, now - unconfirmedDays * dayMs),
  };
}
