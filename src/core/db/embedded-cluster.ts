import { randomBytes } from "node:crypto";
import { readFileSync, unlinkSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run, ignoreExisting, type Binaries } from "./embedded-binaries.ts";
import { codeOf, exists, missing, PostgresFailed, type Place } from "./embedded-place.ts";

/** The owner of the tables, and the service's plain user. */
export const owner = "conclave";
export const serviceUser = "conclave_service";

export interface Cluster {
  readonly data: string;
  readonly password: string;
}

/** From postmaster.pid, which a crash leaves behind. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * Made aside and moved into place, so a killed start leaves nothing half made, and of two one wins.
 * @throws PostgresFailed with what initdb said
 */
export async function openCluster(place: Place, binaries: Binaries): Promise<Cluster> {
  const folder = join(place.folder, "cluster");
  if (!(await exists(folder))) await makeCluster(place, binaries, folder);
  return { data: join(folder, "data"), password: await readFile(join(folder, "password"), "utf8") };
}

/** Made on first use; one caller at a time. */
export async function servicePassword({ user }: Pick<Place, "user">, { data }: Cluster): Promise<string> {
  const file = servicePasswordFile(dirname(data));
  const kept = await readFile(file, "utf8").catch(missing);
  if (kept !== null && kept !== "") return kept;
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600, flush: true });
  if (user !== null) await chown(file, user.uid, user.gid);
  return password;
}

export function servicePasswordFile(cluster: string): string {
  return join(cluster, "service-password");
}

async function makeCluster(place: Place, { initdb }: Binaries, cluster: string): Promise<void> {
  const draft = join(place.folder, `new-${randomBytes(4).toString("hex")}`);
  let failure: unknown;
  try {
    await initialise(place, initdb, draft);
    await rename(draft, cluster);
  } catch (error) {
    failure = error;
  }
  await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  // The second of two starts takes the first one's cluster.
  if (failure !== undefined && !(await exists(cluster))) throw failure;
}

async function initialise({ user }: Place, initdb: string, draft: string): Promise<void> {
  const password = join(draft, "password");
  await mkdir(draft, { mode: 0o700 });
  // Without a line end, as the file is read back as it is.
  await writeFile(password, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
  if (user !== null) for (const each of [draft, password]) await chown(each, user.uid, user.gid);
  const { code, said } = await run(
    initdb,
    [
      `--pgdata=${join(draft, "data")}`,
      `--username=${owner}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
    ],
    user,
  );
  if (code !== 0) throw new PostgresFailed(`initdb failed in ${draft}: ${said.trim()}`);
}

/** Leftovers of killed or overtaken starts. */
export async function clearDrafts({ folder }: Place): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith("new-"));
  // A draft in use stays; its own start removes it.
  for (const name of drafts) await rm(join(folder, name), { recursive: true, force: true }).catch(ignoreExisting);
}

/** `null` when nobody serves the folder. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(missing);
  const [pid, , , port] = text?.split("\n").map(Number) ?? [];
  return pid !== undefined && port !== undefined && pid > 0 && port > 0 ? { pid, port } : null;
}

/** A reused pid (after a reboot, in a container) makes Postgres believe in a second server. */
export async function clearForeignPid(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(missing);
  const pid = Number(text?.split("\n")[0]);
  if (text === null || !(pid > 0) || !isAlive(pid)) return;
  const command = await commandOf(pid);
  if (command === null || command.includes(data)) return;
  try {
    // Another start may just have written its own.
    if (readFileSync(file, "utf8") === text) unlinkSync(file);
  } catch (error) {
    missing(error);
  }
}

/** The start time of a process; null when it cannot be found out. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  const { code, said } = await run("/bin/ps", ["-ww", "-o", "command=", "-p", String(pid)], null).catch(() => ({
    code: null,
    said: "",
  }));
  return code === 0 ? said : null;
}

/** Also for processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
