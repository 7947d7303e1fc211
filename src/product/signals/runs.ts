import { Decimal } from "decimal.js";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { type HeldPlan, entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { type SignalList, activeLists, foundSymbols, listsOf } from "./queries/signal-lists.ts";
import { findModelKey } from "../model-keys/queries/model-keys.ts";
import { type DueRun, endRun, markStarted, newestRuns, openJobs, spentOn, waitingRuns } from "./queries/signal-runs.ts";
import { type Submission, submitAnalyses } from "#src/product/analyses/queries/submissions.ts";
import { type Instant, dayMs, toIso } from "#src/core/clock.ts";
import { monthlyQuota, runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { type SubmissionTerms, namedSubmission } from "../analyses/public/submission.ts";
import { type SignalSettings, houseOwner, nextRuns } from "./public/readable-lists.ts";
import { type Context, type JobSettings, type SystemContext, requireScope } from "../context.ts";
import type { ListRun } from "#src/contract/signals/signals.ts";
import { getWatchlist } from "./watchlists.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import type { Coverage } from "#src/contract/signals/instruments.ts";

/** Looked at in one go; the rest is due a minute later too. */
const mostAtOnce = 500;
/** Smaller goes first; plans have two digits at most. */
const housePriority = 1000;
const ownListPriority = 100;

/**
 * Behind people's own jobs. The house list needs the day's money, others their month. Jobs have fixed names, so nothing
 * starts twice.
 */
export async function startRuns(
  ctx: SystemContext,
  how: RunSettings,
): Promise<{ readonly started: number; readonly waiting: number }> {
  const { db } = ctx;
  const [due, lists] = await Promise.all([waitingRuns(db.sql, mostAtOnce), activeLists(db.sql)]);
  const known = new Map(lists.map((each) => [each.list.id, each]));
  let started = 0;
  let isHouseBudgetSpent = false;
  for (const run of due) {
    const found = known.get(run.list);
    if (found === undefined || (found.held === null && isHouseBudgetSpent)) continue;
    const { list, held } = found;
    const terms = held === null ? await houseTerms(ctx, how.signals, list) : await ownTerms(ctx, how.jobs, list, held);
    if (terms === null) isHouseBudgetSpent = true;
    else if (await startRun(ctx, how.jobs, { run, list, terms })) started += 1;
  }
  return { started, waiting: due.length - started };
}

/** How the engine runs, and how any job is made. */
export interface RunSettings {
  readonly signals: SignalSettings;
  readonly jobs: JobSettings;
}

/** `null`: not now. */
async function houseTerms(
  { db, clock }: SystemContext,
  signals: SignalSettings,
  { runs }: SignalList,
): Promise<SubmissionTerms | null> {
  const open = await openJobs(db.sql, houseOwner);
  // One waits, so that a free slot is used at once.
  if (open > 0 && open + runs > (signals.slots + 1) * Math.max(1, runs)) return null;
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const spent = new Decimal(await spentOn(db.sql, houseOwner, today, today + dayMs));
  const most = new Decimal(signals.runBudgetUsd).times(runs);
  if (spent.plus(most).greaterThan(signals.dailyBudgetUsd)) return null;
  const { slots, runBudgetUsd: budgetUsd } = signals;
  return {
    owner: houseOwner,
    plan: "free",
    slots,
    quota: null,
    priority: housePriority,
    budgetUsd,
    own: null,
  };
}

async function ownTerms(
  { db, clock }: SystemContext,
  jobs: JobSettings,
  { owner, own_model: own = null }: SignalList,
  held: HeldPlan,
): Promise<SubmissionTerms> {
  if (owner === null) throw new RangeError("the house list has no owner");
  const { plan, slots, priority } = entitlementsAt(held, clock.now());
  const actor = { owner, plan, scopes: [] };
  const key = own === null ? null : await findModelKey(db.sql, owner, own.llm_provider);
  return {
    owner,
    plan,
    slots: Math.min(slots, jobs.maxConcurrency),
    quota: monthlyQuota(actor),
    priority: ownListPriority + priority,
    budgetUsd: own === null ? runBudgetUsd(actor, jobs.budgetUsd) : null,
    own: own === null ? null : { model: own, defaults: key?.defaults ?? null },
  };
}

interface StartedRun {
  readonly run: DueRun;
  readonly list: SignalList;
  readonly terms: SubmissionTerms;
}

/** False when there was no room for it. */
async function startRun(
  { db, clock }: SystemContext,
  jobs: JobSettings,
  { run, list, terms }: StartedRun,
): Promise<boolean> {
  const at = clock.now();
  const asked = Array.from({ length: list.runs }, (_, index) => submissionOf(jobs, { run, list, terms }, index, at));
  const told = await submitAnalyses(db.pool, asked);
  const ids = told.flatMap((one, index) => {
    if (one.outcome === "known") return [one.id];
    return one.outcome === "made" ? [asked[index]?.id ?? ""] : [];
  });
  if (told.some(({ outcome }) => outcome === "full" || outcome === "unfunded")) return false;
  if (ids.length > 0) {
    await markStarted(db, run, ids, at);
    return true;
  }
  const { name } = plans[terms.plan];
  await endRun(
    db,
    run,
    { outcome: "skipped", reason: `all analyses of the ${name} plan this month have been used` },
    at,
  );
  return false;
}

function submissionOf(
  jobs: JobSettings,
  { run, list: { language, allow_short }, terms }: StartedRun,
  repetition: number,
  at: Instant,
): Submission {
  const { list, symbol, session, assetType } = run;
  const analysts = [...Analyst.options];
  return namedSubmission(
    jobs,
    {
      terms,
      name: `signal ${list} ${symbol} ${session} ${repetition + 1}`,
      requestId: `signals_${session}`,
      request: { ticker: symbol, trade_date: session, asset_type: assetType, analysts, language, allow_short },
      seed: repetition + 1,
    },
    at,
  );
}

/** Of one list. */
const mostRuns = 30;

/** By list, newest session first. */
export async function listRuns(ctx: Context): Promise<Readonly<Record<string, readonly ListRun[]>>> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const lists = await listsOf(db.sql, actor.owner);
  return Object.fromEntries(
    await newestRuns(
      db.sql,
      lists.map(({ id }) => id),
      mostRuns,
    ),
  );
}

/** Newest session first. @throws NotFound */
export async function listListRuns(
  ctx: Context,
  { list, limit }: { readonly list: string; readonly limit: number },
): Promise<readonly ListRun[]> {
  requireScope(ctx, "lists:read");
  const { id } = await getWatchlist(ctx, list);
  return (await newestRuns(ctx.db.sql, [id], limit)).get(id) ?? [];
}

/** Soonest first. @throws NotFound */
export async function listNextRuns(
  ctx: Context,
  {
    environment,
    list,
    limit,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">;
    readonly list: string;
    readonly limit: number;
  },
): Promise<{ readonly at: string; readonly symbols: readonly string[] }[]> {
  requireScope(ctx, "lists:read");
  const runs = nextRuns(environment, await getWatchlist(ctx, list), ctx.clock.now(), limit);
  return runs.map(({ at, symbols }) => ({ at: toIso(at), symbols }));
}

/** By symbol, what the service has on it. @param symbols canonical */
export async function readCoverage(
  ctx: Context,
  {
    environment,
    symbols,
  }: { readonly environment: Pick<AnalysisEnvironment, "coverageOf">; readonly symbols: readonly string[] },
): Promise<Readonly<Record<string, Coverage>>> {
  requireScope(ctx, "lists:read");
  const own = symbols.map((symbol) => [symbol, environment.coverageOf(symbol)] as const);
  const unchecked = own.flatMap(([symbol, { status }]) => (status === "unchecked" ? [symbol] : []));
  const found = await foundSymbols(ctx.db.sql, unchecked);
  return Object.fromEntries(
    own.map(([symbol, coverage]) => {
      const name = found.get(symbol);
      return [symbol, coverage.status === "unchecked" && name !== undefined ? { status: "found", name } : coverage];
    }),
  );
}
