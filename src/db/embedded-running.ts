import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, owner, readPostmaster } from "./embedded-cluster.ts";
import { database } from "./embedded.ts";
import { missing } from "./embedded-place.ts";

/** The address, with the password, of the Postgres that a `conclave up` on this home has running; `null` when none has. */
export async function runningPostgres(home: string): Promise<string | null> {
  const cluster = join(home, "postgres", "cluster");
  const password = await readFile(join(cluster, "password"), "utf8").catch(missing);
  const postmaster = password === null ? null : await readPostmaster(join(cluster, "data"));
  if (postmaster === null || !isAlive(postmaster.pid)) return null;
  return `postgres://${owner}:${password}@127.0.0.1:${postmaster.port}/${database}`;
}
