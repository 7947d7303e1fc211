import { z } from "zod";
import { Agent, stageOf } from "#src/contract/run/answers.ts";
import { refusedKeys, type Checkpoint } from "./checkpoint.ts";

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
