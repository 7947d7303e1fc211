import type { z } from "zod";

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
