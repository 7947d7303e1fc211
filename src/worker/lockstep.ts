import type { Checkpoint } from "#src/debate/checkpoint.ts";

/**
 * Branches side by side, in waves: when every branch that has not ended waits for its next step, all those
 * steps start together, in the order of the branches. A durable engine finds a step by its place in the run, and
 * this makes the place the same on every attempt, whichever branch was quicker.
 * The price is that a branch waits for the slowest of its wave.
 */
export async function lockstep<T>(
  { kept, step }: Pick<Checkpoint, "kept" | "step">,
  branches: readonly ((checkpoint: Checkpoint) => Promise<T>)[],
): Promise<T[]> {
  const waiting = new Map<number, () => void>();
  let running = branches.length;
  const release = (): void => {
    if (waiting.size < running) return;
    const starts = [...waiting].toSorted(([a], [b]) => a - b).map(([, start]) => start);
    waiting.clear();
    for (const start of starts) start();
  };
  const moves = branches.map((branch, index) => {
    const checkpoint: Checkpoint = {
      kept,
      step: (key, schema, run) =>
        new Promise((resolve, reject) => {
          waiting.set(index, () => step(key, schema, run).then(resolve, reject));
          release();
        }),
    };
    return branch(checkpoint).finally(() => {
      running -= 1;
      release();
    });
  });
  await Promise.allSettled(moves);
  return Promise.all(moves);
}
