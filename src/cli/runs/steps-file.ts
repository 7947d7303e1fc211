import { appendFileSync, ftruncateSync } from "node:fs";
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { notRepeatable } from "#src/contract/run/run.ts";
import { Tuning } from "#src/contract/jobs/model-keys.ts";
import { Usd } from "#src/contract/jobs/usage.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { Conflict, CorruptRun, NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { appendLine, readAllLines } from "#src/core/text/lines-file.ts";

/*
 * `steps.jsonl`: the header, then a line a finished step. Each line begins with the SHA-256 of the sum before and its
 * own rest.
 */

/** Enough to continue or repeat a run. */
export const RunHeader = z.object({
  /** As in the manifest. */
  version: z.literal([1, 2]),
  run_id: z.string(),
  code_version: z.string(),
  seed: z.int(),
  request: AnalysisRequest,
  rounds: z.int(),
  risk_rounds: z.int(),
  tool_steps: z.int(),
  budget_usd: Usd.nullable(),
  online_tools: z.boolean(),
  /** As in the manifest's config. */
  conditions: z.literal(true).exactOptional(),
  ask_again_figures: z.literal(false).exactOptional(),
  reasoner: z.object({
    provider: z.string(),
    deep: z.string(),
    quick: z.string(),
    base_url: z.string().nullable(),
    uses_tools: z.boolean(),
    deep_base_url: z.string().exactOptional(),
    ...Tuning.shape,
  }),
  data: z.object({ archives: z.array(z.string()).readonly(), online: z.boolean() }),
});
export type RunHeader = z.infer<typeof RunHeader>;

const Step = z.object({ key: z.string(), value: z.unknown() });

const stepsName = "steps.jsonl";

export interface StepsFile {
  readonly path: string;
  readonly header: RunHeader;
  readonly steps: ReadonlyMap<string, unknown>;
  /** Of the last whole line. */
  readonly sum: string;
  /** The rest was cut while writing. */
  readonly wholeBytes: number;
}

/** @throws when the file is there already */
export async function createSteps(folder: string, header: RunHeader, name = stepsName): Promise<void> {
  await writeFile(join(folder, name), lineOf("", header).text, {
    flag: "wx",
    mode: name === stepsName ? 0o666 : 0o600,
  });
}

/** @throws NotFound; CorruptRun for changes, except a last line without its end */
export async function readSteps(folder: string, name = stepsName): Promise<StepsFile> {
  const path = join(folder, name);
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new NotFound(`there is no run at ${folder}`, { cause });
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const steps = new Map<string, unknown>();
  let header: RunHeader | null = null;
  let sum = "";
  for (const [index, line] of whole.split("\n").slice(0, -1).entries()) {
    const read = readLine(sum, line);
    if (read === null) throw new CorruptRun(`${path} line ${index + 1} has been altered`);
    sum = read.sum;
    if (header === null) {
      const parsed = RunHeader.safeParse(read.value);
      if (!parsed.success) throw new CorruptRun(`${path} was written by a different version of conclave`);
      header = parsed.data;
      continue;
    }
    const step = Step.safeParse(read.value);
    if (!step.success || steps.has(step.data.key))
      throw new CorruptRun(`${path} line ${index + 1} is not a step, or repeats one`);
    steps.set(step.data.key, step.data.value);
  }
  if (header === null) throw new CorruptRun(`${path} is empty`);
  return { path, header, steps, sum, wholeBytes: Buffer.byteLength(whole) };
}

/** @throws Conflict for an earlier release's; as `readSteps` */
export async function readRepeatable(folder: string, act: string): Promise<StepsFile> {
  const stored = await readSteps(folder);
  const reason = notRepeatable(stored.header, act);
  if (reason !== null) throw new Conflict(`${stored.header.run_id}: ${reason}`);
  return stored;
}

/** A checkpoint in `steps.jsonl`. */
export interface KeptSteps extends Checkpoint {
  /** Of the last line so far. */
  readonly sum: string;
  close(): Promise<void>;
}

/** On disk before the run goes on. The caller has the lock. */
export async function keepSteps(stored: StepsFile): Promise<KeptSteps> {
  await truncate(stored.path, stored.wholeBytes);
  const file = await open(stored.path, "a");
  let { sum, wholeBytes } = stored;
  return {
    kept: stored.steps,
    get sum() {
      return sum;
    },
    async step(key, schema, run) {
      if (stored.steps.has(key)) return readStep(schema, key, stored.steps.get(key));
      const value = await run();
      const line = lineOf(sum, { key, value });
      try {
        // In one go, so that lines of parallel steps do not mix.
        appendFileSync(file.fd, line.text);
      } catch (error) {
        // A full disk takes a part; the next step must not follow it.
        ftruncateSync(file.fd, wholeBytes);
        throw error;
      }
      ({ sum } = line);
      wholeBytes += Buffer.byteLength(line.text);
      await file.datasync();
      // As a later attempt reads it, so that both are equal.
      return readStep(schema, key, JSON.parse(JSON.stringify(value)));
    },
    close: () => file.close(),
  };
}

/** A missing step is an error. */
export function onlyKept(steps: ReadonlyMap<string, unknown>): Checkpoint {
  return {
    kept: steps,
    step(key, schema) {
      if (!steps.has(key))
        return Promise.reject(
          new CorruptRun(`the run has no step "${key}": it did not finish, or its steps were altered`),
        );
      return Promise.resolve(readStep(schema, key, steps.get(key)));
    },
  };
}

function readStep<T>(schema: z.ZodType<T>, key: string, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new CorruptRun(`step "${key}" has been altered`);
  return read.data;
}

const sumLine = /^\{"sha256":"([0-9a-f]{64})",(.+)$/s;

function lineOf(before: string, value: object): { text: string; sum: string } {
  const rest = JSON.stringify(value).slice(1);
  const sum = sha256(before + rest);
  return { text: `{"sha256":"${sum}",${rest}\n`, sum };
}

function readLine(before: string, line: string): { value: unknown; sum: string } | null {
  const [, sum = "", rest = ""] = sumLine.exec(line) ?? [];
  if (sum === "" || sum !== sha256(before + rest)) return null;
  return { value: JSON.parse(`{${rest}`), sum };
}

/** What a run was when it ended. */
const RunHead = z.object({
  run_id: z.string(),
  ended_at: z.iso.datetime(),
  /** The checksum of its last step, which covers every step before. */
  steps_sha256: z.string(),
});
export type RunHead = z.infer<typeof RunHead>;

/** `run-heads.jsonl`, outside the run; the first time counts. */
export async function keepRunHead(home: string, head: RunHead): Promise<void> {
  if ((await findRunHead(home, head.run_id)) === null) await appendLine(pathOf(home), head);
}

/** `null` for a run that did not end on this home. @throws CorruptRun */
export async function findRunHead(home: string, runId: string): Promise<RunHead | null> {
  const heads = await readAllLines(pathOf(home), RunHead, "has been altered");
  return heads.find(({ run_id }) => run_id === runId) ?? null;
}

function pathOf(home: string): string {
  return join(home, "run-heads.jsonl");
}
