import { DBOS, type WorkflowStatus } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import {
  alertQueue,
  alertWorkflow,
  analysisQueue,
  analysisWorkflow,
  backtestQueue,
  backtestWorkflow,
  modelBacktestQueue,
  modelBacktestWorkflow,
  mailQueue,
  mailWorkflow,
  depositQueue,
  creditDepositWorkflow,
  signalWebhookWorkflow,
  webhookQueue,
  webhookWorkflow,
} from "#src/db/job-queue.ts";
import {
  databaseStartedAt,
  forgetDeaths,
  recordDeaths,
  stoppedWorkersOf,
  jobsWithDeaths,
} from "#src/db/queries/worker-deaths.ts";
import { adoptRuns, lockDeparted, otherReleases } from "#src/db/queries/releases.ts";
import { reportStuckDeposit } from "#src/services/deposits/report-stuck-deposit.ts";
import type { WorkerTools } from "./workflows/analysis.ts";

/** At so many deaths a job is set aside; with one less it runs while no other such job does. */
const mostDeaths = 3;
/** No worker takes from it: here waits who was aboard at two deaths, until it is let out. */
const suspectQueue = "suspects";
/** One worker at a time lets somebody out. */
const releaseLock = 727_304;

const queueOf: Readonly<Record<string, string>> = {
  [analysisWorkflow]: analysisQueue,
  [backtestWorkflow]: backtestQueue,
  [modelBacktestWorkflow]: modelBacktestQueue,
  [mailWorkflow]: mailQueue,
  [creditDepositWorkflow]: depositQueue,
  [webhookWorkflow]: webhookQueue,
  [signalWebhookWorkflow]: webhookQueue,
  [alertWorkflow]: alertQueue,
};

const neverSleep: ReadonlySet<string> = new Set([analysisWorkflow, backtestWorkflow, modelBacktestWorkflow]);

type Tools = Pick<WorkerTools, "db" | "queue" | "clock" | "log"> & { readonly setAside: (workflow: string) => void };

/**
 * Makes the runs of releases that no worker is of any more this release's own, and new runs too where such a release
 * was the newest. While one of its workers lives, its runs are for it to go on with (docs/adr/0074).
 */
export async function adopt({ db, log }: Pick<Tools, "db" | "log">, release: string): Promise<void> {
  for (const from of await otherReleases(db.sql, release)) {
    const runs = await db.transaction(async (tx) =>
      (await lockDeparted(tx, from)) ? adoptRuns(tx, from, release) : null,
    );
    if (runs !== null) log.info({ from, release, runs }, "runs of another release go on here");
  }
}

/**
 * Puts the runs of dead workers of this release back into the queue, by DBOS's own recovery. The open-source engine
 * recovers only its own executor's runs, and who is dead is for us to say: whoever no longer holds its lock. A job that
 * was at work at three deaths is not run again (docs/adr/0028).
 */
export async function takeOver(
  tools: Tools,
  release: string,
  dead: (executorIds: readonly string[]) => Promise<string[]>,
): Promise<void> {
  // Who finds a worker dead keeps its lock: those of another release must not, since they cannot take its runs.
  const own = { status: "PENDING", applicationVersion: release } as const;
  const pending = await DBOS.listWorkflows({ ...own, loadInput: false, loadOutput: false });
  const gone = await dead([...new Set(pending.flatMap(({ executorId }) => executorId ?? []))]);
  if (gone.length > 0) {
    await blame(
      tools,
      pending.filter(({ executorId }) => executorId !== undefined && gone.includes(executorId)),
    );
    await DBOSExecutor.globalInstance?.recoverPendingWorkflows(gone);
  }
  await releaseOneSuspect(tools);
}

/** Counts the deaths of their workers against these runs, and keeps apart who has too many. */
async function blame(tools: Tools, stranded: readonly WorkflowStatus[]): Promise<void> {
  const { db, clock } = tools;
  const stopped = await stoppedWorkersOf(
    db.sql,
    stranded.flatMap(({ executorId }) => executorId ?? []),
  );
  const databaseStart = await databaseStartedAt(db.sql);
  const deaths = [];
  for (const run of stranded) {
    const { workflowID: workflow, executorId: executor = "", dequeuedAt, createdAt } = run;
    // A worker that was told to stop, or lost a database that went down, was not ended by its jobs.
    if (stopped.has(executor) || (dequeuedAt ?? createdAt) < databaseStart || (await isAsleep(run, clock.now())))
      continue;
    deaths.push({ workflow, executor });
  }
  const counts = await recordDeaths(db.sql, deaths, clock.now());
  for (const run of stranded) {
    const count = counts.get(run.workflowID) ?? 0;
    if (count >= mostDeaths) await setAside(tools, run);
    else if (count === mostDeaths - 1) await DBOS.resumeWorkflows([run.workflowID], { queueName: suspectQueue });
  }
}

/** Whether it only waits for its next attempt, which ends no worker. */
async function isAsleep({ workflowID, workflowName }: WorkflowStatus, now: number): Promise<boolean> {
  // They never sleep, and their steps are large.
  if (neverSleep.has(workflowName)) return false;
  const last = (await DBOS.listWorkflowSteps(workflowID))?.at(-1);
  return last?.name === "DBOS.sleep" && (last.completedAtEpochMs ?? 0) > now;
}

/** Ends a job that is not to be run again. Those that somebody waits for are failed by `failAbandoned`. */
async function setAside(tools: Tools, { workflowID, workflowName }: WorkflowStatus): Promise<void> {
  if (workflowName === creditDepositWorkflow) {
    const [run] = await DBOS.listWorkflows({ workflowIDs: [workflowID], loadOutput: false });
    await reportStuckDeposit(tools, String(run?.input?.[0]));
  }
  await DBOSExecutor.globalInstance?.systemDatabase.deadLetterWorkflows([workflowID], 0);
  tools.setAside(workflowName);
  tools.log.error(
    { job: workflowID, kind: workflowName },
    "a job was running when three workers stopped; it is not retried",
  );
}

/**
 * Of those that wait apart, the oldest goes back to its queue when no other is at work: if its worker dies now, it was
 * not another one of them.
 */
async function releaseOneSuspect({ db, clock }: Tools): Promise<void> {
  const known = await jobsWithDeaths(db.sql, mostDeaths - 1);
  if (known.length === 0) return;
  await db.transaction(async ({ client }) => {
    const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as mine", [releaseLock]);
    if (rows[0]?.mine !== true) return;
    const open = await DBOS.listWorkflows({
      workflowIDs: known,
      status: ["ENQUEUED", "PENDING"],
      loadInput: false,
      loadOutput: false,
    });
    const isOpen = new Set(open.map(({ workflowID }) => workflowID));
    await forgetDeaths(
      db.sql,
      known.filter((id) => !isOpen.has(id)),
    );
    for (const run of open) if (run.queueName !== suspectQueue && !(await isAsleep(run, clock.now()))) return;
    const next = open.find(({ queueName }) => queueName === suspectQueue);
    if (next === undefined) return;
    const queueName = queueOf[next.workflowName];
    await DBOS.resumeWorkflows([next.workflowID], queueName === undefined ? {} : { queueName });
  });
}
