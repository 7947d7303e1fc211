import type { SignalDetail, SignalPage, Signal } from "#src/contract/signals/signals.ts";
import { findSignal, listSignals as query } from "./queries/signals.ts";
import { NotFound, CorruptRun } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList, houseOwner } from "./public/readable-lists.ts";
import { loadPrices, settledMarks, settledBars, levelHit, type LevelHit } from "./public/outcomes.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { TrackedSignal } from "#src/contract/signals/track-record.ts";
import { readTrackRecord } from "./track-record.ts";
import type { ConditionState } from "#src/contract/run/conditions.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { findWatch } from "../conditions/queries/condition-watches.ts";
import { findRun } from "../analyses/queries/runs.ts";
import { readMemory } from "../memory/public/put-together.ts";
import type { SessionClose } from "#src/contract/signals/instruments.ts";
import { entryOf } from "./lib/marks.ts";
import type { DrawnBar } from "#src/contract/chart.ts";
import { daysOf } from "./queries/signal-days.ts";

/** @throws NotFound; Forbidden without a signal plan */
export async function getSignal(ctx: Context, id: string): Promise<SignalDetail> {
  requireScope(ctx, "signals:read");
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  await readableList(ctx, found.signal.list);
  const prices = await loadPrices(ctx.db.sql, [found.signal.symbol]);
  return { ...found, marks: settledMarks(found.signal, prices) };
}

export interface SignalQuery {
  /** `house`, or a list of one's own. */
  readonly list: string;
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  /** Only those whose rating is another than the one before. */
  readonly changed: boolean;
  readonly before: number | null;
  /** 1 to 200. */
  readonly limit: number;
}

/**
 * Newest first, withdrawn ones too.
 * @throws Forbidden; NotFound
 */
export async function listSignals(ctx: Context, { list, ...filter }: SignalQuery): Promise<SignalPage> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  const limit = Math.min(Math.max(filter.limit, 1), 200);
  const found = await query(ctx.db.sql, list, { ...filter, limit: limit + 1 });
  const listed = found.slice(0, limit);
  const prices = await loadPrices(ctx.db.sql, [...new Set(listed.map(({ signal }) => signal.symbol))]);
  const next = found.length > limit ? (listed.at(-1)?.signal.number ?? null) : null;
  return { signals: listed.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) })), next };
}

/**
 * Newest first; content from the open of the entry on.
 * @param input `before` a number
 */
export async function listTrackedSignals(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ readonly signals: readonly TrackedSignal[]; readonly next: number | null }> {
  requireScope(ctx, "record:read");
  const { signals } = await readTrackRecord(ctx);
  const older = signals.filter(({ number }) => before === null || number < before);
  const listed = older.slice(0, limit);
  return { signals: listed, next: older.length > limit ? (listed.at(-1)?.number ?? null) : null };
}

/**
 * With its conditions' states; `null`: none watched.
 * @throws NotFound; Forbidden; CorruptRun
 */
export async function readSignalReport(
  ctx: Context,
  id: string,
): Promise<{ run: Run; reports: Reports; memory?: MemorySummary; states: readonly ConditionState[] | null }> {
  requireScope(ctx, "signals:read");
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  const list = await readableList(ctx, found.signal.list);
  const stored = await findRun(ctx.db.sql, found.signal.analysis_id, list.owner ?? houseOwner);
  if (stored === null || stored.run === null) throw new NotFound("the signal's report is no longer available");
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${found.signal.analysis_id} have been altered`, {
      cause: reports.error,
    });
  const watch = await findWatch(ctx.db.sql, found.signal.analysis_id);
  const report = { run: stored.run, reports: reports.data };
  return { ...report, ...(await readMemory(ctx, report)), states: watch?.states ?? null };
}

export interface SignalPath {
  /** In shares as of the signal, so that levels compare. */
  readonly closes: readonly SessionClose[];
  /** `null` before the entry. */
  readonly entry: { readonly session: string; readonly price: number } | null;
  readonly hit: LevelHit | null;
}

/**
 * As settled.
 * @throws NotFound; Forbidden
 */
export async function readSignalPath(ctx: Context, { signal }: { readonly signal: Signal }): Promise<SignalPath> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, signal.list);
  const prices = await loadPrices(ctx.db.sql, [signal.symbol]);
  const days = prices.daysOf(signal.symbol);
  const first = entryOf(signal, days);
  let shares = 1;
  const closes: SessionClose[] = [];
  let entry: SignalPath["entry"] = null;
  for (const [index, { session, split, price }] of days.entries()) {
    if (session > signal.session) shares *= split;
    if (price === null || first === -1 || index < first - 1) continue;
    if (index === first) entry = { session, price: price.open * shares };
    closes.push({ session, close: price.close * shares });
  }
  return { closes, entry, hit: levelHit(signal, days) };
}

/**
 * In shares as of the last.
 * @throws NotFound, Forbidden
 */
export async function readSignalPrices(
  ctx: Context,
  { list, symbol }: Pick<Signal, "list" | "symbol">,
): Promise<DrawnBar[]> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return settledBars((await daysOf(ctx.db.sql, [symbol])).get(symbol) ?? []);
}
