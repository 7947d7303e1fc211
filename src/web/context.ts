import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { attributionPlannerOf, composeBacktestEnvironment, jobSettings } from "#src/server/compose/job-environments.ts";
import {
  authSettings,
  mailRoute,
  internalSecrets,
  composeVault,
  warnOfClosedSecrets,
} from "#src/server/compose/auth-settings.ts";
import { composeCustomerModels, type CustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composeAuth } from "#src/server/compose/compose-auth.ts";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { openDatabase, longestAnswerMs, type Database } from "#src/core/db/database.ts";
import { openJobQueue, openWhenNeeded, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { settingsInForce, type Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { kept } from "#src/core/once.ts";
import { createLog, type Log } from "#src/core/operation/log.ts";
import type { Auth } from "#src/product/accounts/public/auth.ts";
import type { AuthSettings } from "#src/product/accounts/public/auth-settings.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import type { AttributionPlanner } from "#src/product/attributions/attributions.ts";
import type { BacktestEnvironment } from "#src/product/backtests/public/order.ts";
import type { ModelProbe } from "#src/contract/jobs/model-checks.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import type { ModelTest } from "#src/product/admin/reading.ts";
import type { EngineHealth } from "#src/product/admin/public/check-health.ts";
import type { JobSettings } from "#src/product/context.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";

export interface WebContext {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly settings: JobSettings;
  readonly auth: Auth;
  readonly log: Log;
  /** What new analyses are made with; put together with the first call. */
  readonly analysisEnvironment: () => Promise<AnalysisEnvironment>;
  /** What backtests are made with. */
  readonly backtestEnvironment: () => Promise<BacktestEnvironment>;
  /** What an attribution tries, and what that costs. */
  readonly attributionPlanner: AttributionPlanner;
  /** What customers' own keys are used for. */
  readonly customerModels: CustomerModels;
  /** Tests the models that new analyses are made with. */
  readonly modelTest: ModelTest;
  /** How mail leaves this service. */
  readonly mail: AuthSettings["mail"];
  /** Where deposits are made. */
  readonly paymentGateway: PaymentGateway;
  /** Where pages ask how the worker is. */
  readonly signalEngine: EngineHealth | null;
  /** A whole report that everybody may read; made with the first who does. */
  readonly sample: () => Promise<FinishedRun>;
  /** Whether online sources answer: `null` while that is not known. Asked again after a minute, where any are used. */
  readonly sourcesAnswer: () => Promise<boolean | null>;
  /** Everything that was set, for pages that show it. */
  readonly all: Settings;
}

declare global {
  // Next loads this file anew for pages, actions and after each change.
  var conclaveWebContext: WebContext | undefined;
  var conclaveWorker: string | undefined;
}

const poolSize = 10;
// The bundler knows where this file was; of `import.meta` it knows the address alone.
const demoArchive = join(fileURLToPath(import.meta.url), "../../../demo");

/**
 * What pages and actions work with; opened with the first of them.
 * @throws InvalidInput without a database
 */
export function webContext(): WebContext {
  return (globalThis.conclaveWebContext ??= open());
}

function open(): WebContext {
  const all = settingsInForce();
  const worker = globalThis.conclaveWorker;
  const { databaseUrl, logLevel } = all.service;
  if (databaseUrl === null) throw new InvalidInput("conclave web needs DATABASE_URL");
  const log = createLog(logLevel, "web");
  const db = openDatabase(databaseUrl, poolSize, undefined, composeVault(all), longestAnswerMs);
  void warnOfClosedSecrets({ db, log }, all);
  const clock = systemClock;
  const queue = openWhenNeeded(() => queueAt(databaseUrl, log));
  const analysisEnvironment = kept(() => composeAnalysisEnvironment(all, demoArchive, clock));
  return {
    db,
    queue,
    clock,
    settings: jobSettings(all),
    auth: composeAuth({ db, queue, clock, log }, authSettings(all)),
    log,
    analysisEnvironment,
    backtestEnvironment: kept(() => composeBacktestEnvironment(all, demoArchive, clock)),
    attributionPlanner: attributionPlannerOf(all),
    customerModels: composeCustomerModels(all),
    modelTest: { budgetUsd: testBudgetUsd, probe: (starting) => probeNow(all, clock, starting) },
    mail: mailRoute(all).kind,
    paymentGateway: composePaymentGateway({ db, clock }, all),
    signalEngine: worker === undefined ? null : { url: worker, secret: internalSecrets(all).health },
    sample: kept(async () => (await import("#src/server/compose/data/sample-run.ts")).sampleRun(demoArchive)),
    sourcesAnswer: probeSources(analysisEnvironment, clock),
    all,
  };
}

/** Of each model, US dollars. */
const testBudgetUsd = "0.10";
/** Somebody waits in front of it. */
const testMs = { call: 30_000, all: 90_000 };

const probeMs = { wait: 1500, give: 8000, keep: 60_000 };

/** One look-up at a time; whoever waits for it longer than a page may goes on without its answer. */
function probeSources(environment: WebContext["analysisEnvironment"], clock: Clock): WebContext["sourcesAnswer"] {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  const ask = async (): Promise<boolean> => {
    const { lookUp } = await environment();
    const listing = await lookUp("AAPL", AbortSignal.timeout(probeMs.give)).catch(() => null);
    return listing !== null && listing.status !== "unanswered";
  };
  return async () => {
    if (!(await environment()).config.online_tools) return null;
    const now = clock.now();
    if (asked === null || now - asked.at > probeMs.keep) asked = { at: now, answer: ask() };
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), probeMs.wait);
    return Promise.race([asked.answer, promise]).finally(() => clearTimeout(timer));
  };
}

/** What asks models is loaded with the first test: the pages' process does not need it for anything else. */
async function probeNow(settings: Settings, clock: Clock, starting: () => Promise<void>): Promise<ModelProbe[]> {
  const { probeModels } = await import("#src/server/compose/models/probe-models.ts");
  const signal = AbortSignal.timeout(testMs.all);
  return probeModels({
    settings,
    demoArchive,
    clock,
    signal,
    starting,
    budgetUsd: testBudgetUsd,
    totalMs: testMs.call,
  });
}

function queueAt(url: string, log: Log): Promise<JobQueue> {
  return openJobQueue(url, {
    info: () => {},
    debug: () => {},
    warn: (entry) => log.warn(String(entry)),
    error: (entry) => log.error(String(entry)),
  });
}
