import type { Refusal } from "#src/contract/api/proof.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import { findRefused } from "#src/product/analyses/queries/runs.ts";
import { getRun } from "../analyses/get-run.ts";
import { requireScope, type Context } from "../context.ts";

/** What a proof of an analysis is made from. @throws as `getRun` */
export async function readAnalysisProof(
  ctx: Context,
  id: string,
): Promise<{
  readonly finished: { readonly run: Run; readonly reports: Reports };
  readonly refused: readonly Refusal[] | null;
  readonly chain: null;
}> {
  requireScope(ctx, "analyses:read");
  // Later measurements are no part of the signed run.
  const { run, reports } = await getRun(ctx, id);
  return { finished: { run, reports }, refused: await findRefused(ctx.db.sql, id), chain: null };
}
