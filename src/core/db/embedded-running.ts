import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, owner, readPostmaster, servicePasswordFile, serviceUser } from "./embedded-cluster.ts";
import { addressOf } from "./embedded.ts";
import { missing } from "./embedded-place.ts";
import type { DatabaseUrls } from "./migrate.ts";

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
