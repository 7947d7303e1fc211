import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { childEnvironment } from "#src/core/config/config.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";

/** What pages are made of: all of src but the rooms that no page imports, articles, versions of libraries. */
const sources = ["src/**/*", "content/**/*", "package-lock.json", "package.json"];
const apart =
  /^src\/(?:cli|server\/(?:http|mcp|worker))(?:\/|$)|\.test\.tsx?$|(?:^|\/)(?:\.next[^/]*|next-env\.d\.ts)$/;

/** Twelve characters that change when anything changes that the pages are built from. */
export function buildStamp(root: string): string {
  const hash = createHash("sha256").update(process.version);
  const files = globSync(sources, {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => apart.test(relative(root, join(entry.parentPath, entry.name))),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    // `exclude` is asked of folders alone.
    .filter((file) => !apart.test(file))
    .toSorted();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 12);
}

function relative(root: string, file: string): string {
  return file.slice(root.length + 1).replaceAll("\\", "/");
}

export interface Build {
  /** The project's folder. */
  readonly root: string;
  /** Where the pages are. */
  readonly dir: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const pollMs = 200;
/** Of builds that are left behind: a process that was started on the one before may still run. */
const kept = 2;

/**
 * Builds the pages unless there is a whole build of just these sources. Each build has a folder of its own and counts
 * once it has ended well; of several processes one builds, and the others wait for it.
 * @returns the build's folder, relative to `dir`
 * @throws InvalidInput when the pages cannot be built; what Next said was said before
 * @throws Cancelled when the signal fires first
 */
export async function buildPages(build: Build): Promise<string> {
  const { root, dir, say, signal } = build;
  const stamp = buildStamp(root);
  const folder = `.next/build-${stamp}`;
  const mark = join(dir, folder, "whole");
  if (existsSync(mark)) return folder;
  mkdirSync(join(dir, ".next"), { recursive: true });
  const lock = join(dir, ".next", "building");
  for (let waited = false; !takeLock(lock); waited = true) {
    if (!waited) say("another process is building the pages; waiting for it");
    await pause(pollMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw new Cancelled();
  }
  try {
    if (existsSync(mark)) return folder;
    say("building the pages (once; one to two minutes)");
    rmSync(join(dir, folder), { recursive: true, force: true });
    await runNext(build, folder);
    // What was changed meanwhile may or may not be in it: it serves now, and the next start builds again.
    if (buildStamp(root) === stamp) writeFileSync(mark, "");
    clearOld(join(dir, ".next"));
    return folder;
  } finally {
    rmSync(lock, { force: true });
  }
}

async function runNext({ dir, say, signal }: Build, folder: string): Promise<void> {
  const script = join(dirname(createRequire(import.meta.url).resolve("next/package.json")), "dist/bin/next");
  const child = spawn(process.execPath, [script, "build", dir], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...childEnvironment({ NEXT_DIST: folder, NEXT_TELEMETRY_DISABLED: "1" }), NODE_ENV: "production" },
  });
  const stop = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status));
  });
  signal.removeEventListener("abort", stop);
  if (signal.aborted) throw new Cancelled();
  if (code === 0) return;
  say(said.trimEnd());
  throw new InvalidInput("the pages could not be built; see the Next.js output above");
}

/** @returns false while another living process has it */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  try {
    const holder = readFileSync(lock, "utf8");
    // A file without an id is one that is being written.
    if (holder === "" || isAlive(Number(holder))) return false;
    // Renaming lets one of several that wait clear it away; the others find nothing to rename.
    renameSync(lock, `${lock}.${process.pid}`);
    rmSync(`${lock}.${process.pid}`);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

function clearOld(folder: string): void {
  const builds = readdirSync(folder)
    .filter((name) => name.startsWith("build-"))
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { name } of builds.slice(kept)) rmSync(join(folder, name), { recursive: true, force: true });
}
