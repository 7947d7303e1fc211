import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Scope, type Plan } from "#src/contract/accounts/plans.ts";
import type { Config } from "#src/contract/jobs/analysis.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { listenForEvents, type EventListener } from "#src/product/analyses/public/listen.ts";
import { createDatabaseProbe } from "#src/core/db/pool.ts";
import { createApp } from "#src/server/http/app.ts";
import { createEventStreams } from "#src/server/http/streams/event-streams.ts";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { composeBacktestEnvironment, attributionPlannerOf } from "#src/server/compose/job-environments.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composeAuth } from "#src/server/compose/compose-auth.ts";
import { signInLifetime, type AuthSettings } from "#src/product/accounts/public/auth-settings.ts";
import type { Surroundings } from "#src/server/http/protection/forwarded.ts";
import { createFrontDoor } from "#src/server/http/front-door.ts";
import { createGuard } from "#src/server/http/protection/authenticate.ts";
import { createRequestRecorder } from "#src/server/http/request-recorder.ts";
import { keepRequests } from "#src/product/requests/requests.ts";
import { createRateLimits, perMinute, type Rule } from "#src/server/http/protection/rate-limits.ts";
import { createMeters, type Meters } from "#src/server/http/protection/metrics.ts";
import { createPageProxy } from "#src/server/http/pages/page-proxy.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { kept } from "#src/core/once.ts";
import { healthSecret, pagesSecret } from "#src/core/network/internal-server.ts";
import { createLog } from "#src/core/operation/log.ts";
import { stampBy } from "#src/report/proof/timestamp.ts";
import { createRenderer, type RenderLimits } from "#src/report/renderer.ts";
import { createAssistant, type AssistantModel } from "#src/product/assistant/public/assistant-tools.ts";
import type { JobSettings } from "#src/product/context.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import { checkHealth } from "#src/product/admin/public/check-health.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { cuttableProxy, type CuttableProxy } from "./cuttable-proxy.ts";
import { freshDatabase, testSecret, testVault, type FreshDatabase } from "./database.ts";
import { systemContext } from "#tests/support/contexts.ts";

export const config: Config = {
  llm_provider: "rules",
  deep_think_llm: "rules",
  quick_think_llm: "rules",
  max_debate_rounds: 2,
  max_risk_discuss_rounds: 1,
  online_tools: false,
};

export interface FrontDoor {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly meters: Meters;
  /** The log so far, a line each. */
  readonly logged: () => string;
  /** As on SIGTERM: what waits is answered, streams end. */
  close(): Promise<void>;
}

/** A database of its own with a queue that no worker serves: jobs stay as they are put. */
export interface TestApp extends FreshDatabase {
  readonly queue: JobQueue;
  readonly listener: EventListener;
  /** The cable between the front doors and the database. */
  readonly cable: CuttableProxy;
  open(options?: {
    /** By default it is open and on a loopback address. */
    readonly access?: { readonly open: boolean; readonly loopback: boolean };
    readonly allowedHosts?: readonly string[];
    readonly settings?: Partial<JobSettings>;
    readonly surroundings?: Surroundings & { readonly development: boolean };
    readonly webUrl?: string | null;
    readonly signalEngineUrl?: string | null;
    readonly auth?: Partial<AuthSettings>;
    /** By default nobody said where to report vulnerabilities. */
    readonly securityContact?: string | null;
    /** By default deposits are not set up. */
    readonly paymentGateway?: PaymentGateway;
    /** By default the assistant has none. */
    readonly assistantModel?: AssistantModel | null;
    /** How often the keys of open streams are looked at again. */
    readonly recheckMs?: number;
    /** Who stamps proofs; by default nobody. */
    readonly timestampUrl?: string | null;
    /** Fewer requests than usual. */
    readonly perMinute?: Partial<Record<Rule, number>>;
    /** What one document may take. */
    readonly rendering?: Partial<RenderLimits>;
  }): Promise<FrontDoor>;
  newKey(owner: string, options?: { readonly plan?: Plan; readonly scopes?: readonly Scope[] }): Promise<string>;
}

function usualAuth(publicUrl: string | null): AuthSettings {
  return {
    publicUrl,
    secret: testSecret,
    previousSecrets: [],
    mail: "dev",
    session: signInLifetime(720),
    github: null,
    google: null,
  };
}

/** The rules engine on the archive that ships. */
const demoArchive = join(import.meta.dirname, "../../demo");
const offline = readSettings({ SERVICE_LLM_PROVIDER: "rules", SERVICE_ONLINE_TOOLS: "false" });
/** Kept, as a front door keeps them: each reads the archive. */
const analysisEnvironment = kept(() => composeAnalysisEnvironment(offline, demoArchive, systemClock));
const backtestEnvironment = kept(() => composeBacktestEnvironment(offline, demoArchive, systemClock));

const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

export async function openTestApp(): Promise<TestApp> {
  const fresh = await freshDatabase();
  const address = new URL(fresh.url);
  const cable = await cuttableProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(cable.port);
  const url = address.href;
  const db = openDatabase(url, 10, undefined, testVault);
  const queue = await openJobQueue(url, silent);
  const listener = await listenForEvents(url, () => {});
  const probe = createDatabaseProbe(url);
  const doors: FrontDoor[] = [];
  return {
    ...fresh,
    db,
    queue,
    listener,
    cable,
    async open({
      access = { open: true, loopback: true },
      allowedHosts = [],
      settings = {},
      recheckMs = 60_000,
      rendering = {},
      perMinute: perMinuteGiven = {},
      surroundings = { publicUrl: null, trustedProxies: [], development: false },
      webUrl = null,
      signalEngineUrl = null,
      auth: authGiven = {},
      paymentGateway = { processors: new Map(), sandbox: null },
      assistantModel = null,
      timestampUrl = null,
      securityContact = null,
    } = {}) {
      const lines: string[] = [];
      const log = createLog("info", "http", { write: (line) => void lines.push(line) });
      const meters = createMeters();
      meters.watch(db.pool);
      const streams = createEventStreams({ subscribe: listener.subscribe, recheckMs, log, meters });
      const stopping = new AbortController();
      const recorder = createRequestRecorder({
        write: (requests) => keepRequests({ db, queue, clock: systemClock }, requests),
        dropped: meters.requestsDropped,
        clock: systemClock,
        log,
      });
      const usual: JobSettings = {
        rounds: 2,
        riskRounds: 1,
        budgetUsd: null,
        maxConcurrency: 4,
        maxQueued: 10_000,
        jobTimeoutMs: 60_000,
        webhookAllowPrivate: false,
      };
      const { publicUrl } = surroundings;
      const auth = composeAuth({ db, queue, clock: systemClock, log }, { ...usualAuth(publicUrl), ...authGiven });
      const host = access.loopback ? "127.0.0.1" : "0.0.0.0";
      const exposure = exposureOf({ ...surroundings, host, allowedHosts, auth: access.open ? "open" : "key" });
      const limits = createRateLimits(auth.keys, { ...perMinute, ...perMinuteGiven });
      const renderer = createRenderer(rendering);
      const guard = createGuard(exposure, { db, queue, clock: systemClock }, auth);
      const pages =
        webUrl === null
          ? null
          : createPageProxy(webUrl, pagesSecret(testSecret, { local: exposure.local, publicUrl }), {
              databaseIsAway: () => false,
              log,
            });
      const signalEngine = signalEngineUrl === null ? null : { url: signalEngineUrl, secret: healthSecret(testSecret) };
      const server = createFrontDoor({
        ...surroundings,
        log,
        meters,
        clock: systemClock,
        exposure,
        limits,
        app: createApp({
          db,
          queue,
          clock: systemClock,
          settings: { ...usual, ...settings },
          config,
          guard,
          limits,
          auth,
          paymentGateway,
          analysisEnvironment,
          attributionPlanner: attributionPlannerOf(offline),
          ownModels: composeCustomerModels(offline),
          backtestEnvironment,
          renderer,
          proofs: {
            codeVersion: "test",
            stamp: stampBy({ timestampUrl, timestampCalendars: [] }, (reason) => log.warn({ reason }, "no timestamp")),
          },
          assistant: createAssistant({ db, log, model: assistantModel, embedder: null, answers: () => [] }),
          health: () => checkHealth({ database: probe, signalEngine, clock: systemClock }),
          securityContact,
          streams,
          wakeups: listener,
          log,
          meters,
          recorder,
          stopping: stopping.signal,
        }),
        pages,
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = addressOf(server.address());
      const door: FrontDoor = {
        url: `http://127.0.0.1:${port}`,
        port,
        meters,
        logged: () => lines.join(""),
        async close() {
          stopping.abort();
          streams.close();
          pages?.close();
          await renderer.close();
          await new Promise((resolve) => {
            server.close(resolve);
            server.closeAllConnections();
          });
          await recorder.close();
        },
      };
      doors.push(door);
      return door;
    },
    async newKey(owner, { plan = "elite", scopes = Scope.options } = {}) {
      return (await createKey(systemContext({ db, clock: systemClock }), { owner, plan, scopes, label: "test" })).key;
    },
    async drop() {
      await Promise.all(doors.map((door) => door.close()));
      await listener.close();
      await probe.close();
      await queue.close();
      await db.close();
      await cable.close();
      await fresh.drop();
    },
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
