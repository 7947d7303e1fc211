import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { SignalPage } from "#src/contract/signals/signals.ts";
import { listSignals as query } from "./queries/signals.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/readable-list.ts";
import { loadPrices, settledMarks } from "./public/settled-marks.ts";

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
