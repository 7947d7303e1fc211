import { mkdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/core/db/embedded.ts";
import { PostgresFailed, codeOf } from "#src/core/db/embedded-place.ts";
import { type DatabaseUrls, prepareDatabase } from "#src/core/db/migrate.ts";
import { openPool } from "#src/core/db/pool.ts";
import { type Inner, publicAddress } from "#src/core/network/exposure.ts";
import { type Settings, childEnvironment } from "#src/core/config/config.ts";
import { Cancelled } from "#src/core/errors.ts";
import { restrictContents } from "#src/core/private-folder.ts";
import type { Cli } from "#src/cli/cli.ts";
import { type Places, choosePorts } from "#src/cli/service/ports.ts";
import { type Role, type RoleEnvironment, type Supervised, roleLine, supervise } from "#src/cli/service/supervise.ts";
import { printable, say } from "#src/cli/terminal.ts";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { exampleRun } from "#src/server/compose/data/archives.ts";
import { serviceData } from "#src/server/compose/data/choose-data.ts";

export interface Start {
  /** Contains the commands `worker`, `web` and `http`. */
  readonly script: string;
  readonly inUse: () => Promise<InUse>;
  /** False starts no pages; the front door then serves the API only. */
  readonly web: boolean;
  /** Of the worker; the front door's and the pages' are the next two. `null`: free ones. */
  readonly internal: Inner | null;
  /** Pages are built when they are first asked for. */
  readonly development: boolean;
  /** Called with how to restart a role, once all roles are up. */
  readonly watch: ((restart: (role: string) => void, signal: AbortSignal) => void) | null;
}

/** Lines of text, and an example for `conclave jobs start`. */
export interface InUse {
  readonly reasoner: string;
  readonly data: string;
  readonly example: string;
}

type Log = (line: string) => void;

/** A process manager kills 10 s after SIGTERM. */
const stopWithinMs = 9500;
/** How long a database on another machine may take to come up. */
const patienceMs = 10_000;
const pollMs = 50;
/** A worker waits for the front door, but not for ever. */
const workerWithinMs = 3000;

/**
 * Postgres (without DATABASE_URL), migrations, worker, pages and front door, a process each.
 * @returns 0 when told to stop, 1 when it could not start
 * @throws InvalidInput for a taken port
 */
export async function up(
  cli: Pick<Cli, "settings" | "interruption" | "out" | "err">,
  { script, inUse, web, internal, development, watch }: Start,
): Promise<number> {
  const { settings } = cli;
  const signal = cli.interruption();
  const log: Log = (line) => say(cli.err, `conclave: ${line}`);
  let embedded: EmbeddedPostgres | null = null;
  const told = Promise.withResolvers<RoleEnvironment>();
  const answers = Promise.withResolvers<void>();
  let supervised: Supervised | null = null;
  try {
    const where = await choosePorts(settings.service, internal, web, log, signal);
    const roles = rolesOf(where, script, development, told.promise, answers.promise);
    supervised = supervise(roles, log, readable(cli));
    await mkdir(settings.home, { recursive: true, mode: 0o700 });
    const closed = restrictContents(settings.home, "postgres");
    const use = await inUse();
    const { databaseUrl, migrationUrl } = settings.service;
    const database =
      databaseUrl === null
        ? (embedded = await startEmbeddedPostgres({ home: settings.home, log, signal }))
        : { url: databaseUrl, migrationUrl };
    if (embedded?.reused === true)
      log(
        `another Conclave uses ${settings.home}, so both share a database, accounts and jobs; for a separate one, set CONCLAVE_HOME`,
      );
    await Promise.all([migrateDatabase(database, log, signal), closed]);
    // The tables exist now; no role needs the credentials that can change them.
    told.resolve({ DATABASE_URL: database.url, DATABASE_MIGRATION_URL: "" });
    const restart = supervised.restart;
    const failure = await running(supervised, where, signal, answers.resolve, (asksForKey) => {
      cli.out.write(startupSummary(settings, where, database.url, embedded, use, asksForKey));
      watch?.(restart, signal);
    });
    if (failure === null) {
      log("stopping");
      return 0;
    }
    log(`${failure}; giving up`);
    return 1;
  } catch (error) {
    if (error instanceof Cancelled) return 0;
    if (!(error instanceof PostgresFailed)) throw error;
    log(error.message);
    return 1;
  } finally {
    const patience = AbortSignal.timeout(stopWithinMs);
    await supervised?.stop();
    await embedded?.stop(patience);
  }
}

/** Readable in a terminal, JSON elsewhere (`null`). */
function readable({ settings, out }: Pick<Cli, "settings" | "out">): ((line: string) => void) | null {
  if (!out.isTTY) return null;
  const all = ["debug", "trace"].includes(settings.service.logLevel);
  return (line) => {
    const text = roleLine(line, all);
    if (text !== null) out.write(`${text}\n`);
  };
}

/** Until the signal (`null`) or a role can never work. */
async function running(
  supervised: Supervised,
  { frontDoor, pages }: Places,
  signal: AbortSignal,
  answers: () => void,
  ready: (asksForKey: boolean) => void,
): Promise<string | null> {
  const over = new AbortController();
  const end = Promise.race([supervised.failure, fired(signal)]).finally(() => over.abort());
  const status = await untilAnswers(`${frontDoor}/v1/config`, over.signal);
  answers();
  if (pages !== null) await untilAnswers(`${pages}/healthz`, over.signal);
  if (status !== null && !over.signal.aborted) {
    ready(status === 401);
  }
  return end;
}

async function fired(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}

/** @returns 200, or 401 where a key is needed; `null` when stopped */
async function untilAnswers(address: string, signal: AbortSignal): Promise<number | null> {
  while (!signal.aborted) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) });
      await answer.body?.cancel();
      // A busy server's refusal says nothing of keys.
      if (answer.status === 200 || answer.status === 401) return answer.status;
    } catch {
      // Not yet.
    }
    await pause(pollMs);
  }
  return null;
}

/** The front door first: somebody waits for it. */
function rolesOf(
  { pages, flags }: Places,
  script: string,
  development: boolean,
  told: Promise<RoleEnvironment>,
  answers: Promise<void>,
): Role[] {
  const late = Promise.race([answers, told.then(() => pause(workerWithinMs, undefined, { ref: false }))]);
  const env = childEnvironment({});
  const dev = development ? ["--dev"] : [];
  return [
    { name: "http", script, args: ["http", ...flags.http, ...dev], env, told },
    ...(pages === null ? [] : [{ name: "web", script, args: ["web", ...flags.web, ...dev], env, told }]),
    { name: "worker", script, args: ["worker", ...flags.worker], env, told, after: late },
  ];
}

/** @throws PostgresFailed when the database rejects the login */
async function migrateDatabase({ url, migrationUrl }: DatabaseUrls, log: Log, signal: AbortSignal): Promise<void> {
  const reached = openPool(url, 1);
  const said = (entry: unknown): void => log(`the database's tables: ${String(entry)}`);
  const work = untilReached(reached, url, log, signal)
    .then(() => prepareDatabase({ url, migrationUrl }, { info: () => {}, debug: () => {}, warn: said, error: said }))
    .finally(() => reached.end());
  // Migrations are transactions, so a stop need not wait.
  await Promise.race([work, fired(signal)]);
  if (signal.aborted) throw new Cancelled();
}

/** The database, or the network to it, is still coming up. */
const passing = ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "57P03"];

async function untilReached(pool: pg.Pool, url: string, log: Log, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (signal.aborted) throw new Cancelled();
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      // When a host has several addresses, each has its own message.
      const why = error instanceof AggregateError ? error.errors.map(String).join("; ") : String(error);
      const text = `DATABASE_URL: ${withoutPassword(url)} cannot be used: ${why}`;
      if (!passing.includes(codeOf(error) ?? "") || waitedMs >= patienceMs)
        throw new PostgresFailed(text, { cause: error });
      if (waitedMs === 0) log(`${text}; waiting ${patienceMs / 1000} s for it`);
    }
    await pause(pollMs);
  }
}

function startupSummary(
  settings: Settings,
  { frontDoor, pages, metrics, worker }: Places,
  url: string,
  embedded: EmbeddedPostgres | null,
  { reasoner, data, example }: InUse,
  asksForKey: boolean,
): string {
  const lines = [
    ["App", pages === null ? "off (--no-web)" : publicAddress(settings.service)],
    ["API", `${frontDoor}/v1`],
    ["Reference", `${frontDoor}/docs/api`],
    ["Access", asksForKey ? "by API key: npx conclave keys create --owner NAME --plan elite" : "open, no key needed"],
    ["Reasoner", reasoner],
    ["Data", data],
    [
      "Postgres",
      embedded === null
        ? withoutPassword(url)
        : `built in${embedded.reused ? ", already running" : ""}: ${withoutPassword(url)}, in ${embedded.folder}`,
    ],
    ["Home", settings.home],
    ["Metrics", `${metrics}/metrics (front door), ${worker}/metrics (worker)`],
    ["Try", `npx conclave jobs start ${example}${settings.service.port === 3000 ? "" : ` --url ${frontDoor}`}`],
  ];
  return `Conclave is running. Press Ctrl-C to stop.\n${lines.map(([name = "", text = ""]) => `  ${name.padEnd(11)}${printable(text)}\n`).join("")}`;
}

/** Without user and password. */
function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port === "" ? 5432 : port}${pathname}`;
}

/** @throws InvalidInput for settings without a reasoner */
export async function activeSetup({ settings, reasonerFor, demoArchive }: Cli): Promise<InUse> {
  const { provider, models } = await reasonerFor(
    await chooseReasoner({ reasoner: null, provider: null, deep: null, quick: null, baseUrl: null }, settings),
  );
  const { archives, online } = serviceData(settings, demoArchive);
  const shipped = archives.length === 1 && archives[0] === demoArchive;
  const sources = [
    ...(shipped ? ["the included archive (DEMO and ^GSPC)"] : archives),
    ...(online ? ["online vendors"] : []),
  ];
  return {
    reasoner:
      provider === "rules"
        ? "rules (a rules engine, no language model)"
        : `${provider}: ${models.deep} (managers), ${models.quick} (others)`,
    data: sources.join(", then "),
    example: await exampleRun(shipped || online ? [] : archives),
  };
}
