import type { Checkpoint } from "./checkpoint.ts";

/** Before the keys of a repetition's steps; the first has none, so that a run of one is its own first. */
function prefixOf(repetition: number): string {
  return repetition === 1 ? "" : `repetition ${repetition}: `;
}

/** Of the kept steps of several repetitions those of one, under the keys that the debate knows. */
export function stepsOf(steps: ReadonlyMap<string, unknown>, repetition: number): Map<string, unknown> {
  const prefix = prefixOf(repetition);
  const own = [...steps].filter(([key]) => key.startsWith(prefix === "" ? "repetition " : prefix) === (prefix !== ""));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** A place of its own for the steps of one repetition in the checkpoint of all. */
export function repetitionOf(
  checkpoint: Checkpoint,
  repetition: number,
): Checkpoint & {
  /** What its steps gave, whichever attempt ran them. */
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
