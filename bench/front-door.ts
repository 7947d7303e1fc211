import { fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import { attributionPlannerOf } from "#src/server/compose/job-environments.ts";
import { composeAuth } from "#src/server/compose/compose-auth.ts";
import { signInLifetime } from "#src/product/accounts/public/auth-settings.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { listenForEvents } from "#src/product/analyses/public/listen.ts";
import { createDatabaseProbe } from "#src/core/db/pool.ts";
import { createApp } from "#src/server/http/app.ts";
import { createEventStreams } from "#src/server/http/streams/event-streams.ts";
import { createFrontDoor } from "#src/server/http/front-door.ts";
import { createGuard } from "#src/server/http/protection/authenticate.ts";
import { createRequestRecorder } from "#src/server/http/request-recorder.ts";
import { keepRequests } from "#src/product/requests/requests.ts";
import { createRateLimits } from "#src/server/http/protection/rate-limits.ts";
import { createMeters } from "#src/server/http/protection/metrics.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { createLog } from "#src/core/operation/log.ts";
import { createRenderer } from "#src/report/renderer.ts";
import { createAssistant } from "#src/product/assistant/public/assistant-tools.ts";
import { checkHealth } from "#src/product/admin/public/check-health.ts";
import { freshDatabase } from "#tests/support/database.ts";
import type { Load, Loaded } from "./load.ts";

export const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

export interface BenchDoor {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * The front door as `conclave http` builds it, on a database of its own. Its log is written, to nowhere.
 * @param payments variables of the payment processors
 */
export async function openBenchDoor(
  maxQueued: number,
  payments: Readonly<Record<string, string>> = {},
): Promise<BenchDoor> {
  const fresh = await freshDatabase();
  const db = openDatabase(fresh.url, 10, undefined, fresh.db.vault);
  const queue = await openJobQueue(fresh.url, silent);
  const listener = await listenForEvents(fresh.url, () => {});
  const log = createLog("info", "http", { write: () => {} });
  const meters = createMeters();
  meters.watch(db.pool);
  const streams = createEventStreams({ subscribe: listener.subscribe, recheckMs: 60_000, log, meters });
  const stopping = new AbortController();
  const probe = createDatabaseProbe(fresh.url);
  const auth = composeAuth(
    { db, queue, clock: systemClock, log },
    {
      publicUrl: null,
      secret: "of a bench alone, with 32 characters and more",
      previousSecrets: [],
      mail: "dev",
      session: signInLifetime(720),
      github: null,
      google: null,
    },
  );
  const reach = readSettings({}).service;
  const exposure = exposureOf(reach);
  const limits = createRateLimits(auth.keys);
  const guard = createGuard(exposure, { db, queue, clock: systemClock }, auth);
  const renderer = createRenderer();
  const recorder = createRequestRecorder({
    write: (requests) => keepRequests({ db, queue, clock: systemClock }, requests),
    dropped: meters.requestsDropped,
    clock: systemClock,
    log,
  });
  const server = createFrontDoor({
    ...reach,
    exposure,
    development: false,
    log,
    meters,
    clock: systemClock,
    limits,
    pages: null,
    app: createApp({
      attributionPlanner: attributionPlannerOf({ reasoner: { prices: {} } }),
      db,
      queue,
      clock: systemClock,
      settings: {
        rounds: 1,
        riskRounds: 1,
        budgetUsd: null,
        maxConcurrency: 4,
        maxQueued,
        jobTimeoutMs: 600_000,
        webhookAllowPrivate: false,
      },
      config: {
        llm_provider: "rules",
        deep_think_llm: "rules",
        quick_think_llm: "rules",
        max_debate_rounds: 1,
        max_risk_discuss_rounds: 1,
        online_tools: false,
      },
      guard,
      limits,
      auth,
      paymentGateway: composePaymentGateway(
        { db, clock: systemClock },
        readSettings({ PUBLIC_URL: "https://conclave.example", ...payments }),
      ),
      securityContact: null,
      // No figure asks for either.
      analysisEnvironment: () => Promise.reject(new Error("lists are not measured")),
      ownModels: composeCustomerModels(readSettings({})),
      backtestEnvironment: () => Promise.reject(new Error("backtests are not measured")),
      renderer,
      proofs: { codeVersion: "bench", stamp: () => Promise.resolve(null) },
      assistant: createAssistant({ db, log, model: null, embedder: null, answers: () => [] }),
      health: () => checkHealth({ database: probe, signalEngine: null, clock: systemClock }),
      streams,
      wakeups: listener,
      log,
      meters,
      recorder,
      stopping: stopping.signal,
    }),
  });
  return {
    db,
    queue,
    port: await listen(server),
    async close() {
      stopping.abort();
      streams.close();
      await renderer.close();
      server.closeAllConnections();
      server.close();
      await listener.close();
      await probe.close();
      await queue.close();
      await db.close();
      await fresh.drop();
    },
  };
}

/** @returns the port, on 127.0.0.1 */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** Clients in a process of their own. */
export function startClients(): { load(asked: Load): Promise<Loaded>; close(): void } {
  // Without what bench/main.ts loads before a bench: that lets the channel go, which is all that keeps this one.
  const child = fork(join(import.meta.dirname, "load.ts"), { execArgv: [] });
  return {
    async load(asked) {
      child.send(asked);
      const [loaded] = await once(child, "message");
      return loaded;
    },
    close: () => child.disconnect(),
  };
}
