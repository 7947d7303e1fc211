import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chooseReasoner } from "#src/compose/choose-reasoner.ts";
import { composeReasoner } from "#src/compose/compose.ts";
import { serviceData } from "#src/compose/service-data.ts";
import type { Config } from "#src/contract/analysis.ts";
import { openDatabase, type Database } from "#src/db/database.ts";
import { openJobQueue } from "#src/db/job-queue.ts";
import { listenForEvents, type EventListener } from "#src/db/listen.ts";
import { systemClock } from "#src/platform/clock.ts";
import { loadSettings, type Settings } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { createLog } from "#src/platform/log.ts";
import { createApp } from "./app.ts";
import { createEventStreams } from "./event-streams.ts";
import { createFrontDoor } from "./front-door.ts";
import { accessFor, createGuard } from "./guard.ts";
import { createInternalServer } from "./internal.ts";
import { createMeters } from "./meters.ts";

const root = join(import.meta.dirname, "../..");
const poolSize = 10;
/** Of the 10 s that stopping may take, what requests in flight get to end. */
const graceMs = 5000;
const readyWithinMs = 2000;
/** How often the key of an open stream is looked at again. */
const recheckMs = 60_000;

/** Serves the API until it is told to stop. @throws InvalidInput without a database */
export async function runFrontDoor(): Promise<void> {
  const settings = loadSettings(root);
  const { databaseUrl, host, port, metricsPort, logLevel } = settings.service;
  if (databaseUrl === null) throw new InvalidInput("conclave http needs DATABASE_URL");
  const log = createLog(logLevel, "http");
  const access = accessFor(settings.service);
  if (access.open && !access.loopback)
    log.warn({ host }, "SERVICE_AUTH=open on an address that others can reach: everybody is let in");
  const config = await configInForce(settings);
  const db = openDatabase(databaseUrl, poolSize);
  const queue = await openJobQueue(databaseUrl, {
    info: () => {},
    debug: () => {},
    warn: (entry) => log.warn(String(entry)),
    error: (entry) => log.error(String(entry)),
  });
  const listener = await listenForEvents(databaseUrl, (why) => log.warn({ err: why }, "events are not heard for now"));
  const meters = createMeters(db);
  const streams = createEventStreams({ subscribe: listener.subscribe, recheckMs, log, meters });
  const stopping = new AbortController();
  const app = createApp({
    db,
    queue,
    clock: systemClock,
    settings: jobSettings(settings),
    config,
    guard: createGuard(access, { db, clock: systemClock }),
    streams,
    wakeups: listener,
    log,
    meters,
    stopping: stopping.signal,
  });
  const server = createFrontDoor(app);
  const internal = createInternalServer({
    registry: meters.registry,
    ready: () => isReady(db, listener, stopping.signal),
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    streams.close();
    await Promise.all([close(server), close(internal)]);
    await listener.close();
    await queue.close();
    await db.close();
  };
  try {
    await listen(server, port, host);
    await listen(internal, metricsPort, host);
    log.info(
      { host, port: portOf(server), metrics_port: portOf(internal), auth: access.open ? "open" : "key" },
      "front door ready",
    );
    await told();
    log.info("stopping");
  } finally {
    await stop();
  }
  process.exit(0);
}

/** The six values that an analysis is made with; no field of them could hold a key. */
async function configInForce(settings: Settings): Promise<Config> {
  const { provider, models } = composeReasoner(
    await chooseReasoner({ reasoner: null, provider: null, deep: null, quick: null, baseUrl: null }, settings),
    settings,
  );
  return {
    llm_provider: provider,
    deep_think_llm: models.deep,
    quick_think_llm: models.quick,
    max_debate_rounds: settings.rounds,
    max_risk_discuss_rounds: settings.riskRounds,
    online_tools: serviceData(settings, join(root, "demo")).online,
  };
}

function jobSettings({ rounds, riskRounds, budgetUsd, service }: Settings) {
  const { maxConcurrency, maxQueued, jobTimeoutMs } = service;
  return { rounds, riskRounds, budgetUsd, maxConcurrency, maxQueued, jobTimeoutMs };
}

async function isReady(db: Database, listener: EventListener, stopping: AbortSignal): Promise<boolean> {
  const asked = db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return !stopping.aborted && listener.connected() && (await Promise.race([asked, pause(readyWithinMs, false)]));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new InvalidInput(`cannot listen on port ${port} of ${host}: ${error.message}`));
    server.once("error", refuse).listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? null) : null;
}

/** SIGTERM, SIGINT, a closed terminal, or the end of whoever started us. */
function told(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
    process.once("SIGHUP", resolve);
    process.once("disconnect", resolve);
  });
}

/** No new connections; requests in flight end, idle connections are closed, and what is left then is cut. */
async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection whose answer comes now would be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
}
