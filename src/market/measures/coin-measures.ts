import { dayMs, daysBetween, toIso } from "#src/core/clock.ts";
import type { Bar, FundingRate, Measure } from "../market-data.ts";
import { measures, type Reading } from "./measure.ts";
import { annualisedVolatility } from "./price-measures.ts";
import { mean } from "./running-indicators.ts";

interface CoinArgs {
  /** Daily, ascending, around the clock. */
  readonly bars: readonly Bar[];
  /** Ascending by `eventTime`. */
  readonly funding: readonly FundingRate[];
  readonly sessionsPerYear: 365;
  readonly source: string;
}

/** With fewer days the window's highest close says nothing. */
const fewestBarsForHigh = 30;

/**
 * A coin's volatility, drawdown, volume trend and funding. A window with more than 5 % of its days missing, or unknown
 * volume, gives no measure. Definitions: docs/measures.md.
 */
export function coinMeasures(args: CoinArgs): Measure[] {
  return measures([...volatility(args), ...high(args), ...volumeTrend(args), ...fundingRates(args)]);
}

/** The last `days + 1` bars, if they span about that many days. */
function lastDays(bars: readonly Bar[], days: number): readonly Bar[] | null {
  const first = bars.at(-days - 1);
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  return daysBetween(first.date, last.date) <= days * 1.05 ? bars.slice(-days - 1) : null;
}

function ends(window: readonly { readonly sourceId: string }[]): string[] {
  return [...new Set([window.at(0), window.at(-1)].flatMap((record) => (record === undefined ? [] : record.sourceId)))];
}

function volatility({ bars, sessionsPerYear, source }: CoinArgs): Reading[] {
  return [30, 90].flatMap((days) => {
    const window = lastDays(bars, days);
    if (window === null) return [];
    return {
      key: `volatility_${days}d`,
      label: `Realised volatility of ${days} days, annualised`,
      value: annualisedVolatility(
        window.map((bar) => bar.close),
        sessionsPerYear,
      ),
      unit: "%",
      at: window.at(-1)?.date ?? "",
      formula: `sample standard deviation of ${days} daily log returns × √${sessionsPerYear}`,
      source,
      sourceIds: ends(window),
    };
  });
}

function high({ bars, source }: CoinArgs): Reading[] {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined || bars.length < fewestBarsForHigh) return [];
  const top = bars.reduce((best, bar) => (bar.close >= best.close ? bar : best), first);
  const shared = { at: last.date, source, sourceIds: [top.sourceId, last.sourceId] };
  const since = `the highest close since ${first.date}`;
  return [
    {
      key: "drawdown_from_high",
      label: `Close against ${since}`,
      value: (last.close / top.close - 1) * 100,
      unit: "%",
      formula: `close / highest close of ${bars.length} bars − 1`,
      ...shared,
    },
    {
      key: "days_since_high",
      label: `Days since ${since}`,
      value: daysBetween(top.date, last.date),
      unit: "days",
      formula: "last date − latest date of the highest close",
      ...shared,
    },
  ];
}

function volumeTrend({ bars, source }: CoinArgs): Reading[] {
  const window = lastDays(bars, 89);
  const last = bars.at(-1);
  if (window === null || last === undefined) return [];
  const volumes = window.flatMap((bar) => (bar.volume === null ? [] : bar.volume));
  if (volumes.length !== window.length) return [];
  const long = mean(volumes);
  return [
    {
      key: "volume_trend_30_90",
      label: "Mean volume of 30 days against that of 90",
      value: long > 0 ? mean(volumes.slice(-30)) / long : null,
      unit: "x",
      at: last.date,
      formula: "mean volume of the last 30 days / of the last 90 days",
      source,
      sourceIds: ends(window),
    },
  ];
}

function fundingRates({ bars, funding }: CoinArgs): Reading[] {
  const latest = funding.at(-1);
  const lastBar = bars.at(-1);
  // Rates that ended more than a day before the last price are stale.
  if (latest === undefined || (lastBar !== undefined && latest.eventTime < lastBar.eventTime - dayMs)) return [];
  const week = funding.filter((record) => record.eventTime > latest.eventTime - 7 * dayMs);
  const hours = week.reduce((sum, record) => sum + record.intervalHours, 0);
  const paid = week.reduce((sum, record) => sum + record.rate, 0);
  // A rate that is due at 24:00 belongs to the day that ends then.
  const shared = { at: toIso(latest.eventTime - 1).slice(0, 10), source: latest.source };
  return [
    {
      key: "funding_7d_annualised",
      label: "Mean funding rate of 7 days, annualised; positive: longs pay shorts",
      value: hours >= 7 * 24 * 0.9 ? (paid / hours) * 24 * 365 * 100 : null,
      unit: "%",
      formula: "Σ rates of 7 days / Σ their hours × 24 × 365",
      sourceIds: ends(week),
      ...shared,
    },
    streak(funding, latest, shared),
  ];
}

function streak(funding: readonly FundingRate[], latest: FundingRate, shared: Pick<Reading, "at" | "source">): Reading {
  const sign = Math.sign(latest.rate);
  const turn = funding.findLastIndex((record) => Math.sign(record.rate) !== sign);
  const same = funding.slice(turn + 1);
  return {
    key: "funding_sign_streak",
    label: "Funding intervals in a row with the sign of the last; negative: shorts pay longs",
    value: sign * same.length,
    unit: "count",
    formula: "sign of the last rate × intervals since it last changed, within the rates at hand",
    sourceIds: ends(same),
    ...shared,
  };
}
