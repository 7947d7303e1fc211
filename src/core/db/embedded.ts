import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { Cancelled } from "#src/core/errors.ts";
import {
  packagedPostgres,
  readyBinaries,
  clearDrafts,
  isAlive,
  openCluster,
  owner,
  readPostmaster,
  servicePassword,
  servicePasswordFile,
  serviceUser,
} from "./embedded-cluster.ts";
import { PostgresFailed, codeOf, findPlace, missing } from "./embedded-place.ts";
import { type Server, type ServerLease, acquireServer, serverUseLock } from "./embedded-server.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseUrls } from "./migrate.ts";

/** Where the service keeps its tables. */
const database = "conclave";

/** Two starts at once make one user. */
const userLock = 727_303;

export interface EmbeddedPostgres {
  /** Of the service's user, with the password; and of the owner, who changes tables. */
  readonly url: string;
  readonly migrationUrl: string;
  readonly port: number;
  /** Where its state is; HOME/postgres, or where that leads. */
  readonly folder: string;
  /** It ran before: another `conclave up` has it too, or one that was killed left it. */
  readonly reused: boolean;
  /** Leaves it, and stops it when nobody else is left; waits for its end, but no longer than `patience`. Repeatable. */
  stop(patience: AbortSignal): Promise<void>;
}

/**
 * A Postgres of our own: made when there is none, entered when it runs, else started, and started again when it
 * dies while we use it. It listens on 127.0.0.1 alone, with a generated password.
 *
 * The last one to leave stops it, whoever started it. Users are those who called this function; what is connected
 * otherwise, by its address, does not keep it up. A user that was killed leaves it running for the next.
 * @throws PostgresFailed; Cancelled when the signal fires first
 */
export async function startEmbeddedPostgres(options: {
  readonly home: string;
  /** Told in a sentence what happens to the server afterwards. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const place = await findPlace(options.home);
  const binaries = await readyBinaries(await packagedPostgres(), place);
  const server: Server = { place, binaries, cluster: await openCluster(place, binaries) };
  await clearDrafts(place);
  const first = await acquireServer(server, null, options.signal);
  await createDatabase(first.hold);
  const password = await createServiceUser(server, first.hold);
  const { stop } = stay(server, first, options.log);
  return {
    url: addressOf(serviceUser, password, first.port),
    migrationUrl: addressOf(owner, server.cluster.password, first.port),
    port: first.port,
    folder: place.folder,
    reused: !first.started,
    stop,
  };
}

async function createDatabase(hold: pg.Client): Promise<void> {
  const { rowCount } = await hold.query("select 1 from pg_database where datname = $1", [database]);
  if (rowCount !== 0) return;
  await hold.query(`create database ${database}`).catch((error: unknown) => {
    // duplicate_database, or unique_violation when another start makes it at this moment.
    if (!["42P04", "23505"].includes(codeOf(error) ?? "")) throw error;
  });
}

/** The address of the service's tables, for one of the two users. */
export function addressOf(user: string, password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * The user that the service's processes are: without any right but those it is granted on tables. Made in a cluster of
 * an earlier version too, and put right where somebody gave it more.
 */
async function createServiceUser({ place, cluster }: Server, hold: pg.Client): Promise<string> {
  await hold.query("select pg_advisory_lock($1)", [userLock]);
  try {
    const password = await servicePassword(place, cluster);
    const { rowCount } = await hold.query("select 1 from pg_roles where rolname = $1", [serviceUser]);
    await hold.query(
      `${rowCount === 0 ? "create" : "alter"} role ${serviceUser} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    );
    return password;
  } finally {
    await hold.query("select pg_advisory_unlock($1)", [userLock]);
  }
}

/** Stays a user of the server, also over its crashes, until told to stop. */
function stay(
  server: Server,
  first: ServerLease,
  log: (line: string) => void,
): { stop(patience: AbortSignal): Promise<void> } {
  const leaving = new AbortController();
  let hold: pg.Client | null = null;
  let back: Promise<void> = Promise.resolve();
  let left: Promise<void> | null = null;

  const keep = (entered: pg.Client): void => {
    hold = entered;
    entered.once("end", () => {
      if (leaving.signal.aborted) return;
      hold = null;
      log("Postgres has stopped; restarting it");
      back = reconnect();
    });
  };
  const reconnect = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      try {
        keep((await acquireServer(server, first.port, leaving.signal)).hold);
        log("Postgres is running again");
        return;
      } catch (error) {
        if (error instanceof Cancelled) return;
        log(error instanceof PostgresFailed ? error.message : `Postgres: ${String(error)}`);
        await pause(1000, undefined, { signal: leaving.signal }).catch(() => {});
      }
    }
  };
  const releaseOnce = async (patience: AbortSignal): Promise<void> => {
    leaving.abort();
    await back;
    // A connection that breaks now is no fault: the server is gone, which is what was wanted.
    if (hold !== null) await leave(server, hold, patience).catch((error: unknown) => log(`Postgres: ${String(error)}`));
  };
  keep(first.hold);
  return { stop: (patience) => (left ??= releaseOnce(patience)) };
}

/** Fast shutdown (open transactions roll back, a checkpoint is written) by the one who gets the lock alone. */
async function leave({ cluster }: Server, hold: pg.Client, patience: AbortSignal): Promise<void> {
  try {
    await hold.query("select pg_advisory_unlock_shared($1)", [serverUseLock]);
    const { rows } = await hold.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [serverUseLock]);
    const postmaster = rows[0]?.alone === true ? await readPostmaster(cluster.data) : null;
    if (postmaster === null) return;
    process.kill(postmaster.pid, "SIGINT");
    while (!patience.aborted && isAlive(postmaster.pid) && (await readPostmaster(cluster.data)) !== null)
      await pause(20);
  } finally {
    await hold.end();
  }
}

/** `null` when no `conclave up` runs on this home. */
export async function runningPostgres(home: string): Promise<DatabaseUrls | null> {
  const cluster = join(home, "postgres", "cluster");
  const password = await readFile(join(cluster, "password"), "utf8").catch(missing);
  const postmaster = password === null ? null : await readPostmaster(join(cluster, "data"));
  if (password === null || postmaster === null || !isAlive(postmaster.pid)) return null;
  const migrationUrl = addressOf(owner, password, postmaster.port);
  // An earlier version, which has only one user, may still be running it.
  const service = await readFile(servicePasswordFile(cluster), "utf8").catch(missing);
  return { url: service === null ? migrationUrl : addressOf(serviceUser, service, postmaster.port), migrationUrl };
}
