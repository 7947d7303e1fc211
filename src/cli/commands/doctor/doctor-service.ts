import { statfs } from "node:fs/promises";
import { modelAddresses } from "#src/server/compose/models/model-addresses.ts";
import type { VendorName } from "#src/core/config/grouped-variables.ts";
import { wayTo } from "#src/core/network/outbound.ts";
import type { Cli } from "#src/cli/cli.ts";
import { type Sql, openDatabase } from "#src/core/db/database.ts";
import { runningPostgres } from "#src/core/db/embedded.ts";
import { pendingMigrations } from "#src/core/db/migrate.ts";
import { type Diagnosis, diagnose } from "#src/product/status/queries/service-load.ts";
import { countRemovable, removedBefore, retained } from "#src/product/retention/queries/retention.ts";
import { countSeals } from "#src/core/db/sealed-columns.ts";
import { closedSecrets, knownVault } from "#src/server/compose/compose-vault.ts";
import { mailRoute } from "#src/server/compose/auth-settings.ts";
import type { Settings } from "#src/core/config/config.ts";
import { counted } from "#src/core/text/number-text.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { InvalidInput, isConclaveError } from "#src/core/errors.ts";
import { checkMailServer } from "#src/product/mail/public/mailer.ts";

interface Way {
  readonly name: string;
  /** `null`: no proxy is set, which is no fault. */
  readonly ok: boolean | null;
  readonly detail: string;
}

const vendorAddresses: Readonly<Record<Exclude<VendorName, "archive" | "ccxt">, string>> = {
  yahoo: "https://query2.finance.yahoo.com",
  edgar: "https://data.sec.gov",
  gdelt: "https://api.gdeltproject.org",
  "alpha-vantage": "https://www.alphavantage.co",
  finnhub: "https://finnhub.io",
  fred: "https://api.stlouisfed.org",
  stocktwits: "https://api.stocktwits.com",
  reddit: "https://www.reddit.com",
};

/** Which route requests to the models in use and to vendors take. */
export async function waysOut({ settings }: Pick<Cli, "settings">): Promise<Way[]> {
  const proxies = settings.proxies.all;
  if (proxies === null)
    return [{ name: "proxy", ok: null, detail: "none set: models and vendors are reached directly" }];
  const asked = [...(await modelAddresses(settings)), ...Object.entries(vendorAddresses)];
  return asked.map(([name, url]) => {
    const proxy = wayTo(url, proxies);
    const way = proxy === null ? "directly" : `through the proxy ${proxy}`;
    return { name: `to ${name}`, ok: true, detail: `${new URL(url).hostname}, ${way}` };
  });
}

/** `ok` null: not set up, which is no fault. */
export interface Told {
  readonly name: string;
  readonly ok: boolean | null;
  readonly detail: string;
}

type Machine = Pick<Cli, "settings" | "clock">;

const connectWithinMs = 5000;
/** A job that waits longer while no job runs is stuck. */
const stuckMs = 5 * 60_000;
const clockOffMs = 5000;
/** Two nights are enough for the clean-up. */
const overdueMs = 2 * 24 * 60 * 60 * 1000;
const leastFreeBytes = 1024 ** 3;
const leastFreeShare = 0.05;

/** In words, each fault with what to do. */
export async function examineService(cli: Machine): Promise<Told[]> {
  return [...(await database(cli)), ...settingFaults(cli), await mail(cli), await disk(cli)];
}

async function database({ settings, clock }: Machine): Promise<Told[]> {
  const { databaseUrl } = settings.service;
  const url = databaseUrl ?? (await runningPostgres(settings.home))?.url ?? null;
  if (url === null)
    return [{ name: "database", ok: null, detail: "not running; npm start starts the service with its own" }];
  const db = openDatabase(url, 1, connectWithinMs);
  try {
    const pending = await pendingMigrations(db.pool);
    if (pending.length > 0) return [{ name: "database", ok: true, detail: "reachable" }, behind(pending)];
    const seen = await diagnose(db.sql);
    return [
      { name: "database", ok: true, detail: "reachable and up to date" },
      connections(seen),
      workers(seen),
      queue(seen, clock.now()),
      clockState(seen, clock.now()),
      await secrets(settings, db.sql),
      await retention(settings, db.sql, clock.now()),
    ];
  } catch (error) {
    return [{ name: "database", ok: false, detail: unreachable(error, databaseUrl !== null) }];
  } finally {
    await db.close();
  }
}

/** Without the address, which may contain a password. */
function unreachable(error: unknown, isOwn: boolean): string {
  if (error instanceof InvalidInput) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  const set = isOwn ? "DATABASE_URL" : "the database of npm start";
  switch (code) {
    case "ECONNREFUSED":
      return `${set}: nothing answers there; start Postgres, or correct the host and port`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${set}: the host name is not known; correct it`;
    case "28P01":
    case "28000":
      return `${set}: Postgres refuses the user or the password; correct them`;
    case "3D000":
      return `${set}: there is no such database; create it with createdb`;
    case "53300":
      return `${set}: all connections are in use; raise max_connections, or stop processes that are not needed`;
    case "42501":
      return `${set}: this user may not read the tables; run: conclave service migrate, with DATABASE_MIGRATION_URL set to their owner`;
    default:
      return `${set}: cannot be used${code === null ? "; it does not answer in time" : ` (${code})`}; look at Postgres's own log`;
  }
}

function behind(pending: readonly string[]): Told {
  const count = pending.length === 1 ? "1 migration is" : `${pending.length} migrations are`;
  return {
    name: "migrations",
    ok: false,
    detail: `${count} missing, the first ${pending[0]}; start a worker, or run: conclave service migrate`,
  };
}

function connections({ connections: open, mostConnections: most }: Diagnosis): Told {
  const detail = `${open} of ${most} in use`;
  return open < most * 0.9
    ? { name: "connections", ok: true, detail }
    : {
        name: "connections",
        ok: false,
        detail: `${detail}; raise max_connections of Postgres, or run fewer processes`,
      };
}

function workers({ workers: alive, queued }: Diagnosis): Told {
  if (alive > 0) return { name: "workers", ok: true, detail: `${alive} alive` };
  const waiting = queued === 0 ? "" : `, and ${queued} ${queued === 1 ? "job waits" : "jobs wait"}`;
  return { name: "workers", ok: false, detail: `none is alive${waiting}; start one with: conclave worker` };
}

function queue({ queued, running, oldestQueuedAt, workers: alive }: Diagnosis, now: number): Told {
  const detail = `${queued} waiting, ${running} running`;
  const waitedMs = oldestQueuedAt === null ? 0 : now - oldestQueuedAt;
  if (alive === 0 || running > 0 || waitedMs < stuckMs) return { name: "queue", ok: true, detail };
  const minutes = Math.floor(waitedMs / 60_000);
  return {
    name: "queue",
    ok: false,
    detail: `${detail}; the oldest has waited ${minutes} minutes. Look at the workers' log, and start them again`,
  };
}

function clockState({ now }: Diagnosis, here: number): Told {
  const seconds = Math.round(Math.abs(here - now) / 1000);
  return Math.abs(here - now) < clockOffMs
    ? { name: "clock", ok: true, detail: "agrees with the database's" }
    : {
        name: "clock",
        ok: false,
        detail: `${seconds} s ${here > now ? "ahead of" : "behind"} the database's; set both by NTP: timedatectl set-ntp true`,
      };
}

/** Another secret signs everybody out and opens no webhook. */
async function secrets(settings: Settings, db: Sql): Promise<Told> {
  const name = "secrets";
  const { opened, closed } = await countSeals(db, knownVault(settings));
  if (closed > 0) return { name, ok: false, detail: closedSecrets(closed, settings.home) };
  return { name, ok: true, detail: opened === 0 ? "none stored" : `${counted(opened, "stored secret")} can be opened` };
}

/** Whether everything past its retention was deleted. */
async function retention({ retention: policy }: Settings, db: Sql, now: number): Promise<Told> {
  const name = "retention";
  if (retained.every((part) => policy[part] === null))
    return { name, ok: true, detail: "all analyses are kept forever; see conclave service retention" };
  const overdue = await countRemovable(db, removedBefore(policy, now - overdueMs));
  const most = Math.max(...retained.map((part) => overdue[part] ?? 0));
  return most === 0
    ? { name, ok: true, detail: "old analyses are cleaned up; see conclave service retention" }
    : {
        name,
        ok: false,
        detail: `${counted(most, "analysis is", "analyses are")} two days past the retention period. Unless the setting is newer than last night, look for "could not be cleaned up" in the workers' log; a worker must run at 04:11`,
      };
}

/** What a server for others lacks. */
function settingFaults({ settings: { service: given, signIn } }: Machine): Told[] {
  const { local, open } = exposureOf(given);
  const faults = [
    !local && given.publicUrl === null && "PUBLIC_URL is not set: links in mails and passkeys do not work",
    !local &&
      open &&
      "SERVICE_AUTH=open: every client that reaches the service can use the API without a key; set it to key",
    signIn.smtpUrl !== null && signIn.mailFrom === null && "MAIL_FROM is not set, and SMTP_URL needs it",
    given.publicUrl?.startsWith("https:") === true &&
      given.trustedProxies.length === 0 &&
      "TRUSTED_PROXIES is not set: set it to the address of the proxy that speaks https",
  ].filter((fault) => fault !== false);
  return faults.length === 0
    ? [
        {
          name: "settings",
          ok: true,
          detail: local ? "for this machine only" : "complete for a server that others can reach",
        },
      ]
    : faults.map((detail) => ({ name: "settings", ok: false, detail }));
}

async function mail({ settings }: Machine): Promise<Told> {
  const name = "mail";
  try {
    const route = mailRoute(settings);
    if (route.kind === "dev") return { name, ok: null, detail: "no SMTP_URL; mails wait at /dev/mail" };
    if (route.kind === "none")
      return {
        name,
        ok: false,
        detail: "no SMTP_URL: new accounts cannot confirm their address; set SMTP_URL and MAIL_FROM",
      };
    await checkMailServer(route);
    return { name, ok: true, detail: "the mail server answers and accepts the sign-in" };
  } catch (error) {
    if (isConclaveError(error)) return { name, ok: false, detail: error.message };
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    const what =
      code === "EAUTH" ? "refuses the user or the password of SMTP_URL" : `cannot be reached (${code}); check SMTP_URL`;
    return { name, ok: false, detail: `the mail server ${what}` };
  }
}

async function disk({ settings: { home } }: Machine): Promise<Told> {
  const stats = await statfs(home).catch(() => null);
  if (stats === null) return { name: "disk", ok: null, detail: "not known" };
  const free = stats.bavail * stats.bsize;
  const share = stats.blocks === 0 ? 1 : stats.bavail / stats.blocks;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GB free where CONCLAVE_HOME is`;
  return free < leastFreeBytes || share < leastFreeShare
    ? { name: "disk", ok: false, detail: `${detail}; free some space: a full disk stops the built-in database` }
    : { name: "disk", ok: true, detail };
}
