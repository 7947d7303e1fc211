import type { Reports, Run } from "#src/contract/run/run.ts";
import { Conflict } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { getRun } from "./get-run.ts";

interface Finished {
  readonly run: Run;
  readonly reports: Reports;
}

/**
 * For `diffRuns`; the caller chooses `before`.
 * @throws as getRun for either; Conflict for one run twice
 */
export async function compareAnalyses(
  ctx: Context,
  ids: { readonly before: string; readonly after: string },
): Promise<{ before: Finished; after: Finished }> {
  if (ids.before === ids.after) throw new Conflict("choose two different analyses");
  const [before, after] = await Promise.all([getRun(ctx, ids.before), getRun(ctx, ids.after)]);
  return { before, after };
}
