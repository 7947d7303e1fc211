import type { Interval } from "#src/contract/backtests/interval.ts";
import type { ValidityTable } from "#src/contract/backtests/validity.ts";
import { intervalsOf } from "#src/backtest/significance.ts";
import { type Finding, type ValidityInput, figure, returnsOf, table, yearly } from "./section.ts";

const kinds = [
  ["Bull", ({ trend }: Regime) => trend === "bull"],
  ["Bear", ({ trend }: Regime) => trend === "bear"],
  ["Flat", ({ trend }: Regime) => trend === "flat"],
  ["High volatility", ({ turbulence }: Regime) => turbulence === "high volatility"],
  ["Low volatility", ({ turbulence }: Regime) => turbulence === "low volatility"],
] as const;

/** About a month; a regime with fewer sessions says nothing. */
const fewest = 21;

interface Market {
  readonly name: string;
  readonly sessions: number;
  readonly mine: number | null;
  readonly theirs: number | null;
  readonly interval: Interval | null;
}

/** In which markets it was ahead of buy and hold. */
export function regimes({ result }: ValidityInput): Finding {
  const perYear = result.portfolio.sessions_per_year;
  const [own, held] = [returnsOf(result, "debate"), returnsOf(result, "buy_and_hold")];
  const equity = result.portfolio.strategies.find(({ strategy }) => strategy === "buy_and_hold")?.equity ?? [];
  const markets = regimesOf(equity);
  const rows = kinds.map(([name, is]) => {
    const inside = <T>(values: readonly T[]): T[] =>
      values.filter((_, index) => is(markets[index] ?? { trend: null, turbulence: null }));
    const [mine, theirs] = [inside(own), inside(held)];
    if (mine.length < fewest) return { name, sessions: mine.length, mine: null, theirs: null, interval: null };
    const interval = intervalsOf(mine, theirs, perYear).excess_annual_return;
    return { name, sessions: mine.length, mine: yearly(mine, perYear), theirs: yearly(theirs, perYear), interval };
  });
  const seen = rows.filter(({ mine }) => mine !== null);
  const given = (low: boolean) =>
    seen.filter(({ interval }) => interval?.status === "given" && (low ? interval.low > 0 : interval.high < 0));
  const [ahead, behind] = [given(true), given(false)];
  const rest = {
    figures: [
      figure("regimes_seen", seen.length),
      figure(
        "regimes_ahead",
        seen.filter(({ mine, theirs }) => mine !== null && theirs !== null && mine > theirs).length,
      ),
    ],
    tables: [byMarket(rows)],
    notes: [
      "Bull: holding these instruments made more than 5% in the 63 sessions before. Bear: it lost more than 5%. Flat: between. High volatility: the 21 sessions before moved more than the median of the window.",
    ],
  };
  const names = (list: readonly Market[]): string => list.map(({ name }) => name.toLowerCase()).join(", ");
  if (behind.length > 0)
    return {
      verdict: "fail",
      reason: "behind_in_a_regime",
      text: `It was clearly behind buy and hold in: ${names(behind)}.`,
      ...rest,
    };
  if (seen.length >= 4 && ahead.length === seen.length)
    return {
      verdict: "pass",
      reason: "ahead_everywhere",
      text: "It was clearly ahead of buy and hold in every market seen.",
      ...rest,
    };
  return {
    verdict: "cannot_tell",
    reason: seen.length < 4 ? "few_regimes" : "no_clear_difference",
    text:
      seen.length < 4
        ? `Only ${seen.length} of five kinds of market lasted ${fewest} sessions or more: ${names(seen) || "none"}.`
        : "In no market is it clearly behind buy and hold, and not in all of them clearly ahead.",
    ...rest,
  };
}

function byMarket(rows: readonly Market[]): ValidityTable {
  return table(
    "By market",
    [
      ["", "text"],
      ["Sessions", "count"],
      ["Debate, per year", "fraction"],
      ["Buy and hold, per year", "fraction"],
      ["Difference", "fraction"],
      ["95% from", "fraction"],
      ["to", "fraction"],
    ],
    rows.map(({ name, sessions, mine, theirs, interval }) => [
      name,
      sessions,
      mine,
      theirs,
      mine === null || theirs === null ? null : mine - theirs,
      interval?.status === "given" ? interval.low : null,
      interval?.status === "given" ? interval.high : null,
    ]),
    4,
  );
}

/** The state of the market, as known at the close before. */
type Trend = "bull" | "bear" | "flat";
type Turbulence = "high volatility" | "low volatility";

/** `null`: too little came before to say. */
interface Regime {
  readonly trend: Trend | null;
  readonly turbulence: Turbulence | null;
}

const quarter = 63;
const month = 21;
const move = 0.05;

/**
 * Per session, from the held instruments' equity. Trend: 63 sessions' return above 5 %, below −5 %, or between.
 * Volatility: 21 returns' deviation against the window's median. Chosen before any result.
 */
export function regimesOf(held: readonly number[]): Regime[] {
  const returns = held.slice(1).map((value, index) => value / (held[index] ?? value) - 1);
  const deviations = returns.map((_, index) => (index < month ? null : deviation(returns.slice(index - month, index))));
  const middle = medianOf(deviations.filter((value) => value !== null));
  return returns.map((_, index) => {
    const [before, now] = [held[index - quarter], held[index]];
    const past = before === undefined || now === undefined ? null : now / before - 1;
    const own = deviations[index] ?? null;
    return {
      trend: past === null ? null : past > move ? "bull" : past < -move ? "bear" : "flat",
      turbulence: own === null || middle === null ? null : own > middle ? "high volatility" : "low volatility",
    };
  });
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
