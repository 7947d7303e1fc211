import type { InstrumentRecord, CompanyReport } from "#src/contract/signals/instrument-record.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { priceUnit } from "#src/contract/run/run.ts";
import { pricesOfRun, reportsKnown } from "./queries/instrument-records.ts";
import { loadPrices } from "../signals/public/outcomes.ts";
import { assetTypeOf, hitsOf, joinPrices, trackOf, publicReviews, publicSignals } from "./lib/instrument-parts.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { houseOwner } from "../signals/public/readable-lists.ts";
import { estimateNextReport } from "./lib/next-report.ts";

/** @throws NotFound while nothing is public */
export async function getPublicInstrument(ctx: Context, symbol: string): Promise<InstrumentRecord> {
  requireScope(ctx, "record:read");
  const record = await readPublicInstrument(ctx, symbol);
  if (record === null) throw new NotFound("the public record has no signal on this instrument");
  return record;
}

/**
 * The same for every key.
 * @param input `search` in symbols and names; `after` a symbol
 */
export async function listInstruments(
  _ctx: Context,
  {
    environment,
    search,
    after,
    limit,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "instruments">;
    readonly search: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<{ readonly instruments: readonly ListedInstrument[]; readonly next: string | null }> {
  const wanted = search?.toLowerCase() ?? "";
  const found = environment.instruments.filter(
    ({ symbol, name }) =>
      (after === null || symbol > after) &&
      (symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)),
  );
  const listed = found.slice(0, limit);
  return { instruments: listed, next: found.length > limit ? (listed.at(-1)?.symbol ?? null) : null };
}

/** `null` while nothing is public. */
export async function readPublicInstrument(ctx: SystemContext, symbol: string): Promise<InstrumentRecord | null> {
  const { sql } = ctx.db;
  const signals = await publicSignals(ctx, symbol);
  const newest = signals.at(0)?.signal;
  if (newest === undefined) return null;
  const [prices, known] = await Promise.all([loadPrices(sql, [symbol]), pricesOfRun(sql, newest.analysis_id)]);
  const days = prices.daysOf(symbol);
  const reviews = (await publicReviews(sql, symbol, prices.daysOf)).map(({ session }) => ({ session, href: null }));
  return {
    symbol,
    asset_type: assetTypeOf(newest.asset_type),
    name: newest.name,
    currency: priceUnit(newest),
    closes: joinPrices(known, days),
    tracks: [{ name: "House list", ratings: trackOf(signals, reviews, false) }],
    signals,
    hits: hitsOf(signals, days),
  };
}

/** Estimates from the actor's newest runs, or the house list's. Unknown symbols are left out. */
export async function expectReports(ctx: Context, symbols: readonly string[]): Promise<Map<string, CompanyReport>> {
  requireScope(ctx, "analyses:read");
  const { db, actor, clock } = ctx;
  const owners = [actor.owner, ...(plans[actor.plan].signals ? [houseOwner] : [])];
  const filed = await reportsKnown(db.sql, owners, symbols);
  const today = toIso(clock.now()).slice(0, 10);
  const bySymbol = Map.groupBy(filed, ({ symbol }) => symbol);
  return new Map(
    symbols.flatMap((symbol) => {
      const reports = (bySymbol.get(symbol.toUpperCase()) ?? []).flatMap(({ date, label }) => reportOf(date, label));
      const expected = estimateNextReport(reports, today);
      return expected === null ? [] : [[symbol, expected] as const];
    }),
  );
}

/** Amendments and foreign forms have no place in a year. */
function reportOf(date: string, label: string): CompanyReport[] {
  if (label === "10-Q filed") return [{ date, kind: "quarterly" }];
  return label === "10-K filed" || label === "10-K405 filed" ? [{ date, kind: "annual" }] : [];
}
