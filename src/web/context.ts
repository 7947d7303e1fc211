import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { composeDesk } from "#src/compose/analysis-desk.ts";
import { composeBacktestDesk } from "#src/compose/backtest-desk.ts";
import { authSettings } from "#src/compose/auth-settings.ts";
import { composeAuth } from "#src/compose/compose-auth.ts";
import { signalEngine } from "#src/compose/internal-access.ts";
import { composeTill } from "#src/compose/compose-till.ts";
import { composeVault } from "#src/compose/compose-vault.ts";
import { jobSettings } from "#src/compose/job-settings.ts";
import { openDatabase, type Database } from "#src/db/database.ts";
import { openJobQueue, type JobQueue } from "#src/db/job-queue.ts";
import { systemClock, type Clock } from "#src/platform/clock.ts";
import { settingsInForce, type Settings } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { createLog, type Log } from "#src/platform/log.ts";
import type { Auth } from "#src/services/accounts/auth.ts";
import type { AnalysisDesk } from "#src/services/analyses/desk.ts";
import type { BacktestDesk } from "#src/services/backtests/desk.ts";
import type { EngineHealth } from "#src/services/health/check-health.ts";
import type { JobSettings } from "#src/services/context.ts";
import type { DepositTill } from "#src/services/deposits/till.ts";

export interface House {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly settings: JobSettings;
  readonly auth: Auth;
  readonly log: Log;
  /** What new analyses are made with; put together with the first call. */
  readonly desk: () => Promise<AnalysisDesk>;
  /** What backtests are made with. */
  readonly backtestDesk: () => Promise<BacktestDesk>;
  /** Where deposits are made. */
  readonly till: DepositTill;
  /** Where pages ask how the worker is. */
  readonly signalEngine: EngineHealth | null;
  /** Everything that was set, for pages that show it. */
  readonly all: Settings;
}

declare global {
  // Next loads this file anew for pages, actions and after each change.
  var conclaveHouse: House | undefined;
}

const poolSize = 10;
// The bundler knows where this file was; of `import.meta` it knows the address alone.
const demoArchive = join(fileURLToPath(import.meta.url), "../../../demo");

/**
 * What pages and actions work with; opened with the first of them.
 * @throws InvalidInput without a database
 */
export function house(): House {
  return (globalThis.conclaveHouse ??= open());
}

function open(): House {
  const all = settingsInForce();
  const { databaseUrl, logLevel } = all.service;
  if (databaseUrl === null) throw new InvalidInput("conclave web needs DATABASE_URL");
  const log = createLog(logLevel, "web");
  const db = openDatabase(databaseUrl, poolSize, undefined, composeVault(all));
  const clock = systemClock;
  const queue = whenNeeded(() => queueAt(databaseUrl, log));
  return {
    db,
    queue,
    clock,
    settings: jobSettings(all),
    auth: composeAuth({ db, queue, clock, log }, authSettings(all)),
    log,
    desk: kept(() => composeDesk(all, demoArchive, clock)),
    backtestDesk: kept(() => composeBacktestDesk(all, demoArchive, clock)),
    till: composeTill({ db, clock }, all),
    signalEngine: signalEngine(all),
    all,
  };
}

function queueAt(url: string, log: Log): Promise<JobQueue> {
  return openJobQueue(url, {
    info: () => {},
    debug: () => {},
    warn: (entry) => log.warn(String(entry)),
    error: (entry) => log.error(String(entry)),
  });
}

/** What could not be made is tried again with the next call. */
function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = null;
      throw error;
    }
  };
}

/** A page that is only read needs no queue, and one that could not be opened is tried again. */
function whenNeeded(start: () => Promise<JobQueue>): JobQueue {
  let opened: Promise<JobQueue> | null = null;
  const queue = async (): Promise<JobQueue> => {
    opened ??= start();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  return {
    enqueueWebhook: async (tx, id, event) => (await queue()).enqueueWebhook(tx, id, event),
    enqueueMail: async (tx, mail, once) => (await queue()).enqueueMail(tx, mail, once),
    enqueueAlerts: async (tx, list, number) => (await queue()).enqueueAlerts(tx, list, number),
    enqueueSignalWebhook: async (tx, owner, id, once) => (await queue()).enqueueSignalWebhook(tx, owner, id, once),
    enqueueSettlement: async (tx, id) => (await queue()).enqueueSettlement(tx, id),
    enqueueBacktest: async (tx, id) => (await queue()).enqueueBacktest(tx, id),
    cancel: async (id) => (await queue()).cancel(id),
    forget: async (ids) => (await queue()).forget(ids),
    finishedSteps: async (id) => (await queue()).finishedSteps(id),
    pages: async (id) => (await queue()).pages(id),
    close: async () => (opened === null ? undefined : (await opened).close()),
  };
}
