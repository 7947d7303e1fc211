import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { composeBacktestEnvironment, attributionPlannerOf, jobSettings } from "#src/server/compose/job-environments.ts";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { composeAssistantModel, composeEmbedder } from "#src/server/compose/models/compose-assistant.ts";
import { declaredAnswers } from "#src/product/content/passages.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import {
  authSettings,
  internalAccess,
  internalSecrets,
  composeVault,
  warnOfClosedSecrets,
} from "#src/server/compose/auth-settings.ts";
import { composeAuth } from "#src/server/compose/compose-auth.ts";
import { checkPaymentGateway, composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { serviceData } from "#src/server/compose/data/choose-data.ts";
import { configOf } from "#src/contract/jobs/analysis.ts";
import { openDatabase, longestAnswerMs } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { listenForEvents, type EventListener } from "#src/product/analyses/public/listen.ts";
import { createDatabaseProbe, type DatabaseProbe } from "#src/core/db/pool.ts";
import { type Inner, exposureOf, type Exposure } from "#src/core/network/exposure.ts";
import { systemClock } from "#src/core/clock.ts";
import { loadSettings, type Settings } from "#src/core/config/config.ts";
import { kept } from "#src/core/once.ts";
import { createInternalServer, listen, portOf } from "#src/core/network/internal-server.ts";
import { createLog, type Log, handleUncaught } from "#src/core/operation/log.ts";
import { startTelemetry } from "#src/core/operation/telemetry.ts";
import { stampBy } from "#src/report/proof/timestamp.ts";
import { createRenderer } from "#src/report/renderer.ts";
import { cookieKeys } from "#src/product/accounts/public/auth.ts";
import { createAssistant } from "#src/product/assistant/public/assistant-tools.ts";
import { keepRequests } from "#src/product/requests/requests.ts";
import { checkHealth } from "#src/product/admin/public/check-health.ts";
import { createApp, createAppWithoutDatabase } from "./app.ts";
import type { Deps } from "./deps.ts";
import { createEventStreams } from "./streams/event-streams.ts";
import { createFrontDoor } from "./front-door.ts";
import { createGuard } from "./protection/authenticate.ts";
import { createMeters } from "./protection/metrics.ts";
import { createPageProxy } from "./pages/page-proxy.ts";
import { createRateLimits } from "./protection/rate-limits.ts";
import { createRequestRecorder } from "./request-recorder.ts";

const root = join(import.meta.dirname, "../../..");
const demoArchive = join(root, "demo");
const poolSize = 10;
/** Of the 10 s that stopping may take. */
const graceMs = 5000;
const readyWithinMs = 2000;
const longestPauseMs = 2000;
/** How often the credential of an open stream is looked at again. */
const recheckMs = 60_000;
const openToOthers =
  "SERVICE_AUTH=open, and others can reach this service: anyone who does can use the whole API without a key";

interface Place {
  /** Pages are built as they are asked for. */
  readonly development: boolean;
  readonly internal: Inner;
  /** Addresses of the pages' process and of the worker's health; `null`: there are none. */
  readonly pages: string | null;
  readonly worker: string | null;
}

/** Answers from the start, also without a database. */
export async function runFrontDoor({ development, internal: inner, ...parts }: Place): Promise<void> {
  const settings = loadSettings(root, parts);
  const { databaseUrl, host, port, logLevel } = settings.service;
  const log = createLog(logLevel, "http");
  const endTelemetry = await startTelemetry(settings.telemetry, "http");
  const exposure = exposureOf(settings.service);
  if (exposure.open && !exposure.local) log.warn({ host }, openToOthers);
  checkPaymentGateway(systemClock, settings);
  const models = await modelsOf(settings);
  const probe = databaseUrl === null ? null : createDatabaseProbe(databaseUrl);
  const base = baseOf(settings, probe, parts.worker, log);
  const renderer = createRenderer();
  const stopping = new AbortController();
  let deps: DatabaseDeps | null = null;
  let app = createAppWithoutDatabase(
    base,
    databaseUrl === null ? "no database is configured" : "the database cannot be reached",
  );
  const ways = { databaseIsAway: () => deps?.wakeups.connected() !== true, log };
  const pages = parts.pages === null ? null : createPageProxy(parts.pages, internalSecrets(settings).pages, ways);
  const server = createFrontDoor({
    ...base,
    ...settings.service,
    exposure,
    app: { fetch: (request, env) => app.fetch(request, env) },
    pages,
    development,
  });
  const ready = async () => deps !== null && (await isReady(deps, stopping.signal));
  const figures = base.meters.registry;
  const internal = createInternalServer({ trouble: () => null, ready, figures }, internalAccess(settings, inner.host));
  try {
    await listen(server, port, host);
    await listen(internal, inner.port, inner.host);
    const over = told();
    const at = { host, port: portOf(server), metrics_port: portOf(internal), auth: exposure.open ? "open" : "key" };
    if (databaseUrl === null) log.warn(at, "no DATABASE_URL: requests that need a database are refused");
    else {
      log.info(at, "front door open");
      const opening = openDatabaseDeps(databaseUrl, { ...base, all: settings }, stopping.signal);
      deps = await Promise.race([opening, over.then(() => null)]);
      if (deps !== null) {
        const tools = toolsOf(settings, { ...base, ...deps, exposure }, models);
        app = createApp({ ...base, ...deps, ...tools, renderer, stopping: stopping.signal });
        log.info(at, "front door ready");
      }
    }
    await over;
    log.info("stopping");
  } finally {
    stopping.abort();
    deps?.streams.close();
    pages?.close();
    await Promise.all([close(server), close(internal)]);
    await renderer.close();
    await probe?.close();
    await Promise.all([deps?.close(), endTelemetry()]);
  }
  process.exit(0);
}

type Models = Awaited<ReturnType<typeof modelsOf>>;

async function modelsOf(settings: Settings) {
  const choice = await chooseReasoner(
    { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null },
    settings,
  );
  const onlineTools = serviceData(settings, demoArchive).online;
  const config = configOf(await composeReasoner(choice, settings), { ...settings, onlineTools });
  const model = await composeAssistantModel(choice, settings);
  return { config, model, embedder: composeEmbedder(settings) };
}

/** What stands on the database. */
function toolsOf(
  settings: Settings,
  base: ReturnType<typeof baseOf> & DatabaseDeps & { readonly exposure: Exposure },
  { config, model, embedder }: Models,
) {
  const { db, queue, log, exposure } = base;
  const auth = composeAuth(base, authSettings(settings));
  return {
    auth,
    guard: createGuard(exposure, { db, queue, clock: systemClock }, auth),
    config,
    paymentGateway: composePaymentGateway({ db, clock: systemClock }, settings),
    assistant: createAssistant({ db, log, model, embedder, answers: declaredAnswers }),
    settings: jobSettings(settings),
  };
}

/** Archives are read with the first request. */
function environmentsOf(
  settings: Settings,
): Pick<Deps, "analysisEnvironment" | "ownModels" | "backtestEnvironment" | "attributionPlanner"> {
  return {
    attributionPlanner: attributionPlannerOf(settings),
    ownModels: composeCustomerModels(settings),
    analysisEnvironment: kept(() => composeAnalysisEnvironment(settings, demoArchive, systemClock)),
    backtestEnvironment: kept(() => composeBacktestEnvironment(settings, demoArchive, systemClock)),
  };
}

/** What needs no database. */
function baseOf(settings: Settings, probe: DatabaseProbe | null, worker: string | null, log: Log) {
  const signalEngine = worker === null ? null : { url: worker, secret: internalSecrets(settings).health };
  const meters = createMeters();
  // A stray error: its client gets no answer, all others do.
  handleUncaught((error, kind) => {
    meters.uncaught.inc({ kind });
    log.error({ err: error, kind }, "uncaught error");
  });
  return {
    ...environmentsOf(settings),
    limits: createRateLimits(cookieKeys(authSettings(settings))),
    health: () => checkHealth({ database: probe, signalEngine, clock: systemClock }),
    proofs: {
      codeVersion: codeVersion(root),
      stamp: stampBy(settings.service, (reason) =>
        log.warn({ reason }, "some timestamp services did not stamp a proof"),
      ),
    },
    securityContact: settings.service.securityContact,
    meters,
    clock: systemClock,
    log,
  };
}

/** What the app needs of the database. */
interface DatabaseDeps extends Pick<Deps, "db" | "queue" | "streams" | "recorder"> {
  readonly wakeups: EventListener;
  close(): Promise<void>;
}

/** Waits as long as it takes. @returns `null` when told to stop */
async function openDatabaseDeps(
  url: string,
  deps: Pick<Deps, "log" | "meters"> & { readonly all: Settings },
  stopping: AbortSignal,
): Promise<DatabaseDeps | null> {
  let said = "";
  for (let pauseMs = 100; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await connectDatabaseDeps(url, deps);
    } catch (error) {
      if (said !== String(error)) deps.log.warn({ err: error }, "the database cannot be used; waiting for it");
      said = String(error);
      await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
  return null;
}

/** @throws when the database is away or has no tables */
async function connectDatabaseDeps(
  url: string,
  { log, meters, all }: Pick<Deps, "log" | "meters"> & { readonly all: Settings },
): Promise<DatabaseDeps> {
  const wakeups = await listenForEvents(url, (why) =>
    log.warn({ err: why }, "event notifications are interrupted; reconnecting"),
  );
  const opened = openJobQueue(url, {
    info: () => {},
    debug: () => {},
    warn: (entry) => log.warn(String(entry)),
    error: (entry) => log.error(String(entry)),
  });
  const queue = await opened.catch(async (error: unknown) => {
    await wakeups.close();
    throw error;
  });
  const db = openDatabase(url, poolSize, undefined, composeVault(all), longestAnswerMs);
  void warnOfClosedSecrets({ db, log }, all);
  meters.watch(db.pool);
  const recorder = createRequestRecorder({
    write: (requests) => keepRequests({ db, queue, clock: systemClock }, requests),
    dropped: meters.requestsDropped,
    clock: systemClock,
    log,
  });
  return {
    db,
    recorder,
    queue,
    wakeups,
    streams: createEventStreams({ subscribe: wakeups.subscribe, recheckMs, log, meters }),
    async close() {
      await recorder.close();
      await wakeups.close();
      await queue.close();
      await db.close();
    },
  };
}

async function isReady({ db, wakeups }: DatabaseDeps, stopping: AbortSignal): Promise<boolean> {
  const asked = db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return !stopping.aborted && wakeups.connected() && (await Promise.race([asked, pause(readyWithinMs, false)]));
}

/** SIGTERM, SIGINT, a closed terminal, or the end of whoever started us. */
function told(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
    process.once("SIGHUP", resolve);
    process.once("disconnect", resolve);
    // A listened channel would keep the process alive.
    process.channel?.unref();
  });
}

/** Requests in flight may end; the rest is cut. */
async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection whose answer comes now would be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
}
