import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { platform } from "node:os";
import { Manifest, Run } from "#src/contract/run/run.ts";
import { CorruptRun, InvalidInput, NotFound } from "#src/core/errors.ts";
import { type RunHeader, createSteps } from "./steps-file.ts";

/** Named when all are whole: a full disk leaves what was there. */
export async function writeWhole(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const drafts = Object.keys(files).map((name) => ({ name, draft: join(folder, `.${name}.partial`) }));
  const written = await Promise.allSettled(drafts.map(({ name, draft }) => writeFile(draft, files[name] ?? "")));
  const failed = written.find((each) => each.status === "rejected");
  if (failed === undefined) {
    for (const { name, draft } of drafts) await rename(draft, join(folder, name));
    return;
  }
  await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
  throw failed.reason;
}

/** The files of a finished run beside its `steps.jsonl`. */
export const resultFiles = ["result.json", "manifest.json", "report.md", "report.html"] as const;
type ResultFiles = Record<(typeof resultFiles)[number], string>;

/** @throws InvalidInput when it holds a run or cannot be made */
export async function createRunFolder(folder: string, header: RunHeader): Promise<void> {
  const taken = (): InvalidInput =>
    new InvalidInput(
      `--out: ${folder} already contains a run; choose another folder, or continue it: npx conclave resume ${shellWord(folder)}`,
    );
  try {
    await mkdir(dirname(folder), { recursive: true });
    // Recursive creation never ends where nothing can be made, as in /proc.
    if (!existsSync(folder)) await mkdir(folder);
    if ((await readdir(folder)).some((name) => name === "manifest.json")) throw taken();
    await createSteps(folder, header);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "EEXIST" && existsSync(join(folder, "steps.jsonl"))) throw taken();
    const why = /^(EEXIST|ENOTDIR)$/.test(error.code) ? "is not a folder" : `is not writable (${error.code})`;
    throw new InvalidInput(`--out: ${folder} ${why}`, { cause: error });
  }
}

/** The folder of a run, named by its id, or by a path. */
export function runFolder(home: string, idOrPath: string): string {
  const byId = join(home, "runs", idOrPath);
  const isPath = isAbsolute(idOrPath) || idOrPath.includes("/") || idOrPath.startsWith(".");
  return isPath || (!existsSync(byId) && existsSync(idOrPath)) ? resolve(idOrPath) : byId;
}

/** What to type to name the run in a folder. */
export function runName(home: string, folder: string, runId: string): string {
  return shellWord(folder === join(home, "runs", runId) ? runId : folder);
}

const ResultFile = Run.pick({ request: true, result: true, usage: true });

/** The text of every file of a finished run. */
export function resultFilesOf({ manifest, ...rest }: Run, rendered: { markdown: string; html: string }): ResultFiles {
  return {
    "result.json": pretty(rest),
    "manifest.json": pretty(manifest),
    "report.md": rendered.markdown,
    "report.html": rendered.html,
  };
}

export async function writeRun(folder: string, files: ResultFiles): Promise<void> {
  await writeWhole(folder, files);
}

/** A resumed run overwrites it. */
export async function writeFailure(folder: string, markdown: string): Promise<void> {
  await writeWhole(folder, { "report.md": markdown });
}

/** @throws NotFound when the run has not ended; CorruptRun */
export async function readRun(folder: string): Promise<Run> {
  const read = async (name: string): Promise<unknown> => {
    const text = await readFile(join(folder, name), "utf8").catch((cause: unknown) => {
      throw new NotFound(`there is no finished run at ${folder}: ${name} is missing`, { cause });
    });
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new CorruptRun(`${folder}/${name} is not JSON`, { cause });
    }
  };
  const result = ResultFile.safeParse(await read("result.json"));
  const manifest = Manifest.safeParse(await read("manifest.json"));
  if (!result.success) throw new CorruptRun(`${folder}/result.json has been altered`);
  if (!manifest.success) throw new CorruptRun(`${folder}/manifest.json has been altered`);
  return { ...result.data, manifest: manifest.data };
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}

const claimName = /^run\.(\d+)-([0-9a-z]+)\.lock$/;

/**
 * Takes a run for this process, so that two never go on with it at once. Each process that wants it leaves a claim
 * named by its id and start; whoever then finds the claim of another living process steps back. Claims are written
 * before others are looked for, so of two at the same instant at least one sees the other (both may step back, and
 * neither goes on unseen). A dead process has no claim, whatever it left behind.
 * @returns gives the run free again
 * @throws InvalidInput when another process has it
 */
export async function lockRun(folder: string): Promise<() => Promise<void>> {
  const start = processStart(process.pid) ?? randomBytes(6).toString("hex");
  const mine = `run.${process.pid}-${start}.lock`;
  await writeFile(join(folder, mine), "");
  const free = (): Promise<void> => rm(join(folder, mine), { force: true });
  for (const name of await readdir(folder)) {
    const [, pid, since] = claimName.exec(name) ?? [];
    if (pid === undefined || since === undefined || name === mine) continue;
    if (processStart(Number(pid)) === since) {
      await free();
      throw new InvalidInput(`process ${pid} is already working on ${folder}; wait until it finishes, or stop it`);
    }
    await rm(join(folder, name), { force: true });
  }
  return free;
}

/** Whether a living process is at work on a run. */
export async function isWorkedOn(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => {
    const [, pid, since] = claimName.exec(name) ?? [];
    return pid !== undefined && processStart(Number(pid)) === since;
  });
}

/**
 * When a process was started, as text that no other process with the same id has; `null` when there is none.
 * Ids are used again, so an id alone does not say that a process lives.
 */
export function processStart(pid: number): string | null {
  if (platform() === "linux") return linuxStart(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return null;
  }
  if (platform() === "win32") return "alive";
  try {
    const said = execFileSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { LC_ALL: "C" },
    });
    return said.replaceAll(/[^0-9A-Za-z]/g, "").toLowerCase();
  } catch {
    // It ended meanwhile.
    return null;
  }
}

/** Clock ticks since boot, field 22 of /proc/PID/stat (proc(5)); the name before it may hold spaces and brackets. */
function linuxStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // No such process.
    return null;
  }
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? null : (fields[18] ?? null);
}
