import { Decimal } from "decimal.js";
import {
  type Batch,
  type BatchAsked,
  type BatchLine,
  type BatchResult,
  batchLimits,
} from "#src/contract/jobs/batches.ts";
import { isTestOwner, testTickers } from "#src/contract/api/test-mode.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { type Instant, dayMs } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import {
  countBatches,
  endedLines,
  insertBatchHoldings,
  insertLines,
  listBatches as listed,
  openBatches,
  toBatch,
} from "./queries/batches.ts";
import { Conflict, InvalidInput, NotFound, RateLimited } from "#src/core/errors.ts";
import { unknownTicker } from "../analyses/public/runs.ts";
import { batchJob, submitJob } from "../jobs/public/kinds.ts";
import { type Actor, type Context, type JobSettings, type SystemContext, requireScope } from "../context.ts";
import {
  type OpenBatch,
  type StartedLine,
  cancelLines,
  finishBatch,
  markLinesStarted,
  openAnalysesOf,
  refuseLines,
  spendingOf,
  takeBatch,
  waitingLines,
} from "./queries/batch-lines.ts";
import { cancelJob, namedSubmission } from "../analyses/public/submission.ts";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { Sealed } from "#src/core/vault.ts";
import { findModelKey } from "../model-keys/queries/model-keys.ts";
import { type Submission, submitAnalyses } from "../analyses/queries/submissions.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { budgetSpent, monthlyQuota, quotaSpent, runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { noteHappening } from "../channels/public/note-happening.ts";

/**
 * Workers start them later. An idempotency key makes one batch.
 * @throws InvalidInput without a line; Conflict with too many open or a reused key; RateLimited
 */
export async function submitBatch(
  ctx: Context,
  {
    lines: sent,
    budgetUsd,
    idempotencyKey: key,
    held = null,
  }: {
    readonly lines: readonly BatchLine[];
    readonly budgetUsd: Usd | null;
    readonly idempotencyKey: string | null;
    /** What the asker of all lines holds; `asked` is what the idempotency key stands for, in place of the lines. */
    readonly held?: { readonly holdings: Holdings; readonly asked: unknown } | null;
  },
): Promise<{ readonly batch: Batch; readonly replayed: boolean }> {
  requireScope(ctx, "analyses:write");
  const { db, actor } = ctx;
  const lines = isTestOwner(actor.owner) ? sent.map(onTestData) : sent;
  if (lines.length === 0) throw new InvalidInput("the body has no lines");
  const once =
    key === null ? null : ({ operation: "submit batch", key, asked: held?.asked ?? { lines, budgetUsd } } as const);
  const { id, replayed } = await submitJob(ctx, {
    kind: batchJob,
    workflow: null,
    job: { input: {}, budgetUsd },
    once,
    async admit(tx, at) {
      const counts = await countBatches(tx, actor.owner, at - dayMs);
      if (counts.open >= batchLimits.open)
        throw new Conflict(`you already have ${batchLimits.open} open batches; wait for one to finish or cancel it`);
      if (counts.lines + lines.length > batchLimits.linesPerDay)
        throw new RateLimited(`batches can have at most ${batchLimits.linesPerDay} lines in 24 hours`, dayMs / 24);
      return null;
    },
    async add(tx, batch) {
      await insertLines(tx, batch, lines);
      if (held === null) return;
      const text = canonicalJson(held.holdings);
      await insertBatchHoldings(tx, batch, db.vault.seal(text, placeOf("batch_holdings.sealed_holdings", batch)));
    },
  });
  const [batch] = await listed(db.sql, actor.owner, { id, limit: 1 });
  if (batch === undefined) throw new Conflict("the batch that was made with this Idempotency-Key is no longer kept");
  return { batch: toBatch(batch), replayed };
}

/** Refused as it would be alone. */
function onTestData(sent: BatchLine): BatchLine {
  if ("refusal" in sent) return sent;
  const { line, customId, asked } = sent;
  const refused = (field: string, msg: string): BatchLine => ({
    line,
    customId,
    refusal: { detail: [{ type: "value_error", loc: ["request", field], msg: `Value error, ${msg}` }] },
  });
  if (asked.own_model !== undefined) return refused("own_model", "is not available to test keys");
  return testTickers.includes(asked.ticker.trim().toUpperCase()) ? sent : refused("ticker", unknownTicker);
}

/** @throws NotFound */
export async function getBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:read");
  return findOwn(ctx, id);
}

/** Newest first. @param input `before`: a number */
export async function listBatches(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ readonly batches: readonly Batch[]; readonly older: number | null }> {
  requireScope(ctx, "analyses:read");
  const found = await listed(ctx.db.sql, ctx.actor.owner, { before, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { batches: page.map(toBatch), older: found.length > limit ? (page.at(-1)?.number ?? null) : null };
}

/**
 * Ended lines in order.
 * @param input `after` a line; `reports` are large
 * @throws NotFound
 */
export async function readBatchResults(
  ctx: Context,
  { id, ...page }: { readonly id: string; readonly after: number; readonly limit: number; readonly reports: boolean },
): Promise<readonly BatchResult[]> {
  requireScope(ctx, "analyses:read");
  await findOwn(ctx, id);
  return endedLines(ctx.db.sql, id, page);
}

/**
 * Repeatable, also after an interrupted cancel.
 * @throws NotFound
 */
export async function cancelBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:write");
  const { db, actor, clock } = ctx;
  const found = await db.transaction((tx) => cancelLines(tx, id, actor.owner, clock.now()));
  if (!found) throw new NotFound("there is no such batch");
  for (const analysis of await openAnalysesOf(db.sql, id)) await cancelJob(ctx, { id: analysis, owner: actor.owner });
  return findOwn(ctx, id);
}

/** @throws NotFound for an unknown or foreign id */
async function findOwn({ db, actor }: Context, id: string): Promise<Batch> {
  const [batch] = await listed(db.sql, actor.owner, { id, limit: 1 });
  if (batch === undefined) throw new NotFound("there is no such batch");
  return toBatch(batch);
}

/**
 * Repeatable from any number of workers: jobs have names that follow from their lines.
 * @throws AggregateError after all were looked at
 */
export async function feedBatches(ctx: SystemContext, { jobs }: { readonly jobs: JobSettings }): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await openBatches(ctx.db.sql))
    await feedBatch(ctx, jobs, id).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, "batches could not be fed");
}

/** A smaller number goes first; people and their lists come before batches. */
const batchPriority = 500;
/** More than a worker ends before the next look. */
const openPerSlot = 10;

async function feedBatch(ctx: SystemContext, jobs: JobSettings, id: string): Promise<void> {
  const { db, clock } = ctx;
  await db.transaction(async (tx) => {
    const batch = await takeBatch(tx, id);
    if (batch === null) return;
    const at = clock.now();
    const terms = termsOf(batch, jobs, at);
    if (!terms.api) {
      const { name } = plans[terms.actor.plan];
      await refuseLines(tx, id, { detail: `the ${name} plan has no API access` });
    }
    const startable = await startableLines(tx, id, batch, terms);
    const isUnfunded =
      startable > 0 && (await start(ctx, tx, { id, terms, jobs, at, holdings: batch.holdings, limit: startable }));
    const { waiting, open } = await spendingOf(tx, id);
    // Running ones may leave some of what is set aside for them.
    if (isUnfunded && open === 0) await refuseLines(tx, id, { detail: budgetSpent(jobs, at).message });
    else if (waiting > 0 || open > 0) return;
    await finishBatch(tx, id, at);
    await noteHappening(tx, ctx.queue, {
      where: { owner: batch.owner, list: null },
      once: `batch ${id}`,
      happening: { event: "batch_ended", batch: id },
      at,
    });
  });
}

interface Terms {
  readonly actor: Actor;
  /** May start its lines: with the API, or from a page, which alone gives holdings without it. */
  readonly api: boolean;
  readonly slots: number;
  readonly priority: number;
  /** The most that one of its runs may cost. */
  readonly runUsd: Usd | null;
  /** Runs on an own key count too. */
  readonly budgeted: boolean;
}

function termsOf({ owner, budgetUsd, held, holdings }: OpenBatch, jobs: JobSettings, at: Instant): Terms {
  const { plan, api, slots, priority } = entitlementsAt(held, at);
  const actor: Actor = { owner, plan, scopes: [] };
  const isLocal = owner === "local";
  return {
    actor,
    api: api || isLocal || isTestOwner(owner) || holdings !== null,
    slots: isLocal ? jobs.maxConcurrency : slots,
    priority: batchPriority + priority,
    runUsd: lower(runBudgetUsd(actor, jobs.budgetUsd), budgetUsd),
    budgeted: budgetUsd !== null,
  };
}

function lower(a: Usd | null, b: Usd | null): Usd | null {
  if (a === null || b === null) return a ?? b;
  return new Decimal(a).lessThan(b) ? a : b;
}

/** Without budget the rest is refused once nothing is under way. */
async function startableLines(tx: Tx, id: string, { budgetUsd }: OpenBatch, { slots, runUsd }: Terms): Promise<number> {
  const { waiting, open, committed } = await spendingOf(tx, id);
  const free = Math.min(waiting, slots * openPerSlot - open);
  if (budgetUsd === null || runUsd === null || free <= 0) return free;
  const affordable = new Decimal(budgetUsd).minus(committed).dividedToIntegerBy(runUsd).toNumber();
  if (affordable <= 0 && open === 0)
    await refuseLines(tx, id, {
      detail: `the remainder of the batch's budget of ${usdText(budgetUsd)} does not cover another run, which can cost up to ${usdText(runUsd)}`,
    });
  return Math.min(free, affordable);
}

interface Start {
  readonly id: string;
  readonly terms: Terms;
  readonly jobs: JobSettings;
  readonly at: Instant;
  readonly holdings: Sealed | null;
  readonly limit: number;
}

/** @returns whether the server's budget for the month does not cover the next line */
async function start(ctx: SystemContext, tx: Tx, given: Start): Promise<boolean> {
  const { id, terms, at, limit } = given;
  const lines = await waitingLines(tx, id, limit);
  const asked = await Promise.all(lines.map((line) => submissionOf(ctx, given, line)));
  const told = asked.length === 0 ? [] : await submitAnalyses(ctx.db.pool, asked);
  const started = told.flatMap((one, index): StartedLine[] => {
    const line = lines[index]?.line ?? 0;
    if (one.outcome === "known") return [{ line, analysis: one.id }];
    return one.outcome === "made" ? [{ line, analysis: asked[index]?.id ?? "" }] : [];
  });
  await markLinesStarted(tx, id, started, terms.runUsd, at);
  // A full queue is tried again later.
  if (told.some(({ outcome }) => outcome === "spent"))
    await refuseLines(tx, id, { detail: quotaSpent(terms.actor, at).message });
  return told.some(({ outcome }) => outcome === "unfunded");
}

async function submissionOf(
  { db }: SystemContext,
  { id, terms: { actor, slots, priority, runUsd, budgeted }, jobs, at, holdings }: Start,
  { line, asked: { own_model: own, ...request } }: { readonly line: number; readonly asked: BatchAsked },
): Promise<Submission> {
  const { owner, plan } = actor;
  const key = own === undefined ? null : await findModelKey(db.sql, owner, own.llm_provider);
  // An own key's cost counts only where the batch has a budget.
  const budgetUsd = own === undefined || budgeted ? runUsd : null;
  const paid = { budgetUsd, own: own === undefined ? null : { model: own, defaults: key?.defaults ?? null } };
  const terms = { owner, plan, slots, quota: monthlyQuota(actor), priority, ...paid };
  const submission = namedSubmission(jobs, { terms, name: `batch ${id} ${line}`, requestId: id, request }, at);
  if (holdings === null) return submission;
  const place = placeOf("analysis_holdings.sealed_holdings", submission.id);
  return { ...submission, holdings: db.vault.seal(db.vault.open(holdings), place) };
}
