import type { Checkpoint } from "./checkpoint.ts";

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
