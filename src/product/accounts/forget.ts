import { batchLimits } from "#src/contract/jobs/batches.ts";
import { unconfirmedDays } from "#src/contract/jobs/caps.ts";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { forgetRequests } from "../requests/queries/api-requests.ts";
import { deleteEndedBatches } from "../batches/queries/batches.ts";
import { deleteEndedTokens } from "../connections/queries/connections.ts";
import { dayMs } from "#src/core/clock.ts";
import { deleteEndedSignInSessions, deleteEndedVerifications } from "./queries/expired.ts";
import { channelLimits } from "#src/contract/messages/channels.ts";
import { forgetDestinations } from "../channels/queries/destinations.ts";
import { forgetMessages, forgetMailsToNobody } from "../outbox/queries/outbox.ts";
import { deleteUnconnected } from "../channels/queries/channels.ts";
import { forgetFound } from "../signals/queries/found-symbols.ts";
import { deleteOldKeys } from "../idempotency/queries/idempotency-keys.ts";
import { deleteUnusedDocuments } from "../documents/queries/rendered-documents.ts";
import { deleteUnconfirmed } from "./queries/users.ts";
import { forgetWorkers } from "../jobs/queries/worker-deaths.ts";
import type { SystemContext } from "../context.ts";
import { sql } from "kysely";
import { analysisWorkflow, jobWorkflows } from "../jobs/queries/job-queue.ts";
import type { Sql } from "#src/core/db/database.ts";

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

const atOnce = 500;

/**
 * What the engine and the outbox keep of people who are gone. Unfinished work is left to the next call.
 * @returns how many workflows
 */
export async function forgetWorkflows(ctx: SystemContext): Promise<number> {
  const { db, queue } = ctx;
  await forgetMailsToNobody(db.sql);
  for (let count = 0; ;) {
    const ids = await forgottenWorkflows(db.sql, atOnce);
    if (ids.length > 0) await queue.forget(ids);
    count += ids.length;
    if (ids.length < atOnce) return count;
  }
}

/** A value: `exists` may read all analyses. */
const accountClosed = sql`(
  select c.closed_at from analyses a join accounts c on c.id = a.owner where a.id = w.workflow_uuid) is not null`;

/** Ended workflows that still speak of somebody who is gone. */
async function forgottenWorkflows(db: Sql, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workflow_uuid as id
    from dbos.workflow_status w
    where w.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and case
      when w.name in (${sql.join([...jobWorkflows])}) then not exists (select from jobs j where j.id = w.workflow_uuid)
      when w.name = ${analysisWorkflow} then ${accountClosed}
      else false end
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
