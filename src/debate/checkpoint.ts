import { z } from "zod";
import { Agent, stageOf } from "#src/contract/run/answers.ts";

/** A kept step never runs again: its value comes back. Kept in a folder, in DBOS, or (backtests) nowhere. */
export interface Checkpoint {
  /** By key; kept calls are counted before new ones start. */
  readonly kept: ReadonlyMap<string, unknown>;
  /** Keys of `kept` from another run, which paid for them. */
  readonly reused?: ReadonlySet<string>;
  /**
   * @param key unique in the run, and the same on every attempt
   * @param schema plain JSON data only
   * @throws whatever `run` throws; nothing is kept then
   */
  step<T>(key: string, schema: z.ZodType<T>, run: () => Promise<T>): Promise<T>;
}

export const refusedKeys = { snapshot: "refused", lookUps: "refused in look-ups" } as const;

export type Branch<T> = (checkpoint: Checkpoint) => Promise<T>;

/** Waits for all, also when one fails: what the others cost is kept. */
export async function runBranches<T>(checkpoint: Checkpoint, branches: readonly Branch<T>[]): Promise<T[]> {
  const moves = branches.map((branch) => branch(checkpoint));
  await Promise.allSettled(moves);
  return Promise.all(moves);
}

export const noCheckpoint: Checkpoint = { kept: new Map(), step: (_key, _schema, run) => run() };

const Steps = z.record(z.string(), z.unknown());

/** One step, so that it lasts and resumes with the rerun. */
const sourceKey = "rerun source";

/** With those taken over from another run. */
export function wholeSteps(steps: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const source = Steps.safeParse(steps.get(sourceKey));
  return source.success ? new Map([...Object.entries(source.data), ...steps]) : steps;
}

/** Who speaks at the same time speaks anew. */
export function stepsBefore(steps: ReadonlyMap<string, unknown>, from: Agent): Record<string, unknown> {
  const before = [...wholeSteps(steps)].filter(([key]) => {
    if (key === "start" || key === "snapshot" || key === refusedKeys.snapshot) return true;
    const agent = Agent.safeParse(/^(?:(?:call|absent|unasked) )?(\w+)\//.exec(key)?.[1]);
    return agent.success && stageOf(agent.data) < stageOf(from);
  });
  return Object.fromEntries(before);
}

/** @param load reads the other run's steps, once */
export async function takeOver(
  checkpoint: Checkpoint,
  load: () => Promise<Record<string, unknown>>,
): Promise<Checkpoint> {
  const source = new Map(Object.entries(await checkpoint.step(sourceKey, Steps, load)));
  return {
    kept: new Map([...checkpoint.kept, ...source]),
    reused: new Set(source.keys()),
    step: async (key, schema, run) =>
      source.has(key) ? schema.parse(source.get(key)) : checkpoint.step(key, schema, run),
  };
}

/** The first repetition has no prefix. */
function prefixOf(repetition: number): string {
  return repetition === 1 ? "" : `repetition ${repetition}: `;
}

export function stepsOf(steps: ReadonlyMap<string, unknown>, repetition: number): Map<string, unknown> {
  const prefix = prefixOf(repetition);
  const own = [...steps].filter(([key]) => key.startsWith(prefix === "" ? "repetition " : prefix) === (prefix !== ""));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

export function repetitionOf(
  checkpoint: Checkpoint,
  repetition: number,
): Checkpoint & {
  /** The results of its steps, from whichever attempt ran them. */
  readonly ended: ReadonlyMap<string, unknown>;
} {
  const kept = stepsOf(checkpoint.kept, repetition);
  const ended = new Map(kept);
  return {
    kept,
    ended,
    async step(key, schema, run) {
      const value = await checkpoint.step(`${prefixOf(repetition)}${key}`, schema, run);
      ended.set(key, value);
      return value;
    },
  };
}
