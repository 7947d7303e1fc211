import { Decimal } from "decimal.js";
import { z } from "zod";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { Attribution, type AttributionJob, PlannedAttribution } from "#src/contract/jobs/attribution.ts";
import { type Backtest, BacktestAsked, BacktestSource, BacktestSummary } from "#src/contract/backtests/backtests.ts";
import { JobState } from "#src/contract/jobs/jobs.ts";
import { MemoryAsked, type MemoryJob, MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import type { Scope } from "#src/contract/accounts/plans.ts";
import { type BacktestValidity, ValidityReport, ValidityState } from "#src/contract/backtests/validity.ts";
import type { AbandonedKind } from "../queries/worker-deaths.ts";
import { type NewJob, type StoredJob, findJob, insertJob } from "#src/product/jobs/queries/jobs.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { JobKind as JobKindName, JobWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { lockPlanHolder } from "#src/product/plans/queries/plans.ts";
import { ensureAccount } from "#src/product/signals/queries/signal-lists.ts";
import { newId } from "#src/core/ids.ts";
import { type Once, madeBefore, noteMade } from "#src/product/idempotency/queries/idempotency-keys.ts";
import type { Actor, Context, SystemContext } from "#src/product/context.ts";
import { NotFound } from "#src/core/errors.ts";

/** Estimates are verbs, work is in src/server/worker/workflows; the rest of a job's life is the same for all kinds. */
export interface JobKind<Input, Job> {
  readonly name: JobKindName;
  /** Of its ids. */
  readonly prefix: string;
  readonly read: Scope;
  readonly write: Scope;
  /** What is said of one that is not there. */
  readonly unknown: string;
  /** By how its workflow ended. */
  readonly abandoned: Abandoned;
  readonly input: z.ZodType<Input>;
  /** @param earlier the last result, while a newer job runs */
  readonly show: (row: StoredJob, earlier: unknown) => Job;
}

interface Abandoned {
  /** An error that none of ours foresees. */
  readonly ERROR: string;
  readonly MAX_RECOVERY_ATTEMPTS_EXCEEDED: string;
  readonly CANCELLED: string;
}

const time = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()));
const times = (row: StoredJob) => ({
  created_at: toIso(row.created_at.getTime()),
  started_at: time(row.started_at),
  finished_at: time(row.finished_at),
});

/** Without a sum's trailing zeros. */
const spent = (row: StoredJob) => ({ spent_usd: new Decimal(row.spent_usd).toFixed() });

export const attributionJob: JobKind<PlannedAttribution, AttributionJob> = {
  name: "attribution",
  prefix: "att",
  read: "analyses:read",
  write: "analyses:write",
  unknown: "this analysis has no attribution",
  abandoned: {
    ERROR: "something went wrong on our side; start it again, answers already paid for are kept",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while measuring; start it again with fewer changes",
    CANCELLED: "the attribution was abandoned",
  },
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
  abandoned: {
    ERROR: "something went wrong on our side; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while measuring; start it again with fewer repetitions",
    CANCELLED: "the measurement was abandoned",
  },
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
  abandoned: {
    ERROR: "something went wrong on our side and the backtest could not be completed; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while running this backtest, so it was not retried; start it again with fewer symbols or a shorter period",
    CANCELLED: "the backtest was abandoned",
  },
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

/** Its lines are input and result (src/product/batches). */
export const batchJob = { name: "batch", prefix: "bat" } as const;

/** Whether the backtest was brought, and not made here. */
const ValidityInput = z.object({ uploaded: z.boolean() });

export const validityJob: JobKind<z.infer<typeof ValidityInput>, BacktestValidity> = {
  name: "validity",
  prefix: "val",
  read: "backtests:read",
  write: "backtests:write",
  unknown: "this backtest has no validity report",
  abandoned: {
    ERROR: "something went wrong on our side; make the report again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED: "the server stopped several times while making this report, so it was not retried",
    CANCELLED: "the report was abandoned",
  },
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

export const abandonedReasons: Readonly<Record<AbandonedKind, Abandoned>> = {
  analysis: {
    ERROR: "something went wrong on our side and the analysis could not be completed; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while running this analysis, so it was not retried; start it again, or choose another date",
    CANCELLED: "the analysis ran out of time",
  },
  attribution: attributionJob.abandoned,
  memory: memoryJob.abandoned,
  backtest: backtestJob.abandoned,
  validity: validityJob.abandoned,
};

export type ToSubmit = Omit<NewJob, "id" | "kind" | "owner">;

interface JobOrder<Input> {
  readonly kind: Pick<JobKind<Input, unknown>, "name" | "prefix">;
  /** Backtests have two, by who decides; `null`: workers look for it by themselves. */
  readonly workflow: JobWorkflow | null;
  readonly job: ToSubmit;
  /** Of one that is asked for with an idempotency key. */
  readonly once?: Once | null;
  /**
   * While nobody else submits for the owner.
   * @returns the job this repeats; `null`: make one
   * @throws what its kind refuses
   */
  readonly admit: (tx: Tx, at: Instant) => Promise<string | null>;
  /** What belongs to it in tables of its own. */
  readonly add?: (tx: Tx, id: string) => Promise<void>;
}

/**
 * The caller checks who may.
 * @returns its id, and whether it is an earlier request's
 * @throws Conflict for a reused key; and as `admit`
 */
export async function submitJob<Input>(
  ctx: Context,
  { kind, workflow, job, once = null, admit, add }: JobOrder<Input>,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  const { db, queue, actor, clock } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    await lockJobs(tx, actor, at);
    const known = (once === null ? null : await madeBefore(tx, actor.owner, once)) ?? (await admit(tx, at));
    if (known !== null) return { id: known, replayed: true };
    const id = newId(kind.prefix);
    await enqueueJob(tx, queue, workflow, { id, kind: kind.name, owner: actor.owner, ...job }, at);
    await add?.(tx, id);
    if (once !== null) await noteMade(tx, actor.owner, once, id, at);
    return { id, replayed: false };
  });
}

/** Locks the owner's account, made where there is none. */
export async function lockJobs(tx: Tx, { owner, plan }: Actor, at: Instant): Promise<void> {
  await ensureAccount(tx, { id: owner, plan }, at);
  await lockPlanHolder(tx, owner);
}

/** Nothing happens while another keeps it out. */
export async function enqueueJob(
  tx: Tx,
  queue: SystemContext["queue"],
  workflow: JobWorkflow | null,
  job: NewJob,
  at: Instant,
): Promise<void> {
  if ((await insertJob(tx, job, at)) && workflow !== null) await queue.enqueueJob(tx, workflow, job);
}

/** The caller checks what they may. @throws NotFound */
export async function getOwn<Job>({ db, actor }: Context, kind: JobKind<unknown, Job>, id: string): Promise<Job> {
  const row = await findJob(db.sql, kind.name, id, actor.owner);
  if (row === null) throw new NotFound(kind.unknown);
  return kind.show(row, null);
}
