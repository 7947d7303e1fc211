import { appendFileSync } from "node:fs";
import { open, mkdir, readFile, readdir, truncate, writeFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { AnalysisRequest } from "#src/contract/analysis.ts";
import { Manifest, Run } from "#src/contract/run.ts";
import { Usd } from "#src/contract/usage.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { CorruptRun, InvalidInput, NotFound } from "#src/platform/errors.ts";

/*
 * A run's folder: `steps.jsonl` is written while the run goes on (first line: what was asked and with what;
 * then a line for each finished step), the other files when it has ended.
 */

/** What it takes to go on with a run that was cut off, or to repeat it. */
export const RunHeader = z.object({
  version: z.literal(1),
  run_id: z.string(),
  code_version: z.string(),
  seed: z.int(),
  request: AnalysisRequest,
  rounds: z.int(),
  risk_rounds: z.int(),
  tool_steps: z.int(),
  budget_usd: Usd.nullable(),
  online_tools: z.boolean(),
  reasoner: z.object({
    provider: z.string(),
    deep: z.string(),
    quick: z.string(),
    base_url: z.string().nullable(),
    uses_tools: z.boolean(),
  }),
  data: z.object({ archives: z.array(z.string()).readonly(), online: z.boolean() }),
});
export type RunHeader = z.infer<typeof RunHeader>;

const Line = z.object({ key: z.string(), value: z.unknown() });

export interface StoredRun {
  readonly folder: string;
  readonly header: RunHeader;
  readonly steps: ReadonlyMap<string, unknown>;
}

/** Starts a run's folder. @throws InvalidInput when it holds a run already: nothing is written over */
export async function createRunFolder(folder: string, header: RunHeader): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).some((name) => name === "steps.jsonl" || name === "manifest.json"))
    throw new InvalidInput(`--out: ${folder} holds a run already; choose another folder, or continue it with: conclave resume ${folder}`);
  await writeFile(join(folder, "steps.jsonl"), `${JSON.stringify(header)}\n`, { flag: "wx" });
}

/** The folder of a run, named by its path or by its id. */
export function runFolder(home: string, idOrPath: string): string {
  return isAbsolute(idOrPath) || idOrPath.includes("/") || idOrPath.startsWith(".") ? resolve(idOrPath) : join(home, "runs", idOrPath);
}

/**
 * Reads a run's header and finished steps. A last line without its end is a step that was cut off while it was
 * written; it is dropped from the file and will be made again.
 * @throws NotFound; CorruptRun for anything else that is not as it was written
 */
export async function openRun(folder: string): Promise<StoredRun> {
  const path = join(folder, "steps.jsonl");
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new NotFound(`no run at ${folder}`, { cause });
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  const [first = "", ...rest] = whole.split("\n").slice(0, -1);
  const header = RunHeader.safeParse(json(first, path, 1));
  if (!header.success) throw new CorruptRun(`${path} line 1 is no run header`);
  const steps = new Map<string, unknown>();
  for (const [index, line] of rest.entries()) {
    const step = Line.safeParse(json(line, path, index + 2));
    if (!step.success || steps.has(step.data.key)) throw new CorruptRun(`${path} line ${index + 2} is no step, or one that stands twice`);
    steps.set(step.data.key, step.data.value);
  }
  return { folder, header: header.data, steps };
}

/** Keeps each finished step as a line, on disk before the run goes on. */
export async function keepInFolder(folder: string, steps: ReadonlyMap<string, unknown>): Promise<Checkpoint & { close(): Promise<void> }> {
  const file = await open(join(folder, "steps.jsonl"), "a");
  return {
    async step(key, schema, run) {
      if (steps.has(key)) return readStep(schema, key, steps.get(key));
      const value = await run();
      // Written in one go: steps end side by side, and their lines must not mix.
      appendFileSync(file.fd, `${JSON.stringify({ key, value })}\n`);
      await file.datasync();
      // The value as a later attempt will read it, so that a first run and a resumed one cannot differ.
      return readStep(schema, key, JSON.parse(JSON.stringify(value)));
    },
    close: () => file.close(),
  };
}

/** Only what was kept: a missing step is an error, and nothing is asked again. */
export function onlyKept(steps: ReadonlyMap<string, unknown>): Checkpoint {
  return {
    step(key, schema) {
      if (!steps.has(key)) return Promise.reject(new CorruptRun(`the run has no step "${key}": it did not end, or its steps were altered`));
      return Promise.resolve(readStep(schema, key, steps.get(key)));
    },
  };
}

function readStep<T>(schema: z.ZodType<T>, key: string, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new CorruptRun(`step "${key}" is not as it was written`);
  return read.data;
}

const ResultFile = Run.pick({ request: true, result: true, usage: true });

export async function writeRun(folder: string, run: Run, rendered: { markdown: string; html: string }): Promise<void> {
  const { manifest, ...rest } = run;
  await Promise.all([
    writeFile(join(folder, "result.json"), pretty(rest)),
    writeFile(join(folder, "manifest.json"), pretty(manifest)),
    writeFile(join(folder, "report.md"), rendered.markdown),
    writeFile(join(folder, "report.html"), rendered.html),
  ]);
}

/** Leaves what a failed run had said where its report would stand; a resumed run that ends well writes over it. */
export async function writeFailure(folder: string, markdown: string): Promise<void> {
  await writeFile(join(folder, "report.md"), markdown);
}

/** The text of a JSON file in a run's folder. */
export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @throws NotFound when the run has not ended; CorruptRun */
export async function readRun(folder: string): Promise<Run> {
  const read = async (name: string): Promise<unknown> => {
    const text = await readFile(join(folder, name), "utf8").catch((cause: unknown) => {
      throw new NotFound(`no finished run at ${folder}: ${name} is missing`, { cause });
    });
    return json(text, join(folder, name), 1);
  };
  const [result, manifest] = await Promise.all([read("result.json"), read("manifest.json")]);
  const parsed = { result: ResultFile.safeParse(result), manifest: Manifest.safeParse(manifest) };
  if (!parsed.result.success) throw new CorruptRun(`${folder}/result.json is not as it was written`);
  if (!parsed.manifest.success) throw new CorruptRun(`${folder}/manifest.json is not as it was written`);
  return { ...parsed.result.data, manifest: parsed.manifest.data };
}

function json(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CorruptRun(`${path} line ${line} is no JSON`, { cause });
  }
}
