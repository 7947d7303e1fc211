import type { AsOfMarket } from "#src/market/door/open-market.ts";
import type { Bar, CorporateAction, Measure } from "#src/market/market-data.ts";
import {
  splitText,
  largeDistributions,
  putBack,
  withDividends,
  type Distribution,
} from "#src/market/series/corporate-actions.ts";
import { tradelessSince } from "#src/market/series/checks.ts";
import { priceMeasures } from "#src/market/measures/indicators.ts";
import type { ChartBar, ChartEvent, ReviewCode } from "#src/contract/run/run.ts";
import { missingSessions, type Hole } from "#src/market/calendar/calendar.ts";
import { counted } from "#src/core/text/number-text.ts";
import { addDays, daysBetween } from "#src/core/clock.ts";
import { significant } from "#src/market/measures/measure.ts";
import { findingsOf, type Finding, type Section } from "./numbering.ts";
import type { PriceArgs } from "#src/market/measures/price-measures.ts";

/** Calendar days: 252 sessions, warm-up and holidays. */
export const priceWindowDays = 620;
/** The longest window of a measure. */
const sessionsLooked = 252;
const recentSessions = 12;

/** Less than a month has neither trend nor range. */
const fewestComparable = 21;

/** Why no opinion may rest on the prices; `null` when a month compares, or there are none. */
export async function noOpinionOnPrices(
  market: AsOfMarket,
): Promise<{ readonly reason: string; readonly code: ReviewCode } | null> {
  const { from, reason } = await market.priceBasis(priceWindowDays);
  const { records } = await market.bars(priceWindowDays);
  const tradeless = tradelessSince(records);
  if (tradeless !== null) return { reason: tradeless.reason, code: "no_data" };
  if (from === null || records.length === 0) return null;
  const comparable = records.filter((bar) => bar.date >= from).length;
  if (comparable >= fewestComparable) return null;
  return {
    reason: `${reason}, so only ${comparable} of ${records.length} prices can be compared: no opinion until at least ${fewestComparable} can`,
    code: "unknown_corporate_actions",
  };
}

export async function marketSection(
  market: AsOfMarket,
): Promise<Section & { readonly chart: readonly ChartBar[]; readonly events: readonly ChartEvent[] }> {
  const [raw, adjusted, benchmark, actions] = await Promise.all([
    market.bars(priceWindowDays),
    market.adjustedBars(priceWindowDays),
    market.benchmark(priceWindowDays),
    market.actions(priceWindowDays),
  ]);
  const notes = [...new Set([...adjusted.notes, ...benchmark.notes])];
  const rawLast = raw.records.at(-1);
  const last = adjusted.records.at(-1);
  if (rawLast === undefined || last === undefined) return { findings: [], notes, chart: [], events: [] };

  const holes = missingSessions(
    market.calendar,
    adjusted.records.map(({ date }) => date),
    lastDue(market),
  );
  const missing = missingPrices(adjusted.records, holes);
  const args = {
    bars: adjusted.records,
    rawLast,
    holes,
    benchmark:
      benchmark.symbol === null || benchmark.records.length === 0
        ? null
        : { symbol: benchmark.symbol, index: benchmark.index, bars: benchmark.records },
    sessionsPerYear: market.calendar.sessionsPerYear,
    source: last.source,
  };
  const measures = priceMeasures(args);
  const both = onBothBases(args, measures, raw.records, actions.records);
  const judged = findingsOf([...measures, ...both.measures]);
  return {
    findings: [
      ...judged.findings,
      ...both.findings,
      ...history(adjusted.records, market.session),
      recentCloses(adjusted.records),
      ...missing,
    ],
    notes: [
      ...notes,
      ...both.notes,
      ...judged.notes,
      ...missing.map(({ value, formula }) => `prices: missing for ${counted(value ?? 0, "session")} (${formula})`),
    ],
    chart: adjusted.records.map(({ date, open, high, low, close, volume }) => ({
      date,
      open,
      high,
      low,
      close,
      volume,
    })),
    events: actions.records.map(eventOf),
  };
}

/** The run's own session once it has closed. */
function lastDue({ calendar, session, asOf }: AsOfMarket): string {
  return calendar.sessionClose(session) <= asOf ? session : calendar.lastSessionOnOrBefore(addDays(session, -1));
}

function eventOf({ action, exDate, value, currency }: CorporateAction): ChartEvent {
  const label =
    action === "split"
      ? splitText(value)
      : `Dividend of ${significant(value)}${currency === null ? "" : ` ${currency}`}`;
  return { kind: action, date: exDate, label };
}

const holesNamed = 5;

/** Windows that seem whole are not. */
function missingPrices(bars: readonly Bar[], holes: readonly Hole[]): Finding[] {
  const last = bars.at(-1);
  const since = (bars.at(-sessionsLooked) ?? bars[0])?.date ?? "";
  const recent = holes.filter(({ from }) => from > since);
  if (last === undefined || recent.length === 0) return [];
  return [
    {
      key: "sessions_missing",
      label: `Sessions without a price since ${since}`,
      value: recent.reduce((sum, { sessions }) => sum + sessions, 0),
      text: null,
      unit: "count",
      at: last.date,
      source: last.source,
      source_ids: [last.sourceId],
      formula: `sessions of the calendar without a bar: ${namedHoles(recent)}`,
    },
  ];
}

/** The latest of them. */
function namedHoles(holes: readonly Hole[]): string {
  const before = holes.slice(0, -holesNamed).reduce((sum, { sessions }) => sum + sessions, 0);
  const named = holes.slice(-holesNamed).map(holeText).join(", ");
  return before === 0 ? named : `${named}, and ${before} before`;
}

function holeText({ from, to }: Hole): string {
  return from === to ? from : `${from} to ${to}`;
}

/** How much there is and how old, before any indicator. */
function history(bars: readonly Bar[], session: string): Finding[] {
  const last = bars.at(-1);
  if (last === undefined) return [];
  const plain = { text: null, at: last.date, source: last.source, source_ids: [last.sourceId] };
  return [
    {
      ...plain,
      key: "sessions_available",
      label: "Sessions of price history in the window",
      value: bars.length,
      unit: "count",
      formula: null,
    },
    {
      ...plain,
      key: "price_age_days",
      label: "Age of the last price",
      value: daysBetween(last.date, session),
      unit: "days",
      formula: "session of the run − date of the last bar",
    },
  ];
}

function recentCloses(bars: readonly Bar[]): Finding {
  const recent = bars.slice(-recentSessions);
  const last = recent.at(-1);
  return {
    key: "recent_closes",
    label: `Closes of the last ${recent.length} sessions, split-adjusted`,
    value: null,
    text: recent.map((bar) => `${bar.date} ${significant(bar.close)}`).join("; "),
    unit: null,
    at: last?.date ?? "",
    source: last?.source ?? "",
    source_ids: recent.map((bar) => bar.sourceId),
    formula: null,
  };
}

interface OnBothBases {
  /** The ones that differ, with the distributions added back. */
  readonly measures: readonly Measure[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/**
 * Distributions as findings, and measures with them put back.
 * @param plain measures of the prices alone
 * @param raw bars as traded
 */
function onBothBases(
  args: PriceArgs,
  plain: readonly Measure[],
  raw: readonly Bar[],
  actions: readonly CorporateAction[],
): OnBothBases {
  const first = args.bars[0]?.date ?? "";
  const named = largeDistributions(raw, actions).filter(({ action }) => action.exDate > first);
  const paid = named.filter(({ isShown }) => isShown);
  const unshown = named
    .filter(({ isShown }) => !isShown)
    .map((one) => `prices: ${distributionText(one)}, and does not show in them: they may be adjusted for it already`);
  if (paid.length === 0) return { measures: [], findings: [], notes: unshown };
  const back = priceMeasures({ ...args, bars: putBack(args.bars, paid) });
  return {
    measures: withDividends(plain, back, args.bars.at(-1)?.close ?? 0),
    findings: paid.map(findingOf),
    notes: [
      ...paid.map((one) => `prices: ${distributionText(one)}; where it matters, measures stand with and without it`),
      ...unshown,
    ],
  };
}

function findingOf(distribution: Distribution): Finding {
  const { action } = distribution;
  return {
    key: "large_distribution",
    label: distributionText(distribution).replace(/^a/, "A"),
    value: significant(action.value),
    text: null,
    unit: action.currency,
    at: action.exDate,
    source: action.source,
    source_ids: [action.sourceId],
    formula: null,
  };
}

function distributionText({ action: { value, currency, exDate }, share }: Distribution): string {
  const amount = `${significant(value)}${currency === null ? "" : ` ${currency}`}`;
  return `a distribution of ${amount} a share on ${exDate} was ${(share * 100).toFixed(1)}% of the close before`;
}
