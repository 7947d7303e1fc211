import type { AsOfMarket } from "#src/market/as-of.ts";
import type { Bar } from "#src/market/market-data.ts";
import { priceMeasures } from "#src/market/indicators.ts";
import type { ChartBar } from "#src/contract/run.ts";
import { daysBetween } from "#src/platform/clock.ts";
import { significant } from "#src/market/measure.ts";
import { fromMeasure, type Finding } from "./numbering.ts";
import type { Section } from "./section.ts";

/** Calendar days of bars behind the indicators: 252 sessions and a warm-up, with room for holidays. */
export const priceWindowDays = 620;
const chartSessions = 130;
const recentSessions = 12;

/** A month: with fewer comparable sessions there is neither a trend nor a range to place levels by. */
const fewestComparable = 21;

/**
 * Why no opinion may rest on the prices: what a split that nobody told of would look like a crash or a rally. `null`
 * when a month of them or more can be compared, or when there are none.
 */
export async function incomparablePrices(market: AsOfMarket): Promise<string | null> {
  const { from, reason } = await market.priceBasis(priceWindowDays);
  const { records } = await market.bars(priceWindowDays);
  if (from === null || records.length === 0) return null;
  const comparable = records.filter((bar) => bar.date >= from).length;
  if (comparable >= fewestComparable) return null;
  return `${reason}, so only ${comparable} of ${records.length} prices can be compared: no opinion until at least ${fewestComparable} can`;
}

/** Price, trend, momentum, volatility and relative strength at the run's instant, and the bars for the chart. */
export async function marketSection(market: AsOfMarket): Promise<Section & { readonly chart: readonly ChartBar[] }> {
  const [raw, adjusted, benchmark] = await Promise.all([
    market.bars(priceWindowDays),
    market.adjustedBars(priceWindowDays),
    market.benchmark(priceWindowDays),
  ]);
  const notes = [...new Set([...adjusted.notes, ...benchmark.notes])];
  const rawLast = raw.records.at(-1);
  const last = adjusted.records.at(-1);
  if (rawLast === undefined || last === undefined) return { findings: [], notes, chart: [] };

  const measures = priceMeasures({
    bars: adjusted.records,
    rawLast,
    benchmark:
      benchmark.symbol === null || benchmark.records.length === 0
        ? null
        : { symbol: benchmark.symbol, index: benchmark.index, bars: benchmark.records },
    sessionsPerYear: market.calendar.sessionsPerYear,
    source: last.source,
  });
  return {
    findings: [
      ...measures.map(fromMeasure),
      ...history(adjusted.records, market.session),
      recentCloses(adjusted.records),
    ],
    notes,
    chart: adjusted.records
      .slice(-chartSessions)
      .map(({ date, open, high, low, close }) => ({ date, open, high, low, close })),
  };
}

/** How much there is to judge by, and how old it is: what a reader needs before any indicator. */
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
