import type { Job, JobStatus } from "#src/contract/jobs/analysis.ts";
import { findAnalysis, listAnalyses as listedAnalyses, lockAnalysis } from "./queries/analyses.ts";
import { Conflict, CorruptRun, NotFound } from "#src/core/errors.ts";
import { type Context, requireScope } from "../context.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { Attribution } from "#src/contract/jobs/attribution.ts";
import { lastResult } from "../jobs/queries/jobs.ts";
import { eraseHoldings, findHoldings, findRun, laterChart } from "./queries/runs.ts";
import { readMemory } from "../memory/public/put-together.ts";
import { refuseRemoved } from "./public/runs.ts";
import type { AnalysisFilter, AnalysisPage, JobList, UnfinishedRun } from "#src/contract/jobs/jobs.ts";
import { searchAnalyses as foundAnalyses, symbolsAsked } from "./queries/analysis-list.ts";
import type { DrawnBar } from "#src/contract/chart.ts";
import { daysOf } from "../signals/queries/signal-days.ts";
import { settledBars } from "../signals/public/outcomes.ts";
import { ForHoldings, Holdings, type HoldingsOfAnalysis } from "#src/contract/holdings/holdings.ts";

/** @throws Forbidden without the scope; NotFound for an unknown or foreign id */
export async function getAnalysis(ctx: Context, id: string): Promise<Job> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  return stored.job;
}

/**
 * With attribution and memory, where measured.
 * @throws Forbidden; NotFound; Conflict in another state; NoLongerKept; CorruptRun
 */
export async function getRun(
  ctx: Context,
  id: string,
): Promise<{ run: Run; reports: Reports; attribution?: Attribution; memory?: MemorySummary }> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses have a report`);
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${id} have been altered`, { cause: reports.error });
  const found = { run: stored.run, reports: reports.data };
  const [measured, memory] = await Promise.all([
    lastResult(db.sql, { kind: "attribution", subject: id }),
    readMemory(ctx, found),
  ]);
  return { ...found, ...(measured !== null && { attribution: Attribution.parse(measured) }), ...memory };
}

/** @throws Forbidden; NotFound; Conflict while it is open; NoLongerKept */
export async function getEndedRun(ctx: Context, id: string): Promise<Run | UnfinishedRun> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  const ended = stored.run ?? stored.unfinished;
  if (ended === null) throw new Conflict(`the analysis is ${stored.status}; the report is available once it has ended`);
  return ended;
}

/**
 * Newest first.
 * @param page `cursor` is a job's number; without `reports` results are small
 */
export async function listAnalyses(
  ctx: Context,
  page: {
    readonly status: JobStatus | null;
    readonly ticker: string | null;
    readonly cursor: number | null;
    readonly limit: number;
    readonly reports: boolean;
  },
): Promise<JobList> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const found = await listedAnalyses(db.sql, actor.owner, {
    status: page.status,
    ticker: page.ticker,
    before: page.cursor,
    limit: page.limit + 1,
    reports: page.reports,
  });
  const listed = found.slice(0, page.limit);
  const last = listed.at(-1);
  return {
    data: listed.map(({ job }) => job),
    next_cursor: found.length > page.limit && last !== undefined ? String(last.number) : null,
  };
}

/**
 * Newest first, without reports.
 * @param input `before` and `after` are `older` and `newer` of another page
 */
export async function searchAnalyses(
  ctx: Context,
  {
    filter,
    page,
  }: {
    readonly filter: AnalysisFilter;
    readonly page: { readonly before: number | null; readonly after: number | null; readonly limit: number };
  },
): Promise<AnalysisPage> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const found = await foundAnalyses(db.sql, actor.owner, filter, { ...page, limit: page.limit + 1 });
  const more = found.length > page.limit;
  // One more than fits was asked for.
  const analyses = !more ? found : page.after === null ? found.slice(0, -1) : found.slice(1);
  const first = analyses.at(0)?.number ?? null;
  const last = analyses.at(-1)?.number ?? null;
  return {
    analyses,
    newer: page.after === null ? (page.before === null ? null : first) : more ? first : null,
    older: page.after === null && !more ? null : last,
  };
}

/** The symbols the actor has asked for, the latest first. */
export async function listSymbols(ctx: Context, limit: number): Promise<string[]> {
  const { db, actor } = ctx;
  return symbolsAsked(db.sql, actor.owner, limit);
}

interface Finished {
  readonly run: Run;
  readonly reports: Reports;
}

/**
 * For `diffRuns`; the caller chooses `before`.
 * @throws as getRun for either; Conflict for one run twice
 */
export async function compareAnalyses(
  ctx: Context,
  ids: { readonly before: string; readonly after: string },
): Promise<{ before: Finished; after: Finished }> {
  if (ids.before === ids.after) throw new Conflict("choose two different analyses");
  const [before, after] = await Promise.all([getRun(ctx, ids.before), getRun(ctx, ids.after)]);
  return { before, after };
}

/**
 * From the actor's latest run or the settled sessions, whichever reaches further, on their own basis.
 * @throws Forbidden
 */
export async function readLaterPrices(
  ctx: Context,
  { request, manifest }: Pick<Run, "request" | "manifest">,
): Promise<readonly DrawnBar[]> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  const { db, actor } = ctx;
  const { symbol } = manifest.data;
  const last = manifest.chart.at(-1)?.date;
  const [own, settled] = await Promise.all([
    laterChart(db.sql, actor.owner, request.ticker, request.trade_date),
    daysOf(db.sql, [symbol]),
  ]);
  const sources = [own ?? [], settledBars(settled.get(symbol) ?? [])];
  return sources
    .filter((bars) => bars.some(({ date }) => date === last))
    .reduce((furthest, bars) => ((bars.at(-1)?.date ?? "") > (furthest.at(-1)?.date ?? "") ? bars : furthest), []);
}

/**
 * What the asker held, and what the opinion means for it: theirs alone, so it stands in no shared report, proof or
 * webhook. `null`: not given, or deleted.
 * @throws Forbidden; NotFound for another owner's analysis
 */
export async function readHoldings(ctx: Context, id: string): Promise<HoldingsOfAnalysis | null> {
  requireScope(ctx, "analyses:read");
  const { db, actor } = ctx;
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const found = await findHoldings(db.sql, id);
  if (found === null) return null;
  // A cancelled analysis shows no outcome.
  const isShown = found.advice !== null && stored.job.status === "succeeded";
  return {
    holdings: Holdings.parse(JSON.parse(db.vault.open(found.holdings))),
    for_holdings: isShown ? ForHoldings.parse(JSON.parse(db.vault.open(found.advice))) : null,
  };
}

/**
 * Erases what the asker held and what the opinion means for it; the analysis stays.
 * @throws Forbidden; NotFound
 */
export async function deleteHoldings(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "analyses:write");
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (!(await eraseHoldings(tx, id))) throw new NotFound("this analysis has no holdings");
  });
}
