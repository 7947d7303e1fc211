import { setTimeout as pause } from "node:timers/promises";
import { DBOS, type DLogger } from "@dbos-inc/dbos-sdk";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { Happening } from "#src/contract/channels.ts";
import type { MailJob } from "#src/contract/mails.ts";
import {
  alertQueue,
  alertWorkflow,
  analysisQueue,
  analysisWorkflow,
  attributionQueue,
  attributionWorkflow,
  backtestQueue,
  channelQueue,
  channelWorkflow,
  happeningWorkflow,
  backtestWorkflow,
  memoryQueue,
  memoryWorkflow,
  modelBacktestQueue,
  modelBacktestWorkflow,
  mailQueue,
  mailWorkflow,
  depositQueue,
  creditDepositWorkflow,
  signalWebhookWorkflow,
  type QueuedWorkflow,
  validityQueue,
  validityWorkflow,
  webhookQueue,
  webhookWorkflow,
} from "#src/db/job-queue.ts";
import { abandonedJobs } from "#src/db/queries/abandoned.ts";
import { recordStop } from "#src/db/queries/worker-deaths.ts";
import { connectionUrl } from "#src/db/connection-url.ts";
import { failAbandoned } from "#src/services/analyses/fail-abandoned.ts";
import { makeDigests } from "#src/services/channels/make-digests.ts";
import { queueDueMessages } from "#src/services/channels/queue-due-messages.ts";
import { failAbandonedMemory } from "#src/services/memory/fail-abandoned-memory.ts";
import { failAbandonedAttributions } from "#src/services/attributions/fail-abandoned-attributions.ts";
import { failAbandonedBacktests } from "#src/services/backtests/fail-abandoned-backtests.ts";
import { failAbandonedValidity } from "#src/services/backtests/fail-abandoned-validity.ts";
import { feedBatches } from "#src/services/batches/feed-batches.ts";
import { putHouseList } from "#src/services/signals/put-house-list.ts";
import { countForgotten } from "./count-spent.ts";
import { watchClock } from "./clock-guard.ts";
import { lockExecutor } from "./executor-lock.ts";
import { withErrorBoundary } from "./error-boundary.ts";
import { outlivingOutages, strayJobs } from "./outages.ts";
import { adopt, resumeCancelledEarly, takeOver } from "./take-over.ts";
import { runAnalysisJob, type WorkerTools } from "./workflows/analysis.ts";
import { runMemoryJob } from "./workflows/memory.ts";
import { runAttributionJob } from "./workflows/attribution.ts";
import { chainTransfersSchedule, runChainTransfers } from "./workflows/chain-transfers.ts";
import { forgetExpiredSchedule, runForgetExpired } from "./workflows/forget-expired.ts";
import { backtestSchedule, forgetBacktests, runBacktestJob, type BacktestTools } from "./workflows/backtest.ts";
import { keepHeadsSchedule, runKeepHeads } from "./workflows/keep-heads.ts";
import { followTelegram, runChannelMessage, runHappening, type ChannelWorkerTools } from "./workflows/channels.ts";
import { runMail } from "./workflows/send-mail.ts";
import { runCreditDeposit } from "./workflows/credit-deposit.ts";
import { planSchedule, runPlans } from "./workflows/renew-plans.ts";
import { publishEnded, runAlerts, runSignalWebhook } from "./workflows/publish-signal.ts";
import { reconcileSchedule, runReconcile } from "./workflows/reconcile-deposits.ts";
import { reindexNow, reindexSchedule, runReindex, type ReindexTools } from "./workflows/reindex.ts";
import { retentionSchedule, runRetention, type RetentionTools } from "./workflows/retention.ts";
import { runSignals, signalSchedule } from "./workflows/schedules.ts";
import { runWatchConditions, watchConditionsSchedule } from "./workflows/watch-conditions.ts";
import { runSettleSignals, settleSignalsSchedule } from "./workflows/settle-signals.ts";
import { runValidityJob } from "./workflows/validity.ts";
import { runWebhook } from "./workflows/deliver-webhook.ts";

/** How often a queue is looked at: where somebody waits on a page, and where nobody does. Each look costs processor time. */
const pollMs = 200;
const backgroundPollMs = 1000;
const recoverMs = 1000;
const noteMs = 1000;
const backtestWorkflows = [backtestWorkflow, modelBacktestWorkflow] as const;
/** Backtests with models at once over all workers, one of each owner. */
const modelBacktests = 20;
/** At once over all workers, one of each owner. */
const attributions = 4;
/** At once over all workers, one of each owner. They wait for models most of the time. */
const memoryJobs = 4;
/** What runs at once in one worker, outside the slots; one that waits for its next attempt counts too. And how often it is looked at. */
const workerQueues = [
  [webhookQueue, 500, backgroundPollMs],
  [mailQueue, 20, backgroundPollMs],
  [depositQueue, 200, pollMs],
  [alertQueue, 10, backgroundPollMs],
  [channelQueue, 50, backgroundPollMs],
] as const;

export interface Engine {
  /** No new job is taken; running ones get `graceMs` to end and are else left to be resumed. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts taking jobs.
 * @param slots running jobs at most, over all workers
 * @param lost called when this process can no longer prove that it lives, or goes by a wrong clock: it must end at once
 */
export async function startEngine(
  tools: WorkerTools &
    ReindexTools &
    BacktestTools &
    RetentionTools &
    ChannelWorkerTools & { readonly setAside: (workflow: string) => void },
  url: string,
  slots: number,
  logger: DLogger,
  lost: (executorId: string, reason: string) => void,
): Promise<Engine> {
  const release = tools.settings.codeVersion;
  const lock = await lockExecutor(url, release, (executorId) =>
    lost(executorId, "the worker's heartbeat connection was lost"),
  );
  const stopWatching = watchClock(tools, (reason) => lost(lock.executorId, reason));
  DBOS.setConfig({
    name: "conclave",
    systemDatabaseUrl: connectionUrl(url),
    executorID: lock.executorId,
    applicationVersion: release,
    logger,
    runMigrations: false,
  });
  registerJobs(tools);
  const schedules = registerSchedules(tools);
  await DBOS.launch();
  await putHouseList(tools, tools.signals);
  await reindexNow(tools);
  await DBOS.applySchedules(schedules);
  await registerQueues(slots);
  const stopTicking = every(recoverMs, recovery(tools, release, lock.dead), (error) =>
    tools.log.error({ err: error }, "recovery failed"),
  );
  const leaving = new AbortController();
  void followTelegram(tools, lock.executorId, leaving.signal, (error) =>
    tools.log.error({ err: error }, "the Telegram bot's messages could not be read"),
  );
  return {
    async stop(graceMs) {
      leaving.abort();
      stopWatching();
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

/** What is done again and again, so that nothing that was accepted stays where it is. */
function recovery(tools: Parameters<typeof startEngine>[0], release: string, dead: Parameters<typeof takeOver>[2]) {
  const handBackStray = strayJobs(tools);
  return async (): Promise<void> => {
    await handBackStray();
    await adopt(tools, release);
    await takeOver(tools, release, dead);
    await resumeCancelledEarly(tools);
    await lookAround(tools);
  };
}

/** What runs by the clock; DBOS starts one run of each however many workers there are. */
function registerSchedules(tools: Parameters<typeof startEngine>[0]): Parameters<typeof DBOS.applySchedules>[0] {
  const register = registrar(tools);
  const by = ({ name, cron }: { readonly name: string; readonly cron: string }, job: () => Promise<void>) => ({
    scheduleName: name,
    workflowFn: register(name, job),
    schedule: cron,
  });
  const { scheduleName: expired } = forgetExpiredSchedule;
  const { scheduleName: heads } = keepHeadsSchedule;
  const { scheduleName: retention } = retentionSchedule;
  return [
    by(backtestSchedule, () => forgetBacktests(tools)),
    by(signalSchedule, () => runSignals(tools)),
    by(settleSignalsSchedule, () => runSettleSignals(tools)),
    by(watchConditionsSchedule, () => runWatchConditions(tools)),
    by(reconcileSchedule, () => runReconcile(tools)),
    by(reindexSchedule, () => runReindex(tools)),
    by(planSchedule, () => runPlans(tools)),
    by(chainTransfersSchedule, () => runChainTransfers(tools)),
    { ...forgetExpiredSchedule, workflowFn: register(expired, () => runForgetExpired(tools)) },
    { ...retentionSchedule, workflowFn: register(retention, () => runRetention(tools)) },
    { ...keepHeadsSchedule, workflowFn: register(heads, () => runKeepHeads(tools)) },
  ];
}

/** What is enqueued by its name. */
function registerJobs(tools: WorkerTools & BacktestTools & ChannelWorkerTools): void {
  // One that has no queue does not compile: a run that was kept apart must find its way back.
  const registerJob: <A extends unknown[]>(name: QueuedWorkflow, work: (...args: A) => Promise<void>) => void =
    registrar(tools);
  registerJob(analysisWorkflow, (id: string) => runAnalysisJob(tools, id));
  registerJob(webhookWorkflow, (id: string, event: WebhookEvent) => runWebhook(tools, id, event));
  registerJob(mailWorkflow, (job: MailJob) => runMail(tools, job));
  registerJob(creditDepositWorkflow, (depositId: string) => runCreditDeposit(tools, depositId));
  registerJob(alertWorkflow, (list: string, number: number) => runAlerts(tools, list, number));
  registerJob(signalWebhookWorkflow, (owner: string, id: string) => runSignalWebhook(tools, owner, id));
  registerJob(channelWorkflow, (id: string, turn: number) => runChannelMessage(tools, id, turn));
  registerJob(happeningWorkflow, (list: string, once: string, happening: Happening) =>
    runHappening(tools, list, once, happening),
  );
  registerJob(attributionWorkflow, (id: string) => runAttributionJob(tools, id));
  registerJob(memoryWorkflow, (id: string) => runMemoryJob(tools, id));
  registerJob(validityWorkflow, (id: string) => runValidityJob(tools, id));
  for (const name of backtestWorkflows) registerJob(name, (id: string) => runBacktestJob(tools, id));
}

/** What any worker does for all: ends what was abandoned, publishes what has ended, and goes on with batches; makes digests and queues what channels wait for. */
async function lookAround(tools: WorkerTools): Promise<void> {
  const abandoned = await abandonedJobs(tools.db.sql);
  await failAbandoned(tools, abandoned);
  await failAbandonedBacktests(tools, abandoned);
  await failAbandonedAttributions(tools, abandoned);
  await failAbandonedMemory(tools, abandoned);
  await failAbandonedValidity(tools, abandoned);
  await countForgotten(tools);
  await publishEnded(tools);
  await makeDigests(tools);
  await queueDueMessages(tools);
  await feedBatches(tools, tools);
}

function registrar(tools: Pick<WorkerTools, "db" | "log">) {
  return <A extends unknown[]>(name: string, work: (...args: A) => Promise<void>) =>
    DBOS.registerWorkflow(outlivingOutages(tools, withErrorBoundary(work)), { name });
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
    minPollingIntervalMs: backgroundPollMs,
    onConflict: "always_update",
  });
  await DBOS.registerQueue(attributionQueue, {
    globalConcurrency: attributions,
    partitionConcurrency: 1,
    minPollingIntervalMs: backgroundPollMs,
    onConflict: "always_update",
  });
  await DBOS.registerQueue(memoryQueue, {
    globalConcurrency: memoryJobs,
    partitionConcurrency: 1,
    minPollingIntervalMs: backgroundPollMs,
    onConflict: "always_update",
  });
  // As with backtests by the rules: it takes a processor for as long as it lasts.
  await DBOS.registerQueue(validityQueue, {
    globalConcurrency: 1,
    minPollingIntervalMs: backgroundPollMs,
    onConflict: "always_update",
  });
  for (const [queue, workerConcurrency, minPollingIntervalMs] of workerQueues)
    await DBOS.registerQueue(queue, { workerConcurrency, minPollingIntervalMs, onConflict: "always_update" });
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
