import { DBOS, type WorkflowStatus } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import {
  analysisQueue,
  analysisWorkflow,
  creditDepositWorkflow,
  deliveryWorkflow,
  jobWorkflows,
  queueOf,
} from "#src/product/jobs/queries/job-queue.ts";
import {
  cancelledEarly,
  databaseStartedAt,
  forgetDeaths,
  recordDeaths,
  recordStop,
  takeBackDeaths,
  stoppedWorkersOf,
  deathCounts,
  type DeathCount,
  adoptRuns,
  lockDeparted,
  otherReleases,
} from "#src/product/jobs/queries/worker-deaths.ts";
import { reportStuckDeposit } from "#src/product/deposits/reading.ts";
import { giveUpMessage } from "#src/product/outbox/outbox.ts";
import { forgetLost, readLost } from "./heartbeat.ts";
import type { WorkerTools } from "./workflows/analysis.ts";

/** A job beside a deadly one gets further each time, so deaths count where it stands; the total bounds the rest. */
const most: DeathCount = { here: 3, all: 6 };
/** Jobs one death from being set aside wait here. */
const suspectQueue = "suspects";
/** One worker at a time lets somebody out. */
const releaseLock = 727_304;

/** How many more deaths it has. */
function leftOf({ here, all }: DeathCount = { here: 0, all: 0 }): number {
  return Math.min(most.here - here, most.all - all);
}

const neverSleep: ReadonlySet<string> = new Set([analysisWorkflow, ...jobWorkflows]);

type Tools = Pick<WorkerTools, "db" | "queue" | "clock" | "log" | "home"> & {
  readonly setAside: (workflow: string) => void;
};

/** Runs of releases without a worker (docs/adr/0019). */
export async function adopt({ db, log }: Pick<Tools, "db" | "log">, release: string): Promise<void> {
  for (const from of await otherReleases(db.sql, release)) {
    const runs = await db.transaction(async (tx) =>
      (await lockDeparted(tx, from)) ? adoptRuns(tx, from, release) : null,
    );
    if (runs !== null) log.info({ from, release, runs }, "runs of another release continue here");
  }
}

/**
 * By DBOS' own recovery. A worker without its lock is dead; three deaths without progress set a job aside
 * (docs/adr/0018).
 */
export async function takeOver(
  tools: Tools,
  release: string,
  dead: (executorIds: readonly string[]) => Promise<string[]>,
): Promise<void> {
  await forgiveLost(tools);
  // Another release's runs are not ours to take.
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

export async function resumeCancelledEarly({ db, log }: Pick<Tools, "db" | "log">): Promise<void> {
  const ids = await cancelledEarly(db.sql);
  if (ids.length === 0) return;
  log.warn({ ids }, "jobs ended too early by a wrong clock continue");
  await DBOS.resumeWorkflows(ids, { queueName: analysisQueue });
}

/** Losing the database was no death: counts are taken back. */
async function forgiveLost({
  db,
  clock,
  home,
}: Pick<Tools, "db" | "clock"> & { readonly home: string }): Promise<void> {
  const lost = readLost(home);
  for (const executor of lost) {
    await recordStop(db.sql, executor, clock.now());
    const jobs = await takeBackDeaths(db.sql, executor);
    if (jobs.length === 0) continue;
    const deaths = await deathCounts(db.sql);
    const open = await DBOS.listWorkflows({
      workflowIDs: jobs,
      status: "ENQUEUED",
      loadInput: false,
      loadOutput: false,
    });
    for (const run of open)
      if (run.queueName === suspectQueue && leftOf(deaths.get(run.workflowID)) > 1) await returnToQueue(run);
  }
  forgetLost(home, lost);
}

async function returnToQueue({ workflowID, workflowName }: WorkflowStatus): Promise<void> {
  const queueName = queueOf.get(workflowName);
  await DBOS.resumeWorkflows([workflowID], queueName === undefined ? {} : { queueName });
}

/** Too many deaths keep a job apart. */
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
    // Stops and database outages are not the jobs' doing.
    if (stopped.has(executor) || (dequeuedAt ?? createdAt) < databaseStart || (await isAsleep(run, clock.now())))
      continue;
    deaths.push({ workflow, executor });
  }
  await recordDeaths(db.sql, deaths, clock.now());
  const counts = await deathCounts(db.sql);
  for (const run of stranded) {
    const left = leftOf(counts.get(run.workflowID));
    if (left <= 0) await setAside(tools, run);
    else if (left === 1) await DBOS.resumeWorkflows([run.workflowID], { queueName: suspectQueue });
  }
}

/** Whether it only waits for its next attempt, which ends no worker. */
async function isAsleep({ workflowID, workflowName }: WorkflowStatus, now: number): Promise<boolean> {
  // They never sleep, and their steps are large.
  if (neverSleep.has(workflowName)) return false;
  const last = (await DBOS.listWorkflowSteps(workflowID))?.at(-1);
  return last?.name === "DBOS.sleep" && (last.completedAtEpochMs ?? 0) > now;
}

/** Those somebody waits for are failed by `failAbandoned`. */
async function setAside(tools: Tools, { workflowID, workflowName }: WorkflowStatus): Promise<void> {
  if (workflowName === creditDepositWorkflow) {
    const [run] = await DBOS.listWorkflows({ workflowIDs: [workflowID], loadOutput: false });
    await reportStuckDeposit(tools, String(run?.input?.[0]));
  }
  if (workflowName === deliveryWorkflow) {
    const [id = "", turn] = workflowID.split(" ");
    await giveUpMessage(tools, { id, turn: Number(turn) });
  }
  await DBOSExecutor.globalInstance?.systemDatabase.deadLetterWorkflows([workflowID], 0);
  tools.setAside(workflowName);
  tools.log.error(
    { job: workflowID, kind: workflowName },
    "a job was running each time its workers stopped; it is not retried",
  );
}

/** Alone: if its worker dies now, it was this one. */
async function releaseOneSuspect({ db, clock }: Tools): Promise<void> {
  const deaths = await deathCounts(db.sql);
  const known = [...deaths].filter(([, count]) => leftOf(count) <= 1).map(([id]) => id);
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
    await returnToQueue(next);
  });
}
