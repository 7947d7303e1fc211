import { z } from "zod";
import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { Evidence } from "#src/contract/run/evidence.ts";
import {
  type AgentTurn,
  AvailableAt,
  ChartBar,
  ChartEvent,
  DataReport,
  type MissingRatio,
  ReviewCode,
} from "#src/contract/run/run.ts";
import type { AsOfMarket, MarketOpening } from "#src/market/door/open-market.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { fundamentalsSection } from "./fundamentals.ts";
import { marketSection, noOpinionOnPrices } from "./market.ts";
import { type Letter, type Section, numberEvidence } from "./numbering.ts";
import { newsSection, socialSection } from "./news-and-social.ts";
import { type DecisionMemory, scoredDecisions } from "../memory.ts";
import type { Turn } from "../turns/read-turn.ts";

/** What a run knows before anybody speaks: plain data, its first step. */
export const Snapshot = z.object({
  data: DataReport,
  evidence: z.array(Evidence),
  chart: z.array(ChartBar),
  chart_events: z.array(ChartEvent).exactOptional(),
  calendar: z.string().exactOptional(),
  available_at: AvailableAt.exactOptional(),
  /** Why there is nothing to debate; `null` when there is. */
  nothing: z.string().nullable(),
  /** The same as a word for programs. */
  nothing_code: ReviewCode.exactOptional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The request, for a run that finds no market. */
export type AskedInstrument = Pick<ParsedSymbol, "symbol" | "assetType" | "currency">;

export const letterOf: Record<Analyst, Letter> = { market: "M", social: "S", news: "N", fundamentals: "F" };

/** Gathered side by side; prices always, for the levels. */
export async function takeSnapshot(
  opening: MarketOpening,
  asked: AskedInstrument,
  analysts: readonly Analyst[],
  memory: DecisionMemory,
): Promise<Snapshot> {
  if (!opening.ok) {
    const { detail, reason } = opening;
    return { data: unopened(asked, detail), evidence: [], chart: [], nothing: detail, nothing_code: codeOf[reason] };
  }
  const market = opening.market;
  const [silence, prices, social, news, fundamentals, decisions] = await Promise.all([
    noOpinionOnPrices(market),
    marketSection(market),
    wanted(analysts, "social", () => socialSection(market)),
    wanted(analysts, "news", () => newsSection(market)),
    wanted(analysts, "fundamentals", () => fundamentalsSection(market)),
    scoredDecisions(market, memory),
  ]);
  const evidence = [
    ...numberEvidence("M", prices.findings),
    ...numberEvidence("S", social.findings),
    ...numberEvidence("N", news.findings),
    ...numberEvidence("F", fundamentals.findings),
    ...numberEvidence("D", decisions),
  ];
  const heard = evidence.filter((item) => analysts.some((analyst) => item.id.startsWith(letterOf[analyst])));
  return {
    data: describe(
      market,
      evidence,
      [prices, social, news, fundamentals].flatMap((section) => section.notes),
      fundamentals.missing ?? [],
    ),
    evidence,
    chart: [...prices.chart],
    chart_events: chartEvents(prices.chart, [...prices.events, ...(fundamentals.events ?? [])]),
    calendar: market.calendar.name,
    ...(fundamentals.available !== undefined && { available_at: availableAt(evidence, fundamentals.available) }),
    ...nothingIn(market, heard, silence),
  };
}

const codeOf: Record<Extract<MarketOpening, { ok: false }>["reason"], ReviewCode> = {
  "early date": "early_date",
  "future date": "future_date",
  "unknown symbol": "unknown_symbol",
  "unreadable symbol": "unreadable_symbol",
};

function nothingIn(
  market: AsOfMarket,
  heard: readonly Evidence[],
  silence: Awaited<ReturnType<typeof noOpinionOnPrices>>,
): Pick<Snapshot, "nothing" | "nothing_code"> {
  if (heard.length === 0)
    return { nothing: `no data for ${market.instrument.symbol} as of ${toIso(market.asOf)}`, nothing_code: "no_data" };
  return silence === null ? { nothing: null } : { nothing: silence.reason, nothing_code: silence.code };
}

/** None for evidence that rests on other evidence. */
function availableAt(evidence: readonly Evidence[], records: ReadonlyMap<string, Instant>): AvailableAt {
  return Object.fromEntries(
    evidence.flatMap(({ id, source_ids: ids }) => {
      const times = ids.flatMap((one) => records.get(one) ?? []);
      return times.length === 0 ? [] : [[id, toIso(Math.max(...times))]];
    }),
  );
}

/** The chart's sessions, ascending. */
function chartEvents([first]: readonly ChartBar[], events: readonly ChartEvent[]): ChartEvent[] {
  return events.filter(({ date }) => first !== undefined && date >= first.date).toSorted(byDate);
}

function byDate(a: ChartEvent, b: ChartEvent): number {
  return a.date < b.date ? -1 : Number(a.date > b.date);
}

const nothingLooked: Section = { findings: [], notes: [] };

function wanted(analysts: readonly Analyst[], analyst: Analyst, look: () => Promise<Section>): Promise<Section> {
  return analysts.includes(analyst) ? look() : Promise.resolve(nothingLooked);
}

function describe(
  market: AsOfMarket,
  evidence: readonly Evidence[],
  notes: readonly string[],
  missing: readonly MissingRatio[],
): DataReport {
  const { instrument } = market;
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    asset_type: instrument.assetType,
    currency: instrument.currency,
    as_of: toIso(market.asOf),
    session: market.session,
    historical: market.historical,
    synthetic: instrument.synthetic,
    sources: [...new Set(evidence.map((item) => item.source))].toSorted(),
    notes: [...new Set([...market.notes, ...notes])],
    ...(missing.length > 0 && { missing: [...missing] }),
  };
}

function unopened({ symbol, assetType, currency }: AskedInstrument, detail: string): DataReport {
  return {
    symbol,
    name: symbol,
    asset_type: assetType,
    currency: currency ?? "",
    as_of: null,
    session: null,
    historical: false,
    synthetic: false,
    sources: [],
    notes: [detail],
  };
}

const alwaysShared = new Set([
  "close",
  "atr_14",
  "volatility_21",
  "support_20",
  "resistance_20",
  "sessions_available",
  "price_age_days",
]);

/**
 * What everybody after the analysts sees: figures the analysts rested on, those levels need, settled decisions. One
 * list, so prompts share it as a prefix. Strangers' texts stay with one analyst. Unstructured reports cite nothing, so
 * their figures stay in.
 */
export function sharedEvidence(
  evidence: readonly Evidence[],
  reports: readonly (Pick<Turn<unknown>, "agent" | "answer"> & { readonly report: Pick<AgentTurn, "points"> })[],
): Evidence[] {
  const cited = new Set(reports.flatMap((turn) => turn.report.points.flatMap((point) => point.evidence)));
  const unread = new Set(reports.filter((turn) => turn.answer === null).map((turn) => letter(turn.agent)));
  return evidence.filter(
    (item) =>
      item.value !== null &&
      (cited.has(item.id) || alwaysShared.has(item.key) || item.id.startsWith("D") || unread.has(item.id.charAt(0))),
  );
}

/** All evidence that these analysts share, with the figures that everybody sees. */
export function heardEvidence(evidence: readonly Evidence[], analysts: readonly Analyst[]): Evidence[] {
  const read = new Set(analysts.map(letter));
  return evidence.filter(({ id, key }) => read.has(id.charAt(0)) || alwaysShared.has(key) || id.startsWith("D"));
}

function letter(agent: string): string {
  return agent.charAt(0).toUpperCase();
}
