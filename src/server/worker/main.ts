import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DLogger } from "@dbos-inc/dbos-sdk";
import type { Registry } from "prom-client";
import { toolSteps } from "#src/contract/run/run.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { authSettings, composeVault, internalAccess, mailRoute, secretsOf } from "#src/server/compose/auth-settings.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { composeReasoner, createTestReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { backtestArchives, composeVendors, serviceData, serviceVendors } from "#src/server/compose/data/choose-data.ts";
import { chooseReasoner, noWish } from "#src/server/compose/models/choose-reasoner.ts";
import { composeEmbedder, keptPassages, passagesKey } from "#src/server/compose/models/compose-assistant.ts";
import { jobSettings, signalSettings } from "#src/server/compose/job-environments.ts";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import { type Database, openDatabase } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { type DatabaseUrls, prepareDatabase } from "#src/core/db/migrate.ts";
import { type Inner, publicAddress } from "#src/core/network/exposure.ts";
import { type Clock, systemClock } from "#src/core/clock.ts";
import { type Settings, loadSettings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type InternalAccess, createInternalServer } from "#src/core/network/internal-server.ts";
import { type Log, createLog, handleUncaught } from "#src/core/operation/log.ts";
import { startTelemetry } from "#src/core/operation/telemetry.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { renewSecrets } from "#src/product/accounts/identity.ts";
import { lackOfFiles } from "#src/core/network/database-away.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { whenAsked } from "#src/core/once.ts";
import { type WorkerMeters, createMeters, meterDeposits } from "./meters.ts";
import { untilClockAgrees } from "./clock-guard.ts";
import { type Engine, startEngine } from "./engine.ts";
import { failRunningJob } from "./outages.ts";
import { noteLost } from "./heartbeat.ts";
import { createMailer } from "#src/product/mail/public/mailer.ts";
import type { MailTools } from "#src/product/mail/mail.ts";
import type { ChannelTools } from "#src/product/channels/public/destination.ts";

const root = join(import.meta.dirname, "../../..");
/** Beside what was compiled, as in cli/main.js. */
const passagesFile = join(root, "node_modules/.cache/conclave/passages.json");
/** Of the 10 s that stopping may take. */
const graceMs = 6000;
const stopWithinMs = 7500;

const firstPauseMs = 100;
const longestPauseMs = 5000;
const readyWithinMs = 2000;

/**
 * Waits for a database; one that it loses ends the process.
 * @param isKept its keeper checks who asks, and asks on this machine alone
 * @throws InvalidInput without a database
 */
export async function runWorker({ host, port }: Inner, isKept: boolean): Promise<void> {
  const settings = loadSettings(root);
  const { databaseUrl, migrationUrl, logLevel } = settings.service;
  if (databaseUrl === null) throw new InvalidInput("conclave worker needs DATABASE_URL");
  const log = createLog(logLevel, "worker");
  const endTelemetry = await startTelemetry(settings.telemetry, "worker");
  // Failing on a hanging database would end the job.
  const db = openDatabase(databaseUrl, 10, 0, composeVault(settings));
  const watched = openDatabase(databaseUrl, 2);
  const meters = createMeters(watched);
  outliveJobs(meters, log);
  const tools = await composeTools(db, settings, meters, log);
  const access = internalAccess(settings, host);
  let takesJobs = false;
  const health = await listenHealth(
    { db: watched, log, figures: meters.registry, takesJobs: () => takesJobs },
    isKept ? { ...access, metricsToken: null } : access,
    port,
  );
  const stopping = told();
  try {
    await Promise.race([untilPrepared({ url: databaseUrl, migrationUrl }, watched, log, stopping), fired(stopping)]);
  } catch (error) {
    // Nothing may hold a process that has said why it cannot work.
    process.channel?.unref();
    health.close();
    await Promise.all([db.close(), watched.close()]);
    throw error;
  }
  const started = stopping.aborted ? null : start(tools, databaseUrl, settings, log);
  const engine = await Promise.race([started, fired(stopping)]);
  if (engine !== null) {
    takesJobs = true;
    log.info({ reasoner: tools.reasoner.provider, port }, "worker ready");
    await fired(stopping);
  }
  log.info("stopping");
  health.close();
  // A hanging database or call must not hold us; unfinished runs go on elsewhere.
  await Promise.race([engine?.stop(graceMs), pause(stopWithinMs)]);
  await endTelemetry();
  process.exit(0);
}

/** SIGTERM, SIGINT, a closed terminal, or the end of whoever started us. */
function told(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(name, () => stopping.abort());
  return stopping.signal;
}

async function fired(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return null;
}

/** @throws InvalidInput when the database can never be used with these settings */
async function untilPrepared(urls: DatabaseUrls, db: Database, log: Log, stopping: AbortSignal): Promise<void> {
  let said = "";
  for (let pauseMs = firstPauseMs; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await prepareDatabase(urls, dbosLogger(log));
      return await untilClockAgrees({ db, clock: systemClock }, log, stopping);
    } catch (error) {
      if (error instanceof InvalidInput) throw error;
      if (said !== String(error)) log.warn({ err: error }, "the database cannot be used; waiting for it");
      said = String(error);
      // So that workers do not return together.
      await pause(pauseMs * (1 - Math.random() / 2), undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** A half-opened process cannot be used. */
async function start(
  tools: Awaited<ReturnType<typeof composeTools>>,
  databaseUrl: string,
  settings: Settings,
  log: Log,
): Promise<Engine> {
  try {
    const queue = await openJobQueue(databaseUrl, dbosLogger(log));
    await renewSecrets({ ...tools, queue }, { log, secrets: secretsOf(settings) });
    return await startEngine(
      { ...tools, queue },
      databaseUrl,
      settings.service.maxConcurrency,
      dbosLogger(log),
      (executorId, reason) => {
        noteLost(settings.home, executorId);
        log.fatal(reason);
        process.exit(1);
      },
    );
  } catch (error) {
    log.fatal({ err: error }, "the worker could not be started");
    process.exit(1);
  }
}

/** Asks no database. @throws InvalidInput */
async function composeTools(db: Database, settings: Settings, meters: WorkerMeters, log: Log) {
  const choice = await chooseReasoner(noWish, settings);
  const reasoner = await composeReasoner(choice, settings);
  const demoArchive = join(root, "demo");
  const data = serviceData(settings, demoArchive);
  const vendors = await composeVendors(data, settings);
  const version = codeVersion(root);
  return {
    db,
    clock: systemClock,
    log,
    setAside: (workflow: string): void => meters.setAside.inc({ workflow }),
    countAnswers: meters.countAnswers,
    countRemoved: meters.countRemoved,
    retention: settings.retention,
    vendors,
    vendorChainOf: await serviceVendors(vendors, settings, demoArchive),
    reasoner,
    testMode: {
      reasoner: createTestReasoner(),
      vendors: await composeVendors({ archives: [demoArchive], online: false }, settings),
    },
    customerModels: composeCustomerModels(settings),
    passages: () => keptPassages(passagesFile, passagesKey(root, version), makePassages),
    embedder: composeEmbedder(settings),
    mail: whenAsked(() => composeMail({ db, clock: systemClock, log }, settings)),
    paymentGateway: composePaymentGateway({ db, clock: systemClock }, settings),
    channels: whenAsked(() => composeChannels(settings)),
    home: settings.home,
    network: outside(settings.service.webhookAllowPrivate),
    jobs: jobSettings(settings),
    signals: await signalSettings(settings, data, reasoner.provider, systemClock),
    backtests: {
      rules: createRulesReasoner(),
      minAgreement: settings.signals.threshold,
      cutoffs: settings.reasoner.cutoffs,
      archives: backtestArchives(settings, demoArchive),
      defaults: {
        rounds: settings.rounds,
        riskRounds: settings.riskRounds,
        codeVersion: version,
      },
      toolSteps,
      vendors: whenAsked(() =>
        composeVendors({ archives: backtestArchives(settings, demoArchive), online: false }, settings),
      ),
    },
    settings: { codeVersion: version, seed: 1, toolSteps, onlineTools: data.online, conditions: true as const },
  };
}

/** What reads texts is loaded by those who have none that are kept. */
async function makePassages(): Promise<readonly Passage[]> {
  return (await import("#src/server/compose/models/knowledge-passages.ts")).knowledgePassages();
}

/** It fails its own job, or is counted. */
function outliveJobs({ uncaught }: WorkerMeters, log: Log): void {
  handleUncaught((error, kind) => {
    const job = failRunningJob(error);
    uncaught.inc({ kind, fate: job === null ? "logged" : "job_failed" });
    log.error({ err: error, kind, job }, job === null ? "uncaught error" : "uncaught error in a job; the job fails");
  });
}

interface Vitals {
  readonly db: Database;
  readonly log: Log;
  readonly figures: Registry;
  readonly takesJobs: () => boolean;
}

/** `/healthz` (the process), `/readyz` (it takes jobs, and the database answers) and `/metrics`. */
async function listenHealth(
  { db, log, figures, takesJobs }: Vitals,
  access: InternalAccess,
  port: number,
): Promise<Server> {
  meterDeposits(figures, { db, log });
  const ready = async (): Promise<boolean> => {
    const asked = db.pool.query("select 1").then(
      () => true,
      () => false,
    );
    return takesJobs() && (await Promise.race([asked, pause(readyWithinMs, false)]));
  };
  const server = createInternalServer({ trouble: lackOfFiles, ready, figures }, access);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, access.host, resolve));
  return server;
}

/** DBOS' info is news only for debugging. */
function dbosLogger(log: Log): DLogger {
  const child = log.child({ part: "dbos" });
  return {
    info: (entry) => child.debug(String(entry)),
    debug: (entry) => child.trace(String(entry)),
    warn: (entry) => child.warn(String(entry)),
    error: (entry) => child.error(String(entry)),
  };
}

/** What a worker writes mails with and sends them by. */
export function composeMail(
  tools: { readonly db: Database; readonly clock: Clock; readonly log: Log },
  settings: Settings,
): MailTools {
  const { log } = tools;
  return {
    log,
    settings: authSettings(settings),
    origin: publicAddress(settings.service),
    mailer: createMailer(tools, mailRoute(settings)),
  };
}

/** What a worker tells channels through. */
export function composeChannels(settings: Settings): ChannelTools {
  const { telegramToken: token, telegramUrl: apiUrl } = settings.channels;
  return {
    network: outside(settings.service.webhookAllowPrivate),
    trusted: outside(true),
    telegram: token === null ? null : { apiUrl, token },
    origin: publicAddress(settings.service),
    secret: secretsOf(settings).secret,
  };
}
