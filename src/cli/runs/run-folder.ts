import { existsSync } from "node:fs";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Manifest, Run } from "#src/contract/run/run.ts";
import { CorruptRun, InvalidInput, NotFound } from "#src/core/errors.ts";
import { createSteps, type RunHeader } from "./steps-file.ts";
import { writeWhole } from "./whole-files.ts";

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
