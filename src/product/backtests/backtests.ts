import type {
  Backtest,
  BacktestEstimate,
  BacktestOrder,
  ModelEstimate,
  TrainingPeriod,
} from "#src/contract/backtests/backtests.ts";
import {
  deleteEarlier,
  deleteJob,
  findJob,
  findOpenJob,
  lastResult,
  listJobs,
  newestJob,
} from "../jobs/queries/jobs.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { backtestJob, getOwn, lockJobs, submitJob, validityJob } from "../jobs/public/kinds.ts";
import { type Context, requireScope } from "../context.ts";
import { type BacktestEnvironment, type ReadOrder, modelEstimate, readOrder, summaryOf } from "./public/order.ts";
import {
  type BacktestToStart,
  enqueueBacktest,
  ensureCapacity,
  ensureSlot,
  readUploadedBacktest,
} from "./lib/new-backtest.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { cutoffOf, setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import {
  type StoredResult,
  countBacktests,
  findResult,
  insertUploaded,
  measuredPace,
  noteTrial,
  requeueWorkflow,
  setPaused,
  setResumed,
} from "./queries/backtests.ts";
import { estimateAnalysis } from "../analyses/submitting.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { readMemoryOfYears } from "../memory/public/put-together.ts";
import { newId } from "#src/core/ids.ts";
import { getJob } from "../jobs/jobs.ts";
import { backtestWorkflow, modelBacktestWorkflow, validityWorkflow } from "../jobs/queries/job-queue.ts";
import type { BacktestValidity } from "#src/contract/backtests/validity.ts";

/** @throws InvalidField for what the archives lack; Conflict for a deleted one; and as enqueueBacktest */
export async function orderBacktest(
  ctx: Context,
  {
    environment,
    order,
    idempotencyKey: key,
  }: {
    readonly environment: BacktestEnvironment;
    readonly order: BacktestOrder;
    readonly idempotencyKey: string | null;
  },
): Promise<{ readonly backtest: Backtest; readonly notes: readonly string[]; readonly replayed: boolean }> {
  requireScope(ctx, "backtests:write");
  const { asked, decisions, notes } = readOrder(environment, order);
  const once = key === null ? null : ({ operation: "start backtest", key, asked: order } as const);
  const { id, replayed } = await enqueueBacktest(ctx, { asked, decisions, once });
  const row = await findJob(ctx.db.sql, "backtest", id, ctx.actor.owner);
  if (row === null) throw new Conflict("the backtest that was made with this Idempotency-Key has been deleted");
  return { backtest: backtestJob.show(row, null), notes, replayed };
}

/** Until measured: half of one core of a small machine. */
const usualPace = 50;

type Order = Extract<ReadOrder, { ok: true }>;

/**
 * From this server's last backtests; with models, each decision as an analysis.
 * @param environment of the models; `null`: rules
 */
export async function estimateBacktest(
  ctx: Context,
  { order, environment }: { readonly order: Omit<Order, "ok">; readonly environment: AnalysisEnvironment | null },
): Promise<BacktestEstimate> {
  requireScope(ctx, "backtests:read");
  const { db, actor } = ctx;
  const { decisions, notes } = order;
  const most = plans[actor.plan].backtestDecisions;
  if (environment !== null) return { decisions, notes, most, ...(await withModels(ctx, order, environment)) };
  const pace = (await measuredPace(db.sql)) ?? usualPace;
  return { decisions, notes, most, seconds: Math.ceil(decisions / pace), models: null };
}

async function withModels(
  ctx: Context,
  { decisions, asked }: Pick<Order, "decisions" | "asked">,
  environment: AnalysisEnvironment,
): Promise<{ readonly seconds: number; readonly models: ModelEstimate }> {
  const { shapes } = await estimateAnalysis(ctx, environment);
  const { rounds } = ctx.settings;
  const one = shapes.find((shape) => shape.analysts === Analyst.options.length && shape.rounds === rounds);
  if (one === undefined) throw new RangeError(`there is no estimate for ${rounds} rounds`);
  const { runs = 1, single_call, budget_usd: budget = null } = asked.models ?? {};
  const { seconds, ...models } = modelEstimate({
    decisions,
    runs,
    hasSingleCall: single_call !== false,
    debate: one,
    deepPrice: environment.prices.deep,
    budget,
  });
  const { deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  return { seconds, models: { deep, quick, ...models, training: await trainingPeriod(ctx, asked, environment) } };
}

async function trainingPeriod(
  ctx: Context,
  { from, to }: Order["asked"],
  { config, cutoffs }: AnalysisEnvironment,
): Promise<TrainingPeriod> {
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = config;
  const { date } = cutoffOf(setCutoff(cutoffs, { deep, quick }), { provider, deep, quick });
  const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
  return {
    cutoff: date,
    mayRemember: date === null || from <= date,
    measured: await readMemoryOfYears(ctx, { provider, deep, quick }, years),
  };
}

/**
 * Marked as made elsewhere.
 * @returns its id
 * @throws InvalidInput; Forbidden beyond the plan
 */
export async function uploadBacktest(ctx: Context, file: Uint8Array): Promise<string> {
  requireScope(ctx, "backtests:write");
  const { db, actor, clock } = ctx;
  const brought = readUploadedBacktest(file);
  const id = newId("bt");
  await db.transaction(async (tx) => {
    await lockJobs(tx, actor, clock.now());
    await ensureCapacity(tx, actor);
    await insertUploaded(tx, { id, owner: actor.owner, summary: summaryOf(brought.result), ...brought }, clock.now());
  });
  return id;
}

/** @throws NotFound */
export function getBacktest(ctx: Context, id: string): Promise<Backtest> {
  return getJob(ctx, { kind: backtestJob, id });
}

/** @throws NotFound also without a result */
export async function getBacktestResult(
  ctx: Context,
  id: string,
): Promise<StoredResult & { readonly backtest: Backtest }> {
  const backtest = await getBacktest(ctx, id);
  const stored = await findResult(ctx.db.sql, id);
  if (stored === null) throw new NotFound("this backtest has no result");
  return { backtest, ...stored };
}

export interface BacktestPage {
  /** Newest first. */
  readonly backtests: readonly Backtest[];
  /** The number of the last one, when older ones follow. */
  readonly older: number | null;
  /** Of all pages. */
  readonly kept: number;
  /** As many as the plan keeps. */
  readonly most: number;
  /** Not ended. */
  readonly open: number;
}

/** The actor's own. */
export async function listBacktests(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<BacktestPage> {
  requireScope(ctx, "backtests:read");
  const { db, actor } = ctx;
  const [found, { kept, open }] = await Promise.all([
    listJobs(db.sql, { kind: "backtest", owner: actor.owner, before, limit: limit + 1 }),
    countBacktests(db, actor.owner),
  ]);
  const backtests = found.slice(0, limit).map((row) => backtestJob.show(row, null));
  const older = found.length > limit ? (backtests.at(-1)?.number ?? null) : null;
  return { backtests, older, kept, open, most: plans[actor.plan].backtests };
}

/**
 * A running one is stopped; it stays a trial.
 * @throws NotFound
 */
export async function deleteBacktest(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor } = ctx;
  const report = await newestJob(db.sql, { kind: "validity", subject: id }, actor.owner);
  if (!(await deleteJob(db.sql, { kind: "backtest", owner: actor.owner }, id))) throw new NotFound(backtestJob.unknown);
  await queue.cancel(id);
  if (report !== null && report.finished_at === null) await queue.cancel(report.id);
}

/**
 * @returns its id
 * @throws as enqueueBacktest
 */
export async function startBacktest(ctx: Context, wanted: Omit<BacktestToStart, "once">): Promise<string> {
  requireScope(ctx, "backtests:write");
  return (await enqueueBacktest(ctx, wanted)).id;
}

/**
 * Calls under way end and are paid. Repeatable.
 * @throws NotFound
 */
export async function pauseBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  await db.transaction((tx) => setPaused(tx, id, actor.owner));
  return getOwn(ctx, backtestJob, id);
}

/**
 * What was held counts as spent. Repeatable.
 * @throws NotFound; Conflict while another is open
 */
export async function resumeBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const { asked } = await getOwn(ctx, backtestJob, id);
  const workflow = asked.models === undefined ? backtestWorkflow : modelBacktestWorkflow;
  await db.transaction(async (tx) => {
    await lockJobs(tx, actor, clock.now());
    const counts = await countBacktests(tx, actor.owner);
    if (!(await setResumed(tx, id, actor.owner))) return;
    ensureSlot(counts, asked.models !== undefined);
    if (!(await requeueWorkflow(tx, id, workflow))) await queue.enqueueJob(tx, workflow, { id, owner: actor.owner });
  });
  return getOwn(ctx, backtestJob, id);
}

/**
 * Made anew, it counts the trials since. Free.
 * @throws Forbidden; NotFound; Conflict without a result or while another is under way
 */
export async function orderValidity(ctx: Context, id: string): Promise<BacktestValidity> {
  requireScope(ctx, "backtests:write");
  const { actor } = ctx;
  const about = { kind: "validity", subject: id } as const;
  const { state, source } = await getBacktest(ctx, id);
  if (state !== "succeeded") throw new Conflict("this backtest has no result yet");
  await submitJob(ctx, {
    kind: validityJob,
    workflow: validityWorkflow,
    job: { subject: id, input: { uploaded: source === "elsewhere" } },
    async admit(tx) {
      const before = await newestJob(tx.sql, about, actor.owner);
      if (before !== null && before.finished_at === null) return before.id;
      if ((await findOpenJob(tx, { kind: "validity", owner: actor.owner })) !== null)
        throw new Conflict("you already have a validity report running; wait for it to finish");
      await deleteEarlier(tx, about);
      return null;
    },
  });
  const ordered = await getValidity(ctx, id);
  if (ordered === null) throw new NotFound(backtestJob.unknown);
  return ordered;
}

/** `null` where none was asked for. @throws Forbidden; NotFound */
export async function getValidity(ctx: Context, id: string): Promise<BacktestValidity | null> {
  await getBacktest(ctx, id);
  const about = { kind: "validity", subject: id } as const;
  const row = await newestJob(ctx.db.sql, about, ctx.actor.owner);
  return row === null ? null : validityJob.show(row, await lastResult(ctx.db.sql, about));
}

/** Deleting the upload no longer takes it back. @throws Forbidden; NotFound */
export async function countTrial(
  ctx: Context,
  { id, environment }: { readonly id: string; readonly environment: Pick<BacktestEnvironment, "trialOf"> },
): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  const { result } = await getBacktestResult(ctx, id);
  await db.transaction((tx) => noteTrial(tx, { owner: actor.owner, backtest: id }, environment.trialOf(result)));
}
