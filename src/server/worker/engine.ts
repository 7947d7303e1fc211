import { setTimeout as pause } from "node:timers/promises";
import { DBOS, type DLogger } from "@dbos-inc/dbos-sdk";
import type { Happening } from "#src/contract/messages/channels.ts";
import {
  alertQueue,
  analysisQueue,
  analysisWorkflow,
  attributionWorkflow,
  deliveryQueue,
  deliveryWorkflow,
  happeningWorkflow,
  backtestWorkflow,
  memoryWorkflow,
  modelBacktestWorkflow,
  mailQueue,
  depositQueue,
  jobQueues,
  jobWorkflows,
  creditDepositWorkflow,
  type QueuedWorkflow,
  validityWorkflow,
} from "#src/product/jobs/queries/job-queue.ts";
import { recordStop } from "#src/product/jobs/queries/worker-deaths.ts";
import { connectionUrl } from "#src/core/db/pool.ts";
import { failAbandoned } from "#src/product/jobs/jobs.ts";
import { makeDigests } from "#src/product/channels/telling.ts";
import { queueDueMessages } from "#src/product/outbox/outbox.ts";
import { feedBatches } from "#src/product/batches/batches.ts";
import { putHouseList } from "#src/product/signals/watchlists.ts";
import { countForgotten } from "./allowance.ts";
import { watchClock } from "./clock-guard.ts";
import { lockExecutor } from "./heartbeat.ts";
import { withErrorBoundary, outlivingOutages, strayJobs } from "./outages.ts";
import { adopt, resumeCancelledEarly, takeOver } from "./take-over.ts";
import { runAnalysisJob, type WorkerTools } from "./workflows/analysis.ts";
import { runMemoryJob } from "./workflows/memory.ts";
import { runAttributionJob } from "./workflows/attribution.ts";
import {
  chainTransfersSchedule,
  runChainTransfers,
  runCreditDeposit,
  planSchedule,
  runPlans,
  reconcileSchedule,
  runReconcile,
} from "./workflows/billing.ts";
import {
  forgetExpiredSchedule,
  runForgetExpired,
  retentionSchedule,
  type Schedule,
  runRetention,
  type RetentionTools,
  reindexNow,
  reindexSchedule,
  runReindex,
  type ReindexTools,
} from "./workflows/maintenance.ts";
import { backtestSchedule, forgetBacktests, runBacktestJob, type BacktestTools } from "./workflows/backtest.ts";
import {
  keepHeadsSchedule,
  runKeepHeads,
  publishEnded,
  runSettleSignals,
  settleSignalsSchedule,
} from "./workflows/signals.ts";
import {
  followTelegram,
  portfolioAlertsSchedule,
  runPortfolioAlerts,
  runDelivery,
  runHappening,
} from "./workflows/messages.ts";
import { runSignals, signalSchedule } from "./workflows/schedules.ts";
import { runWatchConditions, watchConditionsSchedule } from "./workflows/watch-conditions.ts";
import { runValidityJob } from "./workflows/validity.ts";

/** Short for an analysis, which somebody watches; each look costs processor time, of this process and of Postgres. */
const pollMs = 200;
const backgroundPollMs = 1000;
const recoverMs = 1000;
const noteMs = 1000;
/** What one worker runs at once outside the slots. */
const workerQueues = [
  [deliveryQueue, 100, backgroundPollMs],
  [mailQueue, 20, backgroundPollMs],
  [depositQueue, 200, backgroundPollMs],
  [alertQueue, 10, backgroundPollMs],
] as const;

export interface Engine {
  /** Running jobs get `graceMs`, then are left to be resumed. */
  stop(graceMs: number): Promise<void>;
}

/**
 * @param slots over all workers
 * @param lost the process must end: it cannot prove that it lives, or its clock is wrong
 */
export async function startEngine(
  tools: WorkerTools &
    ReindexTools &
    BacktestTools &
    RetentionTools & { readonly setAside: (workflow: string) => void },
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
      // Else a stop counts as a death, which beats no stop.
      await Promise.race([noted, pause(noteMs)]).catch((error: unknown) =>
        tools.log.warn({ err: error }, "the stop could not be noted"),
      );
      await stopTicking();
      await DBOS.shutdown({ workflowCompletionTimeoutMS: graceMs });
      await lock.release();
    },
  };
}

/** So that nothing accepted stays where it is. */
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

function registerSchedules(tools: Parameters<typeof startEngine>[0]): Parameters<typeof DBOS.applySchedules>[0] {
  const register = registrar(tools);
  const by = ({ name, cron, makesUp = false }: Schedule, job: () => Promise<void>) => ({
    scheduleName: name,
    workflowFn: register(name, job),
    schedule: cron,
    ...(makesUp && { automaticBackfill: true }),
  });
  return [
    by(backtestSchedule, () => forgetBacktests(tools)),
    by(signalSchedule, () => runSignals(tools)),
    by(settleSignalsSchedule, () => runSettleSignals(tools)),
    by(watchConditionsSchedule, () => runWatchConditions(tools)),
    by(portfolioAlertsSchedule, () => runPortfolioAlerts(tools)),
    by(reconcileSchedule, () => runReconcile(tools)),
    by(reindexSchedule, () => runReindex(tools)),
    by(planSchedule, () => runPlans(tools)),
    by(chainTransfersSchedule, () => runChainTransfers(tools)),
    by(forgetExpiredSchedule, () => runForgetExpired(tools)),
    by(retentionSchedule, () => runRetention(tools)),
    by(keepHeadsSchedule, () => runKeepHeads(tools)),
  ];
}

/** What is enqueued by its name. */
function registerJobs(tools: WorkerTools & BacktestTools): void {
  // Without a queue it does not compile.
  const registerJob: <A extends unknown[]>(name: QueuedWorkflow, work: (...args: A) => Promise<void>) => void =
    registrar(tools);
  registerJob(analysisWorkflow, (id: string) => runAnalysisJob(tools, id));
  registerJob(creditDepositWorkflow, (depositId: string) => runCreditDeposit(tools, depositId));
  registerJob(deliveryWorkflow, (id: string, turn: number) => runDelivery(tools, id, turn));
  registerJob(happeningWorkflow, (list: string, once: string, happening: Happening) =>
    runHappening(tools, list, once, happening),
  );
  registerJob(attributionWorkflow, (id: string) => runAttributionJob(tools, id));
  registerJob(memoryWorkflow, (id: string) => runMemoryJob(tools, id));
  registerJob(validityWorkflow, (id: string) => runValidityJob(tools, id));
  for (const name of [backtestWorkflow, modelBacktestWorkflow] as const)
    registerJob(name, (id: string) => runBacktestJob(tools, id));
}

/** Work for all that any worker may do. */
async function lookAround(tools: WorkerTools): Promise<void> {
  await failAbandoned(tools);
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
  for (const workflow of jobWorkflows) {
    const { queue, atOnce, perOwner } = jobQueues[workflow];
    await DBOS.registerQueue(queue, {
      globalConcurrency: atOnce,
      ...(perOwner && { partitionConcurrency: 1 }),
      minPollingIntervalMs: backgroundPollMs,
      onConflict: "always_update",
    });
  }
  for (const [queue, workerConcurrency, minPollingIntervalMs] of workerQueues)
    await DBOS.registerQueue(queue, { workerConcurrency, minPollingIntervalMs, onConflict: "always_update" });
}

/** Never two at once. @returns stops it */
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
