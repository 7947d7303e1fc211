import { DBOS } from "@dbos-inc/dbos-sdk";
import {
  type StoredJob,
  endJob,
  takeJob,
  type AnswersOf,
  keepAnswer,
  listAnswers,
} from "#src/product/jobs/queries/jobs.ts";
import { Cancelled, isConclaveError } from "#src/core/errors.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { SystemContext } from "#src/product/context.ts";
import type { JobKind } from "#src/product/jobs/public/kinds.ts";
import { runStep } from "../outages.ts";
import { z } from "zod";
import type { Database } from "#src/core/db/database.ts";
import { KeptAnswer, keptAnswers } from "#src/debate/attribution/reuse.ts";

/** A job that was taken from its queue. */
export interface TakenJob<Input> extends Pick<StoredJob, "id" | "owner" | "progress"> {
  readonly input: Input;
  /** The analysis of an attribution, the backtest of a validity report. */
  readonly subject: string;
  readonly budgetUsd: StoredJob["budget_usd"];
  /** Of a job that is cancelled, or whose worker stops. */
  readonly signal: AbortSignal;
}

export interface JobWork<Input, Result> {
  /** @returns result or JSON; `null`: not to go on */
  readonly run: (taken: TakenJob<Input>) => Promise<Result | null>;
  /** Of one that was cancelled meanwhile nothing is kept. */
  readonly succeeded?: (result: Result) => Promise<void>;
  /** For the owner; `null` for defects and stopping workers. */
  readonly reason: (error: unknown) => string | null;
}

type Tools = Pick<SystemContext, "db" | "clock"> & { readonly log: Log };

/** One step; what it pays for is kept on the way. */
export async function runJob<Input, Result extends object | string>(
  tools: Tools,
  id: string,
  kind: JobKind<Input, unknown>,
  work: JobWork<Input, Result>,
): Promise<void> {
  const { db, clock } = tools;
  // No step: whoever takes over must ask anew.
  const row = await takeJob(db.sql, id, clock.now());
  if (row === null) return;
  const log = tools.log.child({ job: id });
  log.info(`${kind.name} started`);
  const ended = await runStep(() => runToEnd(tools, row, kind, work), { name: kind.name });
  log.info({ ended }, `${kind.name} ended`);
}

/** @returns how it ended, for the log */
async function runToEnd<Input, Result extends object | string>(
  { db, clock }: Tools,
  row: StoredJob,
  kind: JobKind<Input, unknown>,
  work: JobWork<Input, Result>,
): Promise<string> {
  const { id, owner, progress, budget_usd: budgetUsd } = row;
  const signal = DBOS.stepStatus?.cancelSignal ?? new AbortController().signal;
  const subject = row.analysis_id ?? row.backtest_id ?? "";
  try {
    const taken = { id, owner, progress, subject, budgetUsd, input: kind.input.parse(row.input), signal };
    const made = await work.run(taken);
    if (made === null) return "cancelled";
    const result = typeof made === "string" ? made : JSON.stringify(made);
    if (!(await endJob(db.sql, id, { state: "succeeded", result }, clock.now()))) return "cancelled";
    await work.succeeded?.(made);
    return "succeeded";
  } catch (error) {
    const reason = work.reason(error);
    if (reason === null) throw error;
    await endJob(db.sql, id, { state: "failed", error: reason }, clock.now());
    return reason;
  }
}

/** A cancel is in the row, and a stop goes on elsewhere. */
export function toldReason(error: unknown): string | null {
  return isConclaveError(error) && !(error instanceof Cancelled) ? error.message : null;
}

export async function jobAnswers({ sql }: Database, of: AnswersOf): Promise<ReturnType<typeof keptAnswers>> {
  const known = z.array(KeptAnswer).parse(await listAnswers(sql, of));
  return keptAnswers(known, (answer) => keepAnswer(sql, of, answer));
}
