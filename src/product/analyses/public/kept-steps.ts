import { notRepeatable } from "#src/contract/jobs/earlier-run.ts";
import type { Run } from "#src/contract/run/run.ts";
import { Conflict } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";

/**
 * @param act as in `notRepeatable`
 * @throws Conflict where steps are gone or of an earlier release
 */
export async function requireKeptSteps(
  { queue }: Context,
  id: string,
  { result, manifest }: Run,
  act: string,
): Promise<void> {
  const reason = notRepeatable(manifest, act);
  if (reason !== null) throw new Conflict(reason);
  const repetition = result.runs?.shown ?? 1;
  const steps = await queue.finishedSteps(id);
  // Of a rerun the first step is what it took over.
  const known = repetition === 1 ? ["snapshot", "rerun source"] : [`repetition ${repetition}: snapshot`];
  if (!known.some((key) => steps.has(key)))
    throw new Conflict("the statements of this analysis are no longer stored; start a new one");
}
