import { setTimeout as pause } from "node:timers/promises";
import { DBOS, DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import type { Database } from "#src/db/database.ts";
import { handBack, takenBy } from "#src/db/queries/hand-back.ts";
import { tryRoom } from "#src/db/try-room.ts";
import { databaseIsAway, shortageOf } from "#src/platform/database-away.ts";
import type { Log } from "#src/platform/log.ts";

const firstPauseMs = 250;
const longestPauseMs = 5000;

/** What the engine does not write down: the step, and its job, have no end yet. */
class Unended extends DBOSWorkflowConflictError {
  constructor(job: string, cause: unknown) {
    super(job);
    this.cause = cause;
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof Unended || shortageOf(error) !== null || databaseIsAway(error);
}

/**
 * A durable step. One that fails because the machine has run out of something, or the database is away, is not kept as
 * failed: it is made again when its job goes on.
 */
export function runStep<T>(work: () => Promise<T>, config: { readonly name: string }): Promise<T> {
  const job = DBOS.workflowID ?? "";
  return DBOS.runStep(async () => {
    try {
      return await work();
    } catch (error) {
      throw isOutage(error) ? new Unended(job, error) : error;
    }
  }, config);
}

/** Does it again while the database has no room for it: it was refused whole. */
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

/** A job that an outage broke off waits for its end and goes back to the queue: nothing that was accepted ends by it. */
export function outlivingOutages<A extends unknown[]>(
  { db, log }: Tools,
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      if (!isOutage(error)) throw error;
      const job = DBOS.workflowID ?? "";
      log.warn({ err: error, job }, "a job was broken off by an outage; it goes on afterwards");
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
    // By chance shorter, so that jobs which waited together do not all come at once.
    await pause(pauseMs * (1 - Math.random() / 2));
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
}

/**
 * Finds jobs that this process has taken and does not run: the engine could not begin them, or not write down how they
 * ended. Each look hands back those that the look before found too.
 */
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
