import { spawn, type ChildProcess } from "node:child_process";
import { open, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join as path } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { Cancelled } from "#src/core/errors.ts";
import { restrictPath } from "#src/core/private-folder.ts";
import {
  plainEnvironment,
  type Binaries,
  clearForeignPid,
  owner,
  readPostmaster,
  type Cluster,
} from "./embedded-cluster.ts";
import { codeOf, missing, PostgresFailed, type Place } from "./embedded-place.ts";

export interface Server {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly cluster: Cluster;
}

/** A connection that stays open as long as we use the server. */
export interface ServerLease {
  readonly hold: Client;
  readonly port: number;
  /** We started it; else it ran already. */
  readonly started: boolean;
}

/** Held shared by every user of the server; whoever stops it takes it alone. Later starts wait here. */
export const serverUseLock = 727_302;

/** Some 10 s in all, twice what a crash's last processes need. */
const patienceMs = [100, 200, 400, 800, 1500, 2000, 2500, 2500];
/** Longer than this is no recovery. */
const recoveryMs = 120_000;
const pollMs = 40;

/**
 * Joins or starts the server; Postgres itself allows one per folder.
 * @param port the only one; `null`: last time's if free
 * @throws PostgresFailed with the end of the log; Cancelled
 */
export async function acquireServer(server: Server, port: number | null, signal: AbortSignal): Promise<ServerLease> {
  let launched: Launched | null = null;
  let failures = 0;
  try {
    for (let waitedMs = 0; waitedMs < recoveryMs; waitedMs += pollMs) {
      if (signal.aborted) throw new Cancelled();
      const joined = await join(server.cluster);
      if (joined.state === "in") {
        await writeFile(portFile(server.place), String(joined.port));
        for (const file of [portFile(server.place), logFile(server.place)]) restrictPath(file, { group: false });
        return { hold: joined.hold, port: joined.port, started: joined.pid === launched?.child.pid };
      }
      if (launched?.ended() === true) {
        const waitMs = patienceMs[failures];
        if (waitMs === undefined)
          throw new PostgresFailed(`Postgres could not be started in ${server.place.folder}: ${await launched.said()}`);
        failures += 1;
        launched = null;
        await pause(waitMs);
      } else if (launched === null && joined.state === "nobody") launched = await launch(server, port);
      else await pause(pollMs);
    }
    throw new PostgresFailed(
      `Postgres in ${server.place.folder} refuses connections; see its log, ${logFile(server.place)}`,
    );
  } catch (error) {
    launched?.child.kill("SIGINT");
    for (let waitedMs = 0; launched?.ended() === false && waitedMs < 2000; waitedMs += pollMs) await pause(pollMs);
    throw error;
  }
}

type Joined = { state: "in"; hold: Client; pid: number; port: number } | { state: "busy" | "nobody" };

/** `cannot_connect_now` (starting, recovering or stopping), `admin_shutdown`, `too_many_connections`. */
const busyCodes = ["57P03", "57P01", "53300"];

async function join({ data, password }: Cluster): Promise<Joined> {
  const postmaster = await readPostmaster(data);
  if (postmaster === null) return { state: "nobody" };
  const hold = new Client({
    host: "127.0.0.1",
    port: postmaster.port,
    user: owner,
    password,
    database: "postgres",
    ssl: false,
    application_name: "conclave up",
    keepAlive: true,
    connectionTimeoutMillis: 2000,
  });
  // Its owner acts on "end".
  hold.on("error", () => {});
  try {
    await hold.connect();
    const { rows } = await hold.query<{ data_directory: string }>("show data_directory");
    if (rows[0]?.data_directory === data) {
      await hold.query("select pg_advisory_lock_shared($1)", [serverUseLock]);
      return { state: "in", hold, ...postmaster };
    }
  } catch (error) {
    if (busyCodes.includes(codeOf(error) ?? "")) return { state: "busy" };
  }
  await hold.end();
  return { state: "nobody" };
}

interface Launched {
  readonly child: ChildProcess;
  ended(): boolean;
  /** What this start wrote to the log. */
  said(): Promise<string>;
}

/** A session of its own survives our Ctrl-C and end. */
async function launch({ place, binaries, cluster }: Server, wanted: number | null): Promise<Launched> {
  await clearForeignPid(cluster.data);
  const port = wanted ?? (await freePort(place));
  const log = await open(logFile(place), "a", 0o600);
  const { size } = await log.stat();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "log_checkpoints=off",
    "max_connections=200",
  ];
  const child = spawn(
    binaries.postgres,
    ["-D", cluster.data, "-p", String(port), ...settings.flatMap((each) => ["-c", each])],
    {
      ...place.user,
      cwd: "/",
      env: plainEnvironment,
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    },
  );
  let failure: Error | null = null;
  child.once("error", (error) => (failure = error));
  child.unref();
  await log.close();
  return {
    child,
    ended: () => failure !== null || child.exitCode !== null || child.signalCode !== null,
    said: async () => failure?.message ?? (await readFile(logFile(place))).subarray(size).toString("utf8").trim(),
  };
}

/** Last time's, so that addresses stay valid. */
async function freePort(place: Place): Promise<number> {
  const last = Number(await readFile(portFile(place), "utf8").catch(missing));
  return (last > 0 ? await listenOn(last) : null) ?? (await listenOn(0)) ?? last;
}

/** The port when it is free; for 0, any free one. */
async function listenOn(port: number): Promise<number | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : null));
    });
  });
}

function portFile({ folder }: Place): string {
  return path(folder, "port");
}

function logFile({ folder }: Place): string {
  return path(folder, "log");
}
