import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { DBOS, type DLogger } from "@dbos-inc/dbos-sdk";
import { codeVersion } from "#src/compose/code-version.ts";
import { composeMail } from "#src/compose/compose-mail.ts";
import { composeVault, secretsOf } from "#src/compose/compose-vault.ts";
import { composeTill } from "#src/compose/compose-till.ts";
import { composeChain, composeReasoner } from "#src/compose/compose.ts";
import { chooseReasoner } from "#src/compose/choose-reasoner.ts";
import { composeEmbedder } from "#src/compose/compose-embedder.ts";
import { knowledgePassages } from "#src/compose/knowledge-passages.ts";
import { jobSettings } from "#src/compose/job-settings.ts";
import { serviceChains } from "#src/compose/service-chains.ts";
import { backtestArchives, serviceData } from "#src/compose/service-data.ts";
import { signalSettings } from "#src/compose/signal-settings.ts";
import { openDatabase, type Database } from "#src/db/database.ts";
import { openJobQueue } from "#src/db/job-queue.ts";
import { migrateAll } from "#src/db/migrate.ts";
import { systemClock } from "#src/platform/clock.ts";
import { loadSettings } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { createLog, type Log } from "#src/platform/log.ts";
import { renewSecrets } from "#src/services/accounts/renew-secrets.ts";
import { outside } from "#src/services/webhooks/post.ts";
import { meterDeposits } from "./deposit-meters.ts";
import { startEngine } from "./engine.ts";
import { createMeters } from "./meters.ts";

const root = join(import.meta.dirname, "../..");
const toolSteps = 2;
/** Of the 10 s that stopping may take, what running calls get to end. */
const graceMs = 6000;

/** Runs jobs until it is told to stop. @throws InvalidInput without a database */
export async function runWorker(): Promise<void> {
  const settings = loadSettings(root);
  const { databaseUrl, maxConcurrency, workerPort, logLevel, host } = settings.service;
  if (databaseUrl === null) throw new InvalidInput("conclave worker needs DATABASE_URL");
  const log = createLog(logLevel, "worker");
  // A run sits out a database that hangs, as the durable engine does: to fail would be the job's end.
  const db = openDatabase(databaseUrl, 10, 0, composeVault(settings));
  const watched = openDatabase(databaseUrl, 2);
  await migrateAll(db.pool, databaseUrl, dbosLogger(log));
  await renewSecrets({ db, log }, secretsOf(settings));
  const queue = await openJobQueue(databaseUrl, dbosLogger(log));
  const choice = await chooseReasoner(
    { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null },
    settings,
  );
  const reasoner = composeReasoner(choice, settings);
  const demoArchive = join(root, "demo");
  const data = serviceData(settings, demoArchive);
  const chain = await composeChain(data, settings);
  const version = codeVersion(root);
  const engine = await startEngine(
    {
      db,
      queue,
      clock: systemClock,
      log,
      chain,
      chainOf: await serviceChains(chain, settings, demoArchive),
      reasoner,
      passages: knowledgePassages,
      embedder: composeEmbedder(settings),
      mail: once(() => composeMail({ db, clock: systemClock, log }, settings)),
      till: composeTill({ db, clock: systemClock }, settings),
      network: outside(settings.service.webhookAllowPrivate),
      jobs: jobSettings(settings),
      signals: await signalSettings(settings, data, reasoner.provider, systemClock),
      backtests: {
        archives: backtestArchives(settings, demoArchive),
        house: { rounds: settings.rounds, riskRounds: settings.riskRounds, codeVersion: version },
      },
      settings: { codeVersion: version, seed: 1, toolSteps, onlineTools: data.online },
    },
    databaseUrl,
    maxConcurrency,
    dbosLogger(log),
    () => {
      log.fatal("the connection that proves this worker alive broke");
      process.exit(1);
    },
  );
  const health = await listenHealth({ db: watched, log }, host, workerPort);
  log.info({ reasoner: reasoner.provider, port: workerPort }, "worker ready");
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
    process.once("SIGHUP", () => resolve());
    process.once("disconnect", () => resolve());
  });
  log.info("stopping");
  health.close();
  await engine.stop(graceMs);
  await queue.close();
  await Promise.all([db.close(), watched.close()]);
  // A model call that is still in flight would hold the process; its run goes on in another worker.
  process.exit(0);
}

/** `/healthz` (the process), `/readyz` (the database too) and `/metrics`. */
async function listenHealth(
  { db, log }: { readonly db: Database; readonly log: Log },
  host: string,
  port: number,
): Promise<Server> {
  const registry = createMeters(db);
  meterDeposits(registry, { db, log });
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = "text/plain"): void =>
      void response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    switch (request.url) {
      case "/healthz":
        return answer(DBOS.isInitialized() ? 200 : 503, "ok\n");
      case "/readyz":
        return void db.pool.query("select 1").then(
          () => answer(200, "ok\n"),
          () => answer(503, "the database does not answer\n"),
        );
      case "/metrics":
        return void registry.metrics().then((text) => answer(200, text, registry.contentType));
      default:
        return answer(404, "not found\n");
    }
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return server;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** DBOS's own lines, at a level lower than ours: what it calls info is news only to who debugs it. */
function dbosLogger(log: Log): DLogger {
  const child = log.child({ part: "dbos" });
  return {
    info: (entry) => child.debug(String(entry)),
    debug: (entry) => child.trace(String(entry)),
    warn: (entry) => child.warn(String(entry)),
    error: (entry) => child.error(String(entry)),
  };
}
