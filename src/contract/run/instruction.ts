import type { Rating } from "../jobs/analysis.ts";
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
