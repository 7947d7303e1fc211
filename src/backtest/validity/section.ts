import type { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import {
  type Trial,
  type ValidityFigure,
  type ValidityKey,
  type ValiditySection,
  type ValidityTable,
  type ValidityUnit,
  validityMeasures,
} from "#src/contract/backtests/validity.ts";
import { dailyReturns } from "../metrics.ts";
import { intervalsOf } from "../significance.ts";
import type { Subject } from "../orders.ts";
import type { Examined } from "./examine.ts";
import { validityFormulas } from "#src/contract/backtests/validity-formulas.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { rounded } from "#src/core/figures/statistics.ts";

/** What is missing makes sections that cannot tell. */
export interface ValidityInput {
  readonly result: BacktestResult;
  /** The instruments with their prices and decisions; `null` without the archives. */
  readonly subjects: readonly Subject[] | null;
  /** `null` where nothing could be asked again. */
  readonly examined: Examined | null;
  /** `null`: nothing measured, or rules. */
  readonly memory: MemorySummary | null;
  /** Of these instruments in overlapping windows, this one included. */
  readonly trials: readonly Trial[];
  /** Other configurations on the same sessions. */
  readonly others: readonly BacktestResult[];
  /** The capital in US dollars. */
  readonly capital: number;
}

export const usualCapital = 1_000_000;
/** The number of decisions repeated in other worlds by default. */
export const usualSample = 20;

/** A strategy's returns on the portfolio, session by session; empty where there are none. */
export function returnsOf({ portfolio }: BacktestResult, strategy: StrategyName): number[] {
  return dailyReturns(portfolio.strategies.find((one) => one.strategy === strategy)?.equity ?? []);
}

/** Geometric, with the interval of the difference. */
export function advantageOf(own: readonly number[], other: readonly number[], perYear: number) {
  return {
    value: own.length === 0 ? null : yearly(own, perYear) - yearly(other, perYear),
    interval: own.length === 0 ? null : intervalsOf(own, other, perYear).excess_annual_return,
  };
}

export function yearly(returns: readonly number[], perYear: number): number {
  return Math.expm1((returns.reduce((sum, value) => sum + Math.log1p(value), 0) * perYear) / returns.length);
}

/** A figure under its name, with its interval where there is one. */
export function figure(key: ValidityKey, value: number | null, interval: Interval | null = null): ValidityFigure {
  const [label, unit] = validityMeasures[key];
  const ends = interval?.status === "given" ? { low: rounded(interval.low), high: rounded(interval.high) } : null;
  return {
    key,
    label,
    unit,
    value: value === null || !Number.isFinite(value) ? null : rounded(value),
    interval: ends,
    ...validityFormulas[key],
  };
}

export function table(
  title: string,
  columns: readonly (readonly [name: string, unit: ValidityUnit])[],
  rows: readonly (readonly (string | number | null)[])[],
  bars?: number,
): ValidityTable {
  return {
    title,
    columns: columns.map(([name, unit]) => ({ name, unit })),
    rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? rounded(cell) : cell))),
    ...(bars !== undefined && { bars }),
  };
}

/** A section without its place: its words and figures. */
export type Finding = Pick<ValiditySection, "verdict" | "reason" | "text"> &
  Partial<Pick<ValiditySection, "figures" | "tables" | "notes">>;
