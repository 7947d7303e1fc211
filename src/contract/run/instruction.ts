import type { Opinion, Rating } from "../jobs/analysis.ts";
import type { Check } from "./judgement.ts";
import type { DataReport, Levels } from "./run.ts";
import type { Signal } from "../signals/signals.ts";

/* The one table of what is done on a rating. Everything reads it, so nothing can say otherwise. */

type Proposal = Levels["action"];

/** 1: all of the capital, −1: all sold short. `keep`: no order. */
export type Position = number | "keep";

interface Row {
  /** The proposal that comes with it; `null`: none. */
  readonly action: Proposal | null;
  readonly position: Position;
  readonly says: string;
}

/** Followers of a Sell hold none; nothing is sold short. */
const longOnly = {
  Buy: { action: "buy", position: 1, says: "open a position, or keep the one you have." },
  Overweight: { action: "buy", position: 0.5, says: "own more than usual." },
  Hold: { action: "hold", position: "keep", says: "keep what you have, open nothing new." },
  Underweight: { action: "sell", position: 0, says: "own less than usual, open nothing new." },
  Sell: { action: "sell", position: 0, says: "hold none." },
  REVIEW: { action: null, position: "keep", says: "no opinion, so nothing is to be done." },
} as const satisfies Record<Rating, Row>;

const withShorts: Readonly<Record<Rating, Row>> = {
  ...longOnly,
  Sell: { action: "sell", position: -1, says: "hold none, and sell short." },
};

function rowOf(rating: Rating, allowShort: boolean): Row {
  return (allowShort ? withShorts : longOnly)[rating];
}

/** In a backtest, in the record, and for levels. */
export function positionOf(rating: Rating, allowShort: boolean): Position {
  return rowOf(rating, allowShort).position;
}

/** Only an opened position has levels. */
export function opensPosition(rating: Rating, allowShort: boolean): boolean {
  const position = positionOf(rating, allowShort);
  return position !== "keep" && position !== 0;
}

interface Instructed {
  readonly rating: Rating;
  readonly assetType: DataReport["asset_type"];
  readonly symbol: string;
  readonly allowShort?: boolean;
}

/** The action, in one sentence, or two for an index. */
export function instructionText({ rating, assetType, symbol, allowShort = false }: Instructed): string {
  const says = `${rating}: ${rowOf(rating, allowShort).says}`;
  if (assetType !== "index" || rating === "REVIEW") return says;
  const fund = fundOf(symbol);
  return fund === null
    ? `${rating}: an opinion on an index, which cannot be traded itself.`
    : `${says} An index cannot be traded itself; the fund ${fund} follows it.`;
}

/** The same of a published signal. */
export function signalInstruction(signal: Pick<Signal, "rating" | "asset_type" | "symbol" | "allow_short">): string {
  const { rating, asset_type: assetType, symbol } = signal;
  return instructionText({ rating, assetType, symbol, allowShort: signal.allow_short === true });
}

/** Funds that follow an index. */
const funds: ReadonlyMap<string, string> = new Map([
  ["^GSPC", "SPY"],
  ["^DJI", "DIA"],
  ["^NDX", "QQQ"],
  ["^IXIC", "ONEQ"],
  ["^RUT", "IWM"],
  ["^FTSE", "ISF.L"],
  ["^GDAXI", "EXS1.DE"],
  ["^N225", "1321.T"],
  ["^HSI", "2800.HK"],
]);

export function fundOf(index: string): string | null {
  return funds.get(index) ?? null;
}

/** Introduces a trader's proposal that the rating does not follow. */
export const notAdopted = "Trader proposed (not adopted)";

/** `buy at 43.70 USD, stop 41.10 USD, target 49.50 USD, 6% of the portfolio`. */
export function proposalText(
  { action, entry, stop, target, size_pct: size, currency }: Levels,
  digits: (price: number) => string,
): string {
  const price = (before: string, value: number | null): string[] =>
    value === null ? [] : [`${before} ${digits(value)} ${currency}`];
  return [
    [action, ...price("at", entry)].join(" "),
    ...price("stop", stop),
    ...price("target", target),
    ...(size === null ? [] : [`${size}% of the portfolio`]),
  ].join(", ");
}

export interface Ruling {
  /** The proposal matches the rating. */
  readonly isAdopted: boolean;
  /** Each level that passes its own checks. */
  readonly levelsStand: boolean;
  /** Of the check `rating_action`. */
  readonly outcome: Check["outcome"];
  readonly detail: string;
}

/** @param proposal `null` where the trader made none */
export function rule(rating: Rating, proposal: Proposal | null, allowShort: boolean): Ruling {
  const { action } = rowOf(rating, allowShort);
  const fallen = { isAdopted: false, levelsStand: false } as const;
  if (proposal === null)
    return { ...fallen, outcome: "not_checked", detail: "The trader made no proposal to hold against the rating." };
  if (action === null)
    return {
      ...fallen,
      outcome: "not_checked",
      detail: `Without an opinion there is nothing to hold the proposal to ${proposal} against.`,
    };
  if (proposal === action)
    return {
      isAdopted: true,
      levelsStand: opensPosition(rating, allowShort),
      outcome: "pass",
      detail: `The rating ${rating} goes with the proposal to ${proposal}.`,
    };
  const verb = action === "hold" || proposal === "hold" ? "does not follow" : "contradicts";
  return {
    ...fallen,
    outcome: "fail",
    detail: `The rating ${rating} ${verb} the proposal to ${proposal}, which is not adopted.`,
  };
}

/* Loss at the stop, yearly volatility and strength of the rating each set a limit; the smallest counts. */

/** In percent of the portfolio. */
export const sizing = {
  /**
   * Fixed-fractional sizing, at the low end of the usual 0.5 to 2 %.
   * @see V. K. Tharp, Trade Your Way to Financial Freedom (1998), ch. 12; R. Vince, Portfolio Management Formulas
   * (1990)
   */
  stopLoss: 0.5,
  /**
   * One standard deviation a year: 25 independent positions give the usual 10 %.
   * @see Moskowitz, Ooi and Pedersen, Time Series Momentum, JFE 104 (2012); Harvey et al., The Impact of Volatility
   * Targeting, JPM 45 (2018)
   */
  volatility: 2,
  /** The limit of any position, including one that a model proposes. */
  most: 20,
  /** The 2 % rule of A. Elder, Trading for a Living (1993). */
  mostLoss: 2,
} as const;

/** Half, as in a backtest. */
const conviction: Readonly<Record<Opinion, number>> = { Buy: 1, Overweight: 0.5, Hold: 0, Underweight: 0.5, Sell: 1 };

export interface Sized {
  readonly rating: Opinion;
  readonly entry: number;
  readonly stop: number;
  /** Annualised, in percent; `null`: unknown, the stop alone counts. */
  readonly volatility: number | null;
}

/** In percent, rounded down to a tenth; `null`: cannot be sized. */
export function positionSize({ rating, entry, stop, volatility }: Sized): number | null {
  const distance = Math.abs(entry - stop) / entry;
  const strength = conviction[rating];
  if (!(distance > 0) || strength === 0) return null;
  const byVolatility = volatility === null || volatility <= 0 ? Infinity : (sizing.volatility * strength) / volatility;
  const share = Math.min(sizing.most / 100, (sizing.stopLoss * strength) / 100 / distance, byVolatility);
  const size = Math.floor(share * 1000 + 1e-9) / 10;
  return size > 0 ? size : null;
}

/** The loss of a position at its stop, in percent of the portfolio. */
export function lossAtStop({ size, entry, stop }: { size: number; entry: number; stop: number }): number {
  return (size * Math.abs(entry - stop)) / entry;
}
