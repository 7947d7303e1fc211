import type { ChainPlace, Refusal } from "#src/contract/proof.ts";
import type { Reports, Run } from "#src/contract/run.ts";
import { findRefused } from "#src/product/analyses/queries/runs.ts";
import { findSignal } from "#src/product/signals/queries/signals.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readSignalReport } from "../signals/read-signal-report.ts";
import { placeInChain } from "./lib/place-in-chain.ts";

/** What a proof of a signal is made from. @throws as `readSignalReport` */
export async function readSignalProof(
  ctx: Context,
  id: string,
): Promise<{
  readonly finished: { readonly run: Run; readonly reports: Reports };
  readonly refused: readonly Refusal[] | null;
  readonly chain: ChainPlace;
}> {
  requireScope(ctx, "signals:read");
  const { run, reports } = await readSignalReport(ctx, id);
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  const refused = await findRefused(ctx.db.sql, found.signal.analysis_id);
  return { finished: { run, reports }, refused, chain: await placeInChain(ctx, found.signal) };
}
