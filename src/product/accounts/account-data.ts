import { type SealedColumn, placeOf } from "#src/core/db/sealed-columns.ts";
import { readEverything } from "./queries/user-export.ts";
import { dayMs, toIso } from "#src/core/clock.ts";
import type { Context, SystemContext } from "../context.ts";
import { type By, requireFresh } from "./public/fresh-sign-in.ts";
import { notifyAccountChange } from "./profile.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { dropLinksOf } from "./queries/recovery.ts";
import { deleteWatches } from "../conditions/queries/condition-watches.ts";
import { deleteEndedSignInSessions, deleteEndedVerifications, deleteLimits } from "./queries/sign-in-sessions.ts";
import { listOpenJobs } from "../jobs/queries/jobs.ts";
import { deleteUnconfirmed, deleteUser, listOpenAnalyses } from "./queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../analyses/public/submission.ts";
import { limitKey } from "./public/sign-in-limits.ts";
import { batchLimits } from "#src/contract/jobs/batches.ts";
import { unconfirmedDays } from "#src/contract/jobs/caps.ts";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { forgetRequests } from "../requests/queries/api-requests.ts";
import { deleteEndedBatches } from "../batches/queries/batches.ts";
import { deleteEndedTokens } from "../connections/queries/connections.ts";
import { channelLimits } from "#src/contract/messages/channels.ts";
import { forgetDestinations } from "../channels/queries/destinations.ts";
import { forgetMailsToNobody, forgetMessages } from "../outbox/queries/outbox.ts";
import { deleteUnconnected } from "../channels/queries/channels.ts";
import { forgetFound } from "../signals/queries/signal-lists.ts";
import { deleteOldKeys } from "../idempotency/queries/idempotency-keys.ts";
import { deleteUnusedDocuments } from "../documents/queries/rendered-documents.ts";
import { forgetWorkers } from "../jobs/queries/worker-deaths.ts";
import { sql } from "kysely";
import { analysisWorkflow, jobWorkflows } from "../jobs/queries/job-queue.ts";
import type { Sql } from "#src/core/db/database.ts";

/** Kept sealed but the user's own to read, with the field that names the row. */
const sealedFields: Readonly<
  Record<string, { readonly key: string | null; readonly columns: readonly SealedColumn[] }>
> = {
  analyses: { key: "id", columns: ["analyses.webhook_url"] },
  holdings: {
    key: "analysis_id",
    columns: ["analysis_holdings.sealed_holdings", "analysis_holdings.sealed_advice"],
  },
  portfolios: { key: "id", columns: ["portfolios.sealed_portfolio"] },
  alerts: { key: null, columns: ["signal_alerts.webhook_url"] },
  webhook_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
  alert_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
};

/** How columns of JSON begin, which is read out as what it says. */
const sealed = "sealed_";

/** All that is kept of a user, as JSON. Amounts are US cents, times UTC. */
export async function exportData(ctx: SystemContext, userId: string): Promise<string> {
  const { db, clock } = ctx;
  const kept = await readEverything(db.sql, userId);
  const parts = Object.entries(kept).map(([name, rows]) => {
    const { key = null, columns = [] } = sealedFields[name] ?? {};
    const opened = (row: (typeof rows)[number]) =>
      Object.entries(row).map(([field, stored]) => {
        const column = columns.find((one) => one.slice(one.indexOf(".") + 1) === field);
        if (column === undefined || typeof stored !== "string") return [field, stored];
        const text = db.vault.open({ stored, place: placeOf(column, key === null ? userId : String(row[key])) });
        return field.startsWith(sealed) ? [field.slice(sealed.length), JSON.parse(text)] : [field, text];
      });
    return [name, rows.map((row) => Object.fromEntries(opened(row)))];
  });
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...Object.fromEntries(parts) }, null, 2)}\n`;
}

/** As `exportData`; the owner is mailed that it was taken. @throws ConfirmationNeeded */
export async function exportOwnData(ctx: Context, by: By): Promise<string> {
  requireFresh(ctx, "data", by);
  const { owner: userId } = ctx.actor;
  const text = await exportData(ctx, userId);
  const { origin } = by;
  await notifyAccountChange(ctx, {
    kind: "account_changed",
    userId,
    origin,
    at: ctx.clock.now(),
    change: "data_exported",
  });
  return text;
}

/**
 * Ends the asker's account: jobs are cancelled, keys revoked, and everything its owner wrote is gone. Amounts, signals
 * and analyses with an opinion stay under the bare id. tests/contract/user-data.test.ts has every table. The caller has
 * confirmed the owner.
 * @throws NotFound
 */
export async function deleteAccount(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  const owners = [actor.owner, testOwnerOf(actor.owner)];
  for (const owner of owners)
    for (const id of await listOpenAnalyses(db.sql, owner)) await cancelJob(ctx, { id, owner });
  let open: string[] = [];
  const email = await db.transaction(async (tx) => {
    await dropLinksOf(tx, actor.owner);
    await deleteWatches(tx, actor.owner);
    open = await listOpenJobs(tx.sql, owners);
    const gone = await deleteUser(tx, actor.owner);
    if (gone !== null) await deleteLimits(tx, [limitKey("mail", gone), limitKey("password", gone)]);
    return gone;
  });
  for (const id of open) await ctx.queue.cancel(id);
  if (email === null) throw new NotFound("there is no such account");
  // What has not ended yet goes with the next night.
  await forgetWorkflows(ctx);
}

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
