import { Decimal } from "decimal.js";
import { z } from "zod";
import { JobStatus } from "#src/contract/analysis.ts";
import { Attribution, PlannedAttribution, type AttributionJob } from "#src/contract/attribution.ts";
import { BacktestAsked, BacktestSource, BacktestSummary, type Backtest } from "#src/contract/backtests.ts";
import { JobState, type JobKind as JobKindName } from "#src/contract/job-kinds.ts";
import { MemoryAsked, type MemoryJob } from "#src/contract/memory-jobs.ts";
import { MemoryMeasurement } from "#src/contract/memory-measurement.ts";
import type { Scope } from "#src/contract/plans.ts";
import { ValidityReport, ValidityState, type BacktestValidity } from "#src/contract/validity.ts";
import type { StoredJob } from "#src/db/queries/jobs.ts";
import { toIso } from "#src/platform/clock.ts";

/**
 * A kind of job. What it would take is estimated by a verb in its folder, and it is run by its workflow in
 * src/worker/workflows; everything else that happens to a job is the same for all kinds (this folder, and
 * src/db/queries/jobs.ts).
 */
export interface JobKind<Input, Job> {
  readonly name: JobKindName;
  /** Of its ids. */
  readonly prefix: string;
  readonly read: Scope;
  readonly write: Scope;
  /** What is said of one that is not there. */
  readonly unknown: string;
  readonly input: z.ZodType<Input>;
  /** As it is shown. @param earlier the last result about the same thing, where a newer job is under way */
  readonly show: (row: StoredJob, earlier: unknown) => Job;
}

const time = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()));
const times = (row: StoredJob) => ({
  created_at: toIso(row.created_at.getTime()),
  started_at: time(row.started_at),
  finished_at: time(row.finished_at),
});

/** As it is written, without the zeros that a sum of amounts leaves behind. */
const spent = (row: StoredJob) => ({ spent_usd: new Decimal(row.spent_usd).toFixed() });

export const attributionJob: JobKind<PlannedAttribution, AttributionJob> = {
  name: "attribution",
  prefix: "att",
  read: "analyses:read",
  write: "analyses:write",
  unknown: "this analysis has no attribution",
  input: PlannedAttribution,
  show: (row) => ({
    id: row.id,
    analysis_id: row.analysis_id ?? "",
    status: JobStatus.parse(row.state),
    planned: PlannedAttribution.parse(row.input),
    budget_usd: row.budget_usd,
    ...spent(row),
    done: row.done,
    result: row.result === null ? null : Attribution.parse(row.result),
    error: row.error,
    ...times(row),
  }),
};

export const memoryJob: JobKind<MemoryAsked, MemoryJob> = {
  name: "memory",
  prefix: "mem",
  read: "backtests:read",
  write: "backtests:write",
  unknown: "there is no such measurement",
  input: MemoryAsked,
  show: (row) => ({
    id: row.id,
    status: JobStatus.parse(row.state),
    request: MemoryAsked.parse(row.input),
    progress: { done: row.done, total: row.total ?? 0 },
    budget_usd: row.budget_usd ?? "0",
    ...spent(row),
    result: row.result === null ? null : MemoryMeasurement.parse(row.result),
    error: row.error,
    ...times(row),
  }),
};

const Headline = BacktestSummary.extend({ stopped: z.string().nullable() });

export const backtestJob: JobKind<BacktestAsked, Backtest> = {
  name: "backtest",
  prefix: "bt",
  read: "backtests:read",
  write: "backtests:write",
  unknown: "there is no such backtest",
  input: BacktestAsked,
  show(row) {
    const { stopped, ...summary } = row.result === null ? { stopped: null } : Headline.parse(row.result);
    return {
      id: row.id,
      number: row.number,
      source: z.object({ source: BacktestSource }).parse(row.input).source,
      state: JobState.parse(row.state),
      asked: BacktestAsked.parse(row.input),
      done: row.done,
      total: row.total,
      summary: row.result === null ? null : BacktestSummary.parse(summary),
      error: row.error,
      stopped,
      ...spent(row),
      held_usd: row.held_usd,
      ...times(row),
    };
  },
};

/** Its lines are its input and its result, and what it comes to is counted from them (src/services/batches). */
export const batchJob = { name: "batch", prefix: "bat" } as const;

/** Whether the backtest was brought, and not made here. */
const ValidityInput = z.object({ uploaded: z.boolean() });

export const validityJob: JobKind<z.infer<typeof ValidityInput>, BacktestValidity> = {
  name: "validity",
  prefix: "val",
  read: "backtests:read",
  write: "backtests:write",
  unknown: "this backtest has no validity report",
  input: ValidityInput,
  show(row, earlier) {
    const report = row.result ?? earlier;
    return {
      backtest_id: row.backtest_id ?? "",
      status: ValidityState.parse(row.state),
      report: report === null ? null : ValidityReport.parse(report),
      error: row.error,
      ...times(row),
    };
  },
};
