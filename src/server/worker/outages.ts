import { setTimeout as pause } from "node:timers/promises";
import { DBOS, DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import type { Database } from "#src/core/db/database.ts";
import { handBack, takenBy } from "#src/product/jobs/queries/worker-deaths.ts";
import { tryRoom } from "#src/core/db/pool.ts";
import { isOutage, shortageOf } from "#src/core/network/database-away.ts";
import type { Log } from "#src/core/operation/log.ts";

const firstPauseMs = 250;
const longestPauseMs = 5000;

/** Step and job have no end yet. */
class Unended extends DBOSWorkflowConflictError {
  constructor(job: string, cause: unknown) {
    super(job);
    this.cause = cause;
  }
}

function isInterrupted(error: unknown): boolean {
  return error instanceof Unended || isOutage(error);
}

/** Shortages and lost databases are not kept as failures: the step is repeated. */
export function runStep<T>(work: () => Promise<T>, config: { readonly name: string }): Promise<T> {
  const job = DBOS.workflowID ?? "";
  return DBOS.runStep(async () => {
    try {
      return await work();
    } catch (error) {
      throw isInterrupted(error) ? new Unended(job, error) : error;
    }
  }, config);
}

/** The database refused it whole. */
export async function untilRoom<T>(work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (shortageOf(error) === null) throw error;
      await pause(pauseMs);
    }
  }
}

interface Tools {
  readonly db: Pick<Database, "sql" | "pool">;
  readonly log: Log;
}

/** It goes back to the queue. */
export function outlivingOutages<A extends unknown[]>(
  { db, log }: Tools,
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      if (!isInterrupted(error)) throw error;
      const job = DBOS.workflowID ?? "";
      log.warn({ err: error, job }, "an outage interrupted a job; it continues afterwards");
      await untilOver(async () => {
        await tryRoom(db.pool);
        await handBack(db.sql, [job], DBOS.executorID);
      });
      // The engine leaves the job's end to whoever takes it next.
      throw new Unended(job, error);
    }
  };
}

async function untilOver(work: () => Promise<void>): Promise<void> {
  for (let pauseMs = 4 * firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    // So that jobs do not return together.
    await pause(pauseMs * (1 - Math.random() / 2));
    try {
      return await work();
    } catch (error) {
      if (!isInterrupted(error)) throw error;
    }
  }
}

/** Taken but not run: the engine could not begin or end them. A second look hands them back. */
export function strayJobs({ db, log }: Tools): () => Promise<void> {
  let before: ReadonlySet<string> = new Set();
  return async () => {
    const engine = DBOSExecutor.globalInstance?.systemDatabase;
    const taken = await takenBy(db.sql, DBOS.executorID);
    const idle = taken.filter((id) => engine?.checkForRunningWorkflow(id) === false);
    const stray = idle.filter((id) => before.has(id));
    before = new Set(idle);
    if (stray.length === 0) return;
    await handBack(db.sql, stray, DBOS.executorID);
    log.warn({ jobs: stray }, "jobs that were taken and not run go back to their queues");
  };
}

/** By job name: fires with its stray error. */
const running = new Map<string, AbortController>();

/** Fails with what was let go in it, which would else end the process. */
export function withErrorBoundary<A extends unknown[]>(
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    const id = DBOS.workflowID ?? "";
    const broken = new AbortController();
    running.set(id, broken);
    const failure = new Promise<never>((_, reject) =>
      broken.signal.addEventListener("abort", () => reject(broken.signal.reason), { once: true }),
    );
    try {
      await Promise.race([work(...args), failure]);
    } finally {
      if (running.get(id) === broken) running.delete(id);
    }
  };
}

export function failureSignal(): AbortSignal | undefined {
  return running.get(DBOS.workflowID ?? "")?.signal;
}

/** @returns the job's name; `null`: none, or ended */
export function failRunningJob(error: unknown): string | null {
  const id = DBOS.workflowID;
  const broken = running.get(id ?? "");
  if (id === undefined || broken === undefined) return null;
  broken.abort(error);
  return id;
}
