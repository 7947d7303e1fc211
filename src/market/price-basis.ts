import type { LocalDate } from "#src/platform/clock.ts";
import type { Action, Prices } from "./adjust.ts";
import type { Answer } from "./vendor-chain.ts";
import type { Bar, CorporateAction, Instrument } from "./market-data.ts";

/**
 * From which day on an instrument's prices can be compared with each other. Before it a split may stand between two
 * prices that nobody told of, so whatever needs both is left out (ADR 43).
 */
export interface PriceBasis {
  /** `null`: all of the window. */
  readonly from: LocalDate | null;
  /** Why not all of it, as half a sentence; `null` when it is. */
  readonly reason: string | null;
}

const whole: PriceBasis = { from: null, reason: null };

/**
 * Coins and indices have no corporate actions: that is known of them, whatever a source answers. A stock's prices are
 * comparable when somebody looked for its actions and no jump has the size of a split that those do not name.
 * @param adjusted all of the window, ascending, adjusted by the splits among `actions`
 */
export function priceBasis(
  { assetType, symbol }: Instrument,
  adjusted: readonly Bar[],
  actions: Answer<CorporateAction>,
  session: LocalDate,
): PriceBasis {
  if (assetType !== "stock") return whole;
  if (actions.failure !== null || !actions.covered) {
    const why = actions.failure === null ? "no source has" : "no source could give";
    return { from: adjusted.at(-1)?.date ?? session, reason: `${why} the splits and dividends of ${symbol}` };
  }
  const suspected = suspectedSplits(adjusted, actions.records).at(-1);
  return suspected === undefined
    ? whole
    : {
        from: suspected.date,
        reason: `the price of ${symbol} on ${suspected.date} looks like a ${splitText(suspected.ratio)} that no source names`,
      };
}

/** A day whose price moved as if a share had become `ratio` shares. */
export interface SuspectedSplit {
  readonly index: number;
  readonly date: LocalDate;
  /** New shares for one old; below 1 for a reverse split. */
  readonly ratio: number;
}

const sizes = [2, 3, 4, 5, 7, 10, 20] as const;
const ratios: readonly number[] = [...sizes, ...sizes.map((size) => 1 / size)];

/** Natural logarithms: a night's move beside the split, and a day's. */
const mostNight = 0.08;
const mostDay = 0.12;
/** As a factor: what the smallest split leaves of a day that went against it. */
const leastMove = 2 * Math.exp(-mostDay);
/** Without a volume the price alone must say it, and more clearly. */
const mostWithoutVolume = 0.03;

/** The money traded on a split's day is ordinary; a crash or a take-over bid trades many times the usual. */
const mostTurnover = 3;
/** Below this share of the usual hardly anything was traded, and the volume says nothing (a when-issued line). */
const leastTurnover = 0.1;
const usualSessions = 20;
const fewestUsual = 5;

/**
 * Jumps from one close to the next session that look like a split: open and close are a split's ratio away from the
 * close before, the volume in shares moved the other way, and the money traded stayed ordinary. The last two tell it
 * from a crash. A day is judged by itself and the days before it, so it is judged alike ever after.
 * @param bars ascending, already adjusted by the splits among `actions`; a day with one of those is not suspected
 */
export function suspectedSplits(bars: readonly Prices[], actions: readonly Action[]): SuspectedSplit[] {
  return bars.flatMap((bar, index) => {
    const before = bars[index - 1];
    // Nearly every day is told from a split by this alone.
    if (before === undefined || Math.max(bar.close / before.close, before.close / bar.close) < leastMove) return [];
    const ratio = ratios.find(
      (candidate) =>
        Math.abs(Math.log((bar.open * candidate) / before.close)) <= mostNight &&
        Math.abs(Math.log((bar.close * candidate) / before.close)) <= mostDay,
    );
    if (ratio === undefined || !tradedLikeASplit(bars, index, ratio)) return [];
    const isKnown = actions.some(
      ({ action, exDate }) => action === "split" && exDate > before.date && exDate <= bar.date,
    );
    return isKnown ? [] : [{ index, date: bar.date, ratio }];
  });
}

function tradedLikeASplit(bars: readonly Prices[], index: number, ratio: number): boolean {
  const bar = bars[index];
  const before = bars[index - 1];
  if (bar === undefined || before === undefined) return false;
  const usual = bars.slice(Math.max(0, index - usualSessions), index).filter(({ volume }) => (volume ?? 0) > 0);
  const shares = (bar.volume ?? 0) / median(usual.map(({ volume }) => volume ?? 0));
  const money = ((bar.volume ?? 0) * bar.close) / median(usual.map(({ volume, close }) => (volume ?? 0) * close));
  if (usual.length < fewestUsual || money < leastTurnover) {
    return Math.abs(Math.log((bar.close * ratio) / before.close)) <= mostWithoutVolume;
  }
  return (ratio > 1 ? shares > 1 : shares < 1) && money <= mostTurnover;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** `7-for-1 split`, `1-for-10 split`. */
export function splitText(ratio: number): string {
  return ratio > 1 ? `${ratio}-for-1 split` : `1-for-${Math.round(1 / ratio)} split`;
}
