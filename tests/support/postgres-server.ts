import { readFileSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { packagedPostgres, readyBinaries } from "#src/db/embedded-binaries.ts";
import { openCluster, owner, readPostmaster } from "#src/db/embedded-cluster.ts";
import { findPlace } from "#src/db/embedded-place.ts";
import { acquireServer } from "#src/db/embedded-server.ts";
import { childrenOf, isAlive, until } from "./up-process.ts";

/** A Postgres of a test's own, which it may stop and start. Gone when the test ends. */
export interface PostgresServer {
  readonly url: string;
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

export async function startPostgres(): Promise<PostgresServer> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "conclave-postgres-")));
  // As root it is run by somebody else, who must be able to come here.
  await chmod(home, 0o755);
  const place = await findPlace(home);
  const binaries = await readyBinaries(await packagedPostgres(), place);
  const server = { place, binaries, cluster: await openCluster(place, binaries) };
  const { hold, port } = await acquireServer(server, null, new AbortController().signal);
  let connection: Client = hold;

  const stop: PostgresServer["stop"] = async (signal) => {
    const postmaster = await readPostmaster(server.cluster.data);
    if (postmaster === null || !isAlive(postmaster.pid)) return;
    const ended = new Promise<void>((resolve) => connection.once("end", () => resolve()));
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
    stop,
    async start() {
      connection = (await acquireServer(server, port, new AbortController().signal)).hold;
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
