import type { z } from "zod";

/**
 * Where finished steps of a run are kept. A step that was kept is never run again: its stored value comes
 * back instead. The command line keeps them in the run's folder, the worker in DBOS, a backtest nowhere.
 */
export interface Checkpoint {
  /**
   * The values of the steps that earlier attempts kept, by key: what their calls have cost is counted before any
   * new one starts, also where the two would have stood side by side.
   */
  readonly kept: ReadonlyMap<string, unknown>;
  /** Keys of `kept` that come from another run, which paid for them. */
  readonly reused?: ReadonlySet<string>;
  /**
   * @param key unique within the run, and the same on every attempt
   * @param schema reads the stored value back; plain JSON data only
   * @throws whatever `run` throws; nothing is kept then
   */
  step<T>(key: string, schema: z.ZodType<T>, run: () => Promise<T>): Promise<T>;
}

/** Under which a run keeps what the as-of door refused, for its snapshot and for the look-ups of analysts. */
export const refusedKeys = { snapshot: "refused", lookUps: "refused in look-ups" } as const;

export type Branch<T> = (checkpoint: Checkpoint) => Promise<T>;

/** Runs branches side by side. Waits for all, also when one fails: what the others have been paid for is kept. */
export async function runBranches<T>(checkpoint: Checkpoint, branches: readonly Branch<T>[]): Promise<T[]> {
  const moves = branches.map((branch) => branch(checkpoint));
  await Promise.allSettled(moves);
  return Promise.all(moves);
}

export const noCheckpoint: Checkpoint = { kept: new Map(), step: (_key, _schema, run) => run() };
