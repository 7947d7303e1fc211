import { DBOS, type DLogger } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { MailJob } from "#src/contract/mails.ts";
import {
  alertQueue,
  alertWorkflow,
  analysisQueue,
  analysisWorkflow,
  backtestQueue,
  backtestWorkflow,
  mailQueue,
  mailWorkflow,
  settlementQueue,
  settlementWorkflow,
  signalWebhookWorkflow,
  webhookQueue,
  webhookWorkflow,
} from "#src/db/job-queue.ts";
import { sessionUrl } from "#src/db/session-url.ts";
import { failAbandoned } from "#src/services/analyses/fail-abandoned.ts";
import { failAbandonedBacktests } from "#src/services/backtests/fail-abandoned-backtests.ts";
import { putHouseList } from "#src/services/signals/put-house-list.ts";
import { countForgotten } from "./count-spent.ts";
import { lockExecutor } from "./executor-lock.ts";
import { runAnalysisJob, type WorkerTools } from "./workflows/analysis.ts";
import { forgetExpiredSchedule, runForgetExpired } from "./workflows/forget-expired.ts";
import { backtestSchedule, forgetBacktests, runBacktestJob, type BacktestTools } from "./workflows/backtest.ts";
import { runMail } from "./workflows/mail.ts";
import { runSettlement } from "./workflows/credit-deposit.ts";
import { planSchedule, runPlans } from "./workflows/plans.ts";
import { publishEnded, runAlerts, runSignalWebhook } from "./workflows/publish-signal.ts";
import { reconcileSchedule, runReconcile } from "./workflows/reconcile.ts";
import { reindexNow, reindexSchedule, runReindex, type ReindexTools } from "./workflows/reindex.ts";
import { runSignals, signalSchedule } from "./workflows/schedules.ts";
import { runSettle, settleSchedule } from "./workflows/settle.ts";
import { runWebhook } from "./workflows/webhook.ts";

/** Runs of one version are taken over by workers of that version; changed when the order of a run's steps changes. */
const runVersion = "2";
const pollMs = 200;
const recoverMs = 1000;
/** What runs at once in one worker, outside the slots; one that waits for its next attempt counts too. */
const workerQueues = [
  [webhookQueue, 500],
  [mailQueue, 20],
  [settlementQueue, 200],
  [alertQueue, 10],
] as const;

export interface Engine {
  /** No new job is taken; running ones get `graceMs` to end and are else left to be resumed. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts taking jobs.
 * @param slots running jobs at most, over all workers
 * @param lost called when this process can no longer prove that it lives: it must end at once
 */
export async function startEngine(
  tools: WorkerTools & ReindexTools & BacktestTools,
  url: string,
  slots: number,
  logger: DLogger,
  lost: () => void,
): Promise<Engine> {
  const lock = await lockExecutor(url, lost);
  DBOS.setConfig({
    name: "conclave",
    systemDatabaseUrl: sessionUrl(url),
    executorID: lock.executorId,
    applicationVersion: runVersion,
    logger,
    runMigrations: false,
  });
  DBOS.registerWorkflow((id: string) => runAnalysisJob(tools, id), { name: analysisWorkflow });
  DBOS.registerWorkflow((id: string, event: WebhookEvent) => runWebhook(tools, id, event), { name: webhookWorkflow });
  DBOS.registerWorkflow((job: MailJob) => runMail(tools.mail(), job), { name: mailWorkflow });
  DBOS.registerWorkflow((depositId: string) => runSettlement(tools, depositId), { name: settlementWorkflow });
  DBOS.registerWorkflow((list: string, number: number) => runAlerts(tools, list, number), { name: alertWorkflow });
  DBOS.registerWorkflow((owner: string, id: string) => runSignalWebhook(tools, owner, id), {
    name: signalWebhookWorkflow,
  });
  DBOS.registerWorkflow((id: string) => runBacktestJob(tools, id), { name: backtestWorkflow });
  const backtests = DBOS.registerWorkflow(() => forgetBacktests(tools), { name: backtestSchedule.name });
  const signals = DBOS.registerWorkflow(() => runSignals(tools), { name: signalSchedule.name });
  const settle = DBOS.registerWorkflow(() => runSettle(tools), { name: settleSchedule.name });
  const reconcile = DBOS.registerWorkflow(() => runReconcile(tools), { name: reconcileSchedule.name });
  const reindexed = DBOS.registerWorkflow(() => runReindex(tools), { name: reindexSchedule.name });
  const plans = DBOS.registerWorkflow(() => runPlans(tools), { name: planSchedule.name });
  const expired = DBOS.registerWorkflow(() => runForgetExpired(tools), { name: forgetExpiredSchedule.scheduleName });
  await DBOS.launch();
  await putHouseList(tools);
  await reindexNow(tools);
  await DBOS.applySchedules([
    { scheduleName: signalSchedule.name, workflowFn: signals, schedule: signalSchedule.cron },
    { scheduleName: settleSchedule.name, workflowFn: settle, schedule: settleSchedule.cron },
    { scheduleName: reindexSchedule.name, workflowFn: reindexed, schedule: reindexSchedule.cron },
    { scheduleName: planSchedule.name, workflowFn: plans, schedule: planSchedule.cron },
    { scheduleName: backtestSchedule.name, workflowFn: backtests, schedule: backtestSchedule.cron },
    { scheduleName: reconcileSchedule.name, workflowFn: reconcile, schedule: reconcileSchedule.cron },
    { ...forgetExpiredSchedule, workflowFn: expired },
  ]);
  await registerQueues(slots);
  const stopTicking = every(
    recoverMs,
    async () => {
      await takeOver(lock.dead);
      await failAbandoned(tools, await ended(analysisWorkflow));
      await failAbandonedBacktests(tools, await ended(backtestWorkflow));
      await countForgotten(tools);
      await publishEnded(tools);
    },
    (error) => tools.log.error({ err: error }, "recovery failed"),
  );
  return {
    async stop(graceMs) {
      await stopTicking();
      await DBOS.shutdown({ workflowCompletionTimeoutMS: graceMs });
      await lock.release();
    },
  };
}

async function registerQueues(slots: number): Promise<void> {
  await DBOS.registerQueue(analysisQueue, {
    globalConcurrency: slots,
    partitionConcurrency: 1,
    minPollingIntervalMs: pollMs,
    onConflict: "always_update",
  });
  // One over all workers, in a thread beside the jobs: nobody's analysis waits for a backtest.
  await DBOS.registerQueue(backtestQueue, {
    globalConcurrency: 1,
    minPollingIntervalMs: pollMs,
    onConflict: "always_update",
  });
  for (const [queue, workerConcurrency] of workerQueues)
    await DBOS.registerQueue(queue, { workerConcurrency, minPollingIntervalMs: pollMs, onConflict: "always_update" });
}

/**
 * Puts the runs of dead workers back into the queue, by DBOS's own recovery. The open-source engine recovers only its
 * own executor's runs, and who is dead is for us to say: whoever no longer holds its lock.
 */
async function takeOver(dead: (executorIds: readonly string[]) => Promise<string[]>): Promise<void> {
  const pending = await DBOS.listWorkflows({ status: "PENDING", loadInput: false, loadOutput: false });
  const executors = [...new Set(pending.flatMap(({ executorId }) => executorId ?? []))];
  const gone = await dead(executors);
  if (gone.length > 0) await DBOSExecutor.globalInstance?.recoverPendingWorkflows(gone);
}

/** Jobs and backtests whose workflow has ended on its own: it ran out of time, or failed beyond what it can say. */
async function ended(workflowName: string): Promise<ReadonlyMap<string, string>> {
  const workflows = await DBOS.listWorkflows({
    workflowName,
    status: ["CANCELLED", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
    sortDesc: true,
    limit: 200,
    loadInput: false,
    loadOutput: false,
  });
  return new Map(workflows.map(({ workflowID, status }) => [workflowID, status]));
}

/** Repeats work with a pause between, never two at once. @returns stops it, and waits for the one under way */
function every(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    if (!stopped) timer = setTimeout(tick, ms);
  };
  const tick = (): void => {
    running = once();
  };
  tick();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
