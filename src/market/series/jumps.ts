import type { LocalDate } from "#src/core/clock.ts";
import { type Action, type Prices, type UsualDays, median, usualDays } from "./corporate-actions.ts";
import { type ShareCountFact, countsAround } from "../fundamentals/concepts.ts";

/** A day that looks like a split or another unit. */
export interface Jump {
  readonly index: number;
  readonly date: LocalDate;
  /** `unclear`: it may also be a crash or a rally. */
  readonly kind: "split" | "unit" | "unclear";
  /** New shares for one old; below 1 for a reverse split. */
  readonly ratio: number;
}

/* Three stories of a jump are weighed by likelihood (ADR 7). Rates are a year's and need only the right size. */

const splitsAYear = 0.004;
const unitsAYear = 0.002;
/** Crash nights a year, and their spread in logarithms: four fifths halve or double at most. */
const crashesAYear = 0.6;
const crashSize = 0.55;
const sessionsAYear = 252;
/** In logarithms: below this no split could be seen. */
export const leastJump = 0.14;

/** How common the ratio is among splits; all others share the rest. */
const commonness: readonly (readonly [ratio: number, share: number])[] = [
  [2, 0.3],
  [3, 0.1],
  [3 / 2, 0.1],
  [4, 0.06],
  [5, 0.06],
  [10, 0.06],
  [5 / 4, 0.06],
  [4 / 3, 0.02],
  [5 / 2, 0.02],
  [5 / 3, 0.01],
  ...[6, 7, 8, 9, 12, 15, 20, 25, 30, 40, 50, 100, 1000].map((ratio) => [ratio, 0.015] as const),
];
const common = commonness.flatMap(([ratio, share]) => [[ratio, share] as const, [1 / ratio, share] as const]);
const uncommonShare = 0.05;
/** Hardly any crash goes this far, so any ratio is tried. */
const anyRatioFrom = 1.6;
const units = [10, 100, 1000, 1 / 10, 1 / 100, 1 / 1000] as const;

/** Logarithm: the weight that a turnover too low for a split leaves. */
const leastProof = Math.log(0.02);

/** Odds against a crash: likely a split above, undecided between. */
const bounds = { possible: Math.log(0.4), likely: Math.log(2) };
/** Without volume, doubt comes sooner and certainty later. */
const boundsWithoutVolume = { possible: Math.log(0.02), likely: Math.log(20) };

/**
 * @param bars ascending, adjusted by the splits that show
 * @param dividends those known
 * @param counts share counts of filings
 */
export function unexplainedJumps(
  bars: readonly Prices[],
  dividends: readonly Action[],
  counts: readonly ShareCountFact[] = [],
): Jump[] {
  return bars.flatMap((bar, index) => {
    const before = bars[index - 1];
    // This alone rules out nearly every day.
    if (before === undefined || Math.abs(Math.log(bar.close / before.close)) < leastJump) return [];
    const close = withoutDividends(before, bar, dividends);
    if (Math.abs(Math.log(bar.close / close)) < leastJump) return [];
    return weigh(bars, index, close, countsAround(counts, bar.date)) ?? [];
  });
}

/** The close before, less distributions since. */
function withoutDividends(before: Prices, bar: Prices, dividends: readonly Action[]): number {
  const paid = dividends
    .filter(({ action, exDate }) => action === "dividend" && exDate > before.date && exDate <= bar.date)
    .reduce((sum, { value }) => sum + value, 0);
  return paid < before.close * 0.95 ? before.close - paid : before.close;
}

interface Story {
  readonly kind: "split" | "unit";
  readonly ratio: number;
  readonly weight: number;
}

function weigh(bars: readonly Prices[], index: number, before: number, counted: number | null): Jump | null {
  const bar = bars[index];
  if (bar === undefined) return null;
  const usual = usualDays(bars, index);
  const stories = [...splitStories(bar, before, usual), ...unitStories(bar, before, usual)];
  const best = stories.reduce<Story | null>(
    (most, story) => (most === null || story.weight > most.weight ? story : most),
    null,
  );
  if (best === null) return null;
  const odds =
    best.weight +
    calm(bar, usual) +
    lasting(bars, index, best, usual) +
    filed(best, counted) -
    other(bar, before, usual);
  const { possible, likely } = usual.shares === null && counted === null ? boundsWithoutVolume : bounds;
  if (odds < possible) return null;
  return { index, date: bar.date, kind: odds < likely ? "unclear" : best.kind, ratio: best.ratio };
}

/** A split multiplies the filed count; a crash leaves it. */
function filed({ kind, ratio }: Story, counted: number | null): number {
  if (kind === "unit" || counted === null) return 0;
  const spread = 0.1;
  return (
    Math.max(-4, bell(Math.log(counted), Math.log(ratio), spread)) - Math.max(-4, bell(Math.log(counted), 0, spread))
  );
}

function splitStories(bar: Prices, before: number, usual: UsualDays): Story[] {
  const size = before / bar.close;
  const money = usual.money === null ? 0 : Math.log(((bar.volume ?? 0) * bar.close) / usual.money);
  // A when-issued line hardly trades, so little volume is no proof against a split.
  const volume = usual.money === null ? 0 : Math.max(bell(money, 0, 0.5), money < 0 ? leastProof : -Infinity);
  const exact = common.flatMap(([ratio, share]): Story[] =>
    isNear(bar, before, ratio)
      ? [{ kind: "split", ratio, weight: Math.log(splitsAYear * share) + gap(bar, before, ratio, usual) + volume }]
      : [],
  );
  if (Math.abs(Math.log(size)) < anyRatioFrom || Math.abs(Math.log(bar.close / bar.open)) > 0.25) return exact;
  return [
    ...exact,
    { kind: "split", ratio: before / bar.open, weight: Math.log(splitsAYear * uncommonShare) + volume },
  ];
}

function unitStories(bar: Prices, before: number, usual: UsualDays): Story[] {
  const shares = sharesTraded(bar, usual);
  return units.flatMap((ratio): Story[] =>
    isNear(bar, before, ratio)
      ? [
          {
            kind: "unit",
            ratio,
            weight:
              Math.log(unitsAYear * (Math.abs(Math.log10(ratio)) === 2 ? 0.3 : 0.1)) +
              gap(bar, before, ratio, usual) +
              (shares === null ? 0 : bell(shares, 0, 0.55)),
          },
        ]
      : [],
  );
}

/** A crash has much volume and a wide day, whatever its gap. */
function crash(bar: Prices, before: number, usual: UsualDays): number {
  const size = Math.abs(Math.log(bar.close / before));
  const shares = sharesTraded(bar, usual);
  return (
    Math.log(crashesAYear) +
    bell(size, 0, crashSize) +
    (shares === null ? 0 : Math.max(-8, bell(shares, Math.log(8), 0.65))) +
    (usual.range === 0 ? 0 : bell(width(bar, usual), Math.log(3.5), 0.8))
  );
}

/** A crash or rally with its volume, or a day the series has now and then. */
function other(bar: Prices, before: number, usual: UsualDays): number {
  return Math.max(crash(bar, before, usual), ordinary(bar, before, usual));
}

/** The distribution of overnight moves: Student's t with four degrees. */
function ordinary(bar: Prices, before: number, usual: UsualDays): number {
  const shares = sharesTraded(bar, usual);
  const off = Math.log(bar.open / before) / usual.night;
  return (
    Math.log((sessionsAYear * 0.375) / usual.night) -
    2.5 * Math.log(1 + off ** 2 / 4) +
    (shares === null ? 0 : Math.max(-8, bell(shares, 0.5, 0.7))) +
    calm(bar, usual)
  );
}

function calm(bar: Prices, usual: UsualDays): number {
  return usual.range === 0 ? 0 : bell(width(bar, usual), 0.1, 0.5);
}

/** After a split the share volume stays; after a crash it returns. */
function lasting(bars: readonly Prices[], index: number, { kind, ratio }: Story, usual: UsualDays): number {
  const later = bars
    .slice(index + 1, index + 11)
    .flatMap(({ volume }) => (volume === null || volume === 0 ? [] : volume));
  if (kind === "unit" || usual.shares === null || later.length < 3) return 0;
  const shares = Math.log(median(later) / usual.shares);
  return Math.max(-4, bell(shares, Math.log(ratio), 0.4)) - Math.max(-4, bell(shares, Math.log(1.5), 0.7));
}

function sharesTraded({ volume }: Prices, { shares }: UsualDays): number | null {
  return shares === null || volume === null || volume === 0 ? null : Math.log(volume / shares);
}

function width({ high, low }: Prices, { range }: UsualDays): number {
  return Math.log(Math.max(Math.log(high / low), range / 10) / range);
}

function isNear({ open, close }: Prices, before: number, ratio: number): boolean {
  const most = Math.min(0.12, Math.abs(Math.log(ratio)) * 0.4);
  return [open, close].every((price) => Math.abs(Math.log((price * ratio) / before)) <= most);
}

/** Fit of the open: Student's t with four degrees, since nights have tails. */
function gap({ open }: Prices, before: number, ratio: number, { night }: UsualDays): number {
  const spread = night * 1.3;
  const off = Math.log((open * ratio) / before) / spread;
  return Math.log(0.375 / spread) - 2.5 * Math.log(1 + off ** 2 / 4);
}

/** Logarithm of the normal density. */
function bell(value: number, mean: number, spread: number): number {
  return -(((value - mean) / spread) ** 2) / 2 - Math.log(spread * Math.sqrt(2 * Math.PI));
}

/** What the prices show about a split that a source names. */
export interface NamedSplit {
  readonly split: Action;
  /** `moved`: on another day; `absent`: nowhere; `inverse`: the other way. */
  readonly shows: "named" | "moved" | "absent" | "inverse";
  /** The first session with prices after it. */
  readonly date: LocalDate;
}

/** Smaller splits cannot be told from a day's move and are taken as named. */
const smallest = Math.log(1.2);
const nights = 5;
const sessionsAround = 5;

/** @param bars ascending, as traded; a split outside of them is not judged */
export function namedSplits(bars: readonly Prices[], actions: readonly Action[]): NamedSplit[] {
  return actions
    .filter(({ action }) => action === "split")
    .flatMap((split) => {
      const index = bars.findIndex(({ date }) => date >= split.exDate);
      return index < 1 ? [] : (judged(bars, index, split, actions) ?? []);
    });
}

function judged(bars: readonly Prices[], index: number, split: Action, actions: readonly Action[]): NamedSplit | null {
  const move = moveAt(bars, index, actions);
  const bar = bars[index];
  if (move === null || bar === undefined) return null;
  const size = Math.log(split.value);
  const [shown, absent, inverse] = [Math.abs(move + size), Math.abs(move), Math.abs(move - size)];
  const isSmall = Math.abs(size) < Math.max(smallest, nights * usualDays(bars, index).night);
  if (isSmall || shown <= Math.min(absent, inverse)) return { split, shows: "named", date: bar.date };
  const near = Array.from({ length: 2 * sessionsAround + 1 }, (_, step) => index - sessionsAround + step).flatMap(
    (at) => {
      const off = Math.abs((moveAt(bars, at, actions) ?? Infinity) + size);
      return off <= Math.min(0.15, Math.abs(size) / 3) ? [{ at, off }] : [];
    },
  );
  const [best] = near.toSorted((a, b) => a.off - b.off);
  const day = best === undefined ? undefined : bars[best.at];
  if (day !== undefined && absent <= inverse) return { split, shows: "moved", date: day.date };
  return { split, shows: inverse < absent ? "inverse" : "absent", date: bar.date };
}

/** Logarithm of a bar's middle over the close before. */
function moveAt(bars: readonly Prices[], index: number, actions: readonly Action[]): number | null {
  const bar = bars[index];
  const before = bars[index - 1];
  return bar === undefined || before === undefined
    ? null
    : Math.log(Math.sqrt(bar.open * bar.close) / withoutDividends(before, bar, actions));
}
