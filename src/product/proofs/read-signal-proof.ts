import type { ChainPlace, Refusal } from "#src/contract/api/proof.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import { findRefused } from "#src/product/analyses/queries/runs.ts";
import { findSignal, entriesBetween, headCovering } from "#src/product/signals/queries/signals.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import { readSignalReport } from "../signals/read-signal-report.ts";
import { houseList, type Signal } from "#src/contract/signals/signals.ts";
import { readTrackRecord } from "../signals/read-track-record.ts";

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

/** Up to the head of its day; while others are sealed, the entry stands alone. */
async function placeInChain(ctx: SystemContext, { list, number }: Signal): Promise<ChainPlace> {
  const { db } = ctx;
  const head = await headCovering(db.sql, list, number);
  const isOpen = head !== null && (list !== houseList || !(await hasSealed(ctx, number, head.number)));
  const entries = await entriesBetween(db.sql, list, number, isOpen ? head.number : number);
  return { list, entries: entries.map(({ hash, body }) => ({ hash, body })), head: isOpen ? head : null };
}

async function hasSealed(ctx: SystemContext, after: number, upTo: number): Promise<boolean> {
  const { signals } = await readTrackRecord(ctx);
  return signals.some(({ number, sealed }) => sealed && number > after && number <= upTo);
}
