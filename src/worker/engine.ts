import { setTimeout as pause } from "node:timers/promises";
import { DBOS, type DLogger } from "@dbos-inc/dbos-sdk";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { MailJob } from "#src/contract/mails.ts";
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
import { abandonedJobs } from "#src/db/queries/abandoned.ts";
import { recordStop } from "#src/db/queries/worker-deaths.ts";
import { connectionUrl } from "#src/db/connection-url.ts";
import { failAbandoned } from "#src/services/analyses/fail-abandoned.ts";
import { failAbandonedBacktests } from "#src/services/backtests/fail-abandoned-backtests.ts";
import { feedBatches } from "#src/services/batches/feed-batches.ts";
import { putHouseList } from "#src/services/signals/put-house-list.ts";
import { countForgotten } from "./count-spent.ts";
import { lockExecutor } from "./executor-lock.ts";
import { withErrorBoundary } from "./error-boundary.ts";
import { adopt, takeOver } from "./take-over.ts";
import { runAnalysisJob, type WorkerTools } from "./workflows/analysis.ts";
import { forgetExpiredSchedule, runForgetExpired } from "./workflows/forget-expired.ts";
import { backtestSchedule, forgetBacktests, runBacktestJob, type BacktestTools } from "./workflows/backtest.ts";
import { keepHeadsSchedule, runKeepHeads } from "./workflows/keep-heads.ts";
import { runMail } from "./workflows/send-mail.ts";
import { runCreditDeposit } from "./workflows/credit-deposit.ts";
import { planSchedule, runPlans } from "./workflows/renew-plans.ts";
import { publishEnded, runAlerts, runSignalWebhook } from "./workflows/publish-signal.ts";
import { reconcileSchedule, runReconcile } from "./workflows/reconcile-deposits.ts";
import { reindexNow, reindexSchedule, runReindex, type ReindexTools } from "./workflows/reindex.ts";
import { runSignals, signalSchedule } from "./workflows/schedules.ts";
import { runSettleSignals, settleSignalsSchedule } from "./workflows/settle-signals.ts";
import { runWebhook } from "./workflows/deliver-webhook.ts";

const pollMs = 200;
const recoverMs = 1000;
const noteMs = 1000;
const backtestWorkflows = [backtestWorkflow, modelBacktestWorkflow];
/** Backtests with models at once over all workers, one of each owner. */
const modelBacktests = 20;
/** What runs at once in one worker, outside the slots; one that waits for its next attempt counts too. */
const workerQueues = [
  [webhookQueue, 500],
  [mailQueue, 20],
  [depositQueue, 200],
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
  tools: WorkerTools & ReindexTools & BacktestTools & { readonly setAside: (workflow: string) => void },
  url: string,
  slots: number,
  logger: DLogger,
  lost: () => void,
): Promise<Engine> {
  const release = tools.settings.codeVersion;
  const lock = await lockExecutor(url, release, lost);
  DBOS.setConfig({
    name: "conclave",
    systemDatabaseUrl: connectionUrl(url),
    executorID: lock.executorId,
    applicationVersion: release,
    logger,
    runMigrations: false,
  });
  register(analysisWorkflow, (id: string) => runAnalysisJob(tools, id));
  register(webhookWorkflow, (id: string, event: WebhookEvent) => runWebhook(tools, id, event));
  register(mailWorkflow, (job: MailJob) => runMail(tools, job));
  register(creditDepositWorkflow, (depositId: string) => runCreditDeposit(tools, depositId));
  register(alertWorkflow, (list: string, number: number) => runAlerts(tools, list, number));
  register(signalWebhookWorkflow, (owner: string, id: string) => runSignalWebhook(tools, owner, id));
  for (const name of backtestWorkflows) register(name, (id: string) => runBacktestJob(tools, id));
  const backtests = register(backtestSchedule.name, () => forgetBacktests(tools));
  const signals = register(signalSchedule.name, () => runSignals(tools));
  const settle = register(settleSignalsSchedule.name, () => runSettleSignals(tools));
  const reconcile = register(reconcileSchedule.name, () => runReconcile(tools));
  const reindexed = register(reindexSchedule.name, () => runReindex(tools));
  const plans = register(planSchedule.name, () => runPlans(tools));
  const expired = register(forgetExpiredSchedule.scheduleName, () => runForgetExpired(tools));
  const heads = register(keepHeadsSchedule.scheduleName, () => runKeepHeads(tools));
  await DBOS.launch();
  await putHouseList(tools, tools.signals);
  await reindexNow(tools);
  await DBOS.applySchedules([
    { scheduleName: signalSchedule.name, workflowFn: signals, schedule: signalSchedule.cron },
    { scheduleName: settleSignalsSchedule.name, workflowFn: settle, schedule: settleSignalsSchedule.cron },
    { scheduleName: reindexSchedule.name, workflowFn: reindexed, schedule: reindexSchedule.cron },
    { scheduleName: planSchedule.name, workflowFn: plans, schedule: planSchedule.cron },
    { scheduleName: backtestSchedule.name, workflowFn: backtests, schedule: backtestSchedule.cron },
    { scheduleName: reconcileSchedule.name, workflowFn: reconcile, schedule: reconcileSchedule.cron },
    { ...forgetExpiredSchedule, workflowFn: expired },
    { ...keepHeadsSchedule, workflowFn: heads },
  ]);
  await registerQueues(slots);
  const stopTicking = every(
    recoverMs,
    async () => {
      await adopt(tools, release);
      await takeOver(tools, release, lock.dead);
      await lookAround(tools);
    },
    (error) => tools.log.error({ err: error }, "recovery failed"),
  );
  return {
    async stop(graceMs) {
      const noted = recordStop(tools.db.sql, lock.executorId, tools.clock.now());
      // Without it a stop counts as a death, which is better than no stop while the database is away.
      await Promise.race([noted, pause(noteMs)]).catch((error: unknown) =>
        tools.log.warn({ err: error }, "the stop could not be noted"),
      );
      await stopTicking();
      await DBOS.shutdown({ workflowCompletionTimeoutMS: graceMs });
      await lock.release();
    },
  };
}

/** What any worker does for all: ends what was abandoned, publishes what has ended, and goes on with batches. */
async function lookAround(tools: WorkerTools): Promise<void> {
  const abandoned = await abandonedJobs(tools.db.sql);
  await failAbandoned(tools, abandoned);
  await failAbandonedBacktests(tools, abandoned);
  await countForgotten(tools);
  await publishEnded(tools);
  await feedBatches(tools, tools);
}

function register<A extends unknown[]>(name: string, work: (...args: A) => Promise<void>) {
  return DBOS.registerWorkflow(withErrorBoundary(work), { name });
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
  // These wait for models most of the time.
  await DBOS.registerQueue(modelBacktestQueue, {
    globalConcurrency: modelBacktests,
    partitionConcurrency: 1,
    minPollingIntervalMs: pollMs,
    onConflict: "always_update",
  });
  for (const [queue, workerConcurrency] of workerQueues)
    await DBOS.registerQueue(queue, { workerConcurrency, minPollingIntervalMs: pollMs, onConflict: "always_update" });
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
