import { readFileSync } from "node:fs";
import { appendFile, chmod, chown, cp, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import {
  packagedPostgres,
  readyBinaries,
  type Binaries,
  openCluster,
  owner,
  readPostmaster,
  type Cluster,
} from "#src/core/db/embedded-cluster.ts";
import { findPlace, type Place } from "#src/core/db/embedded-place.ts";
import { acquireServer } from "#src/core/db/embedded-server.ts";
import { childrenOf, isAlive, until } from "./up-process.ts";

/** A Postgres of a test's own, which it may stop and start. Gone when the test ends. */
export interface PostgresServer {
  readonly url: string;
  /** Its data folder. */
  readonly data: string;
  /**
   * SIGINT: a fast shutdown, which ends all connections and writes a checkpoint. SIGQUIT: an immediate one, as in a
   * crash. SIGKILL: a crash of the postmaster. Resolves when it is gone.
   */
  stop(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** On the same data and port. Resolves when it lets clients in. */
  start(): Promise<void>;
  /** Stops all its processes where they are, and lets them go on: connections stand, and nobody answers. */
  freeze(): void;
  thaw(): void;
}

/** @param at a folder for it that is there; by default one of its own */
export async function startPostgres(at: string | null = null): Promise<PostgresServer> {
  return startIn(await makeHome(at), (place, binaries) => openCluster(place, binaries));
}

export interface Standby extends PostgresServer {
  /** Takes over, as the operator of a cluster has it done when the primary is lost. Resolves when it takes writes. */
  promote(): Promise<void>;
}

/**
 * A second server that follows a running one by streaming replication, each commit of which waits for it from now on.
 * The base copy is made by hand: the binaries in the box have no pg_basebackup.
 */
export async function startStandby(primary: PostgresServer, at: string | null = null): Promise<Standby> {
  const admin = new Client({ connectionString: primary.url });
  await admin.connect();
  const source = new URL(primary.url);
  const server = await startIn(await makeHome(at), async (place) => {
    const data = join(place.folder, "cluster", "data");
    await admin.query("select pg_backup_start('standby', true)");
    await cp(primary.data, data, { recursive: true, filter: (path) => !path.endsWith("postmaster.pid") });
    const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
    await writeFile(join(data, "backup_label"), rows[0]?.labelfile ?? "");
    await writeFile(join(data, "standby.signal"), "");
    // It keeps what the standby has not had yet: after an outage of its own it would never follow again.
    await admin.query("select pg_create_physical_replication_slot('standby', true)");
    const from = `host=127.0.0.1 port=${source.port} user=${source.username} password=${source.password}`;
    await appendFile(
      join(data, "postgresql.auto.conf"),
      `primary_conninfo = '${from}'\nprimary_slot_name = 'standby'\n`,
    );
    await own(data, place.user);
    return { data, password: source.password };
  });
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query("select pg_reload_conf()");
  await until(async () => {
    const { rowCount } = await admin.query("select from pg_stat_replication where sync_state = 'sync'");
    return rowCount === 1;
  }, 30_000);
  await admin.end();
  return {
    ...server,
    async promote() {
      const own = new Client({ connectionString: server.url });
      await own.connect();
      await own.query("select pg_promote(true, 60)");
      await own.end();
    },
  };
}

/** Asked for from the start: a server that crashes and recovers ends its connections long before it is stopped. */
function endOf(connection: Client): Promise<void> {
  return new Promise((resolve) => connection.once("end", () => resolve()));
}

/** As root it is run by somebody else, to whom all of it must belong. */
async function own(folder: string, user: Place["user"]): Promise<void> {
  await chmod(folder, 0o700);
  if (user === null) return;
  for (const name of ["", ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), user.uid, user.gid);
}

async function makeHome(at: string | null): Promise<string> {
  const home = await realpath(await mkdtemp(join(at ?? tmpdir(), "conclave-postgres-")));
  // As root it is run by somebody else, who must be able to come here.
  await chmod(home, 0o755);
  return home;
}

async function startIn(
  home: string,
  makeCluster: (place: Place, binaries: Binaries) => Promise<Cluster>,
): Promise<PostgresServer> {
  const place = await findPlace(home);
  const binaries = await readyBinaries(await packagedPostgres(), place);
  const server = { place, binaries, cluster: await makeCluster(place, binaries) };
  const { hold, port } = await acquireServer(server, null, new AbortController().signal);
  let ended = endOf(hold);

  const stop: PostgresServer["stop"] = async (signal) => {
    const postmaster = await readPostmaster(server.cluster.data);
    if (postmaster === null || !isAlive(postmaster.pid)) return;
    process.kill(postmaster.pid, signal);
    await until(() => !isAlive(postmaster.pid));
    await ended;
  };
  const frozen: number[] = [];
  const thaw = (): void => {
    for (const pid of frozen.splice(0).toReversed()) process.kill(pid, "SIGCONT");
  };
  onTestFinished(async () => {
    thaw();
    await stop("SIGQUIT");
    await rm(await realpath(place.folder), { recursive: true, force: true, maxRetries: 5 });
    await rm(home, { recursive: true, force: true });
  });
  return {
    url: `postgres://${owner}:${server.cluster.password}@127.0.0.1:${port}/postgres`,
    data: server.cluster.data,
    stop,
    async start() {
      ended = endOf((await acquireServer(server, port, new AbortController().signal)).hold);
    },
    freeze() {
      const pid = Number(readFileSync(join(server.cluster.data, "postmaster.pid"), "utf8").split("\n")[0]);
      // The postmaster first, so that it starts no other.
      for (const each of [pid, ...childrenOf(pid)]) {
        process.kill(each, "SIGSTOP");
        frozen.push(each);
      }
    },
    thaw,
  };
}
