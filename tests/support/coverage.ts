import { meanInterval, shareInterval, type Interval, type Outcome } from "#src/core/figures/interval.ts";
import { seededRandom, type Random } from "#src/core/figures/random.ts";

/* How often an interval holds the figure it is of, found by making up outcomes whose figure is known. */

/** Returns of so many sessions in a row, around 0 and with a deviation of 1. */
type Process = (sessions: number, random: Random) => number[];

export const processes = {
  independent: (sessions, random) => Array.from({ length: sessions }, () => normal(random)),
  /** Of Student with four degrees of freedom: about as fat as daily returns of a stock. */
  "fat tails": (sessions, random) =>
    Array.from({ length: sessions }, () => {
      const squares = Array.from({ length: 4 }, () => normal(random) ** 2);
      return normal(random) / Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / 4) / Math.SQRT2;
    }),
  "autocorrelated 0.15": autocorrelated(0.15),
  "autocorrelated 0.3": autocorrelated(0.3),
  /** Quiet and wild times: GARCH(1, 1). */
  "wild times": (sessions, random) => {
    let variance = 1;
    let last = 0;
    return Array.from({ length: sessions + 100 }, () => {
      variance = 0.05 + 0.1 * last ** 2 + 0.85 * variance;
      last = Math.sqrt(variance) * normal(random);
      return last;
    }).slice(100);
  },
} as const satisfies Record<string, Process>;
export type ProcessName = keyof typeof processes;

function autocorrelated(part: number): Process {
  return (sessions, random) => {
    let last = normal(random);
    return Array.from({ length: sessions }, () => {
      const now = last;
      last = part * last + Math.sqrt(1 - part ** 2) * normal(random);
      return now;
    });
  };
}

/** G. E. P. Box and M. E. Muller (1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export interface Setting {
  readonly process: ProcessName;
  /** Sessions in which signals are given. */
  readonly n: number;
  readonly horizon: number;
  /** Of a session's return, in deviations. */
  readonly drift?: number;
  /** `spells`: for some sessions every day, then for some not at all, as a rating comes and goes. */
  readonly given?: "every session" | "every fifth" | "spells";
  /** Signals of one session, whose returns have half their variance in common. */
  readonly symbols?: number;
}

export interface Coverage {
  /** Of the intervals that were given, those that held the figure. */
  readonly mean: number;
  readonly share: number;
  /** How many of all were given. */
  readonly given: number;
  /** Medians. */
  readonly meanWidth: number;
  readonly shareWidth: number;
  readonly effective: number;
}

export function coverageOf(setting: Setting, times: number, seed: string): Coverage {
  const { horizon, drift = 0 } = setting;
  const truth = { mean: horizon * drift, share: shareAboveZero(setting, seed) };
  const random = seededRandom(`${seed} ${JSON.stringify(setting)}`);
  const intervals = Array.from({ length: times }, () => {
    const outcomes = outcomesOf(setting, random);
    return {
      mean: meanInterval(outcomes),
      share: shareInterval(outcomes.map((one) => ({ ...one, value: one.value > 0 ? 1 : 0 }))),
    };
  });
  const means = intervals.flatMap(({ mean }) => givenOf(mean));
  const shares = intervals.flatMap(({ share }) => givenOf(share));
  const holding = (list: readonly Given[], figure: number): number =>
    list.filter(({ low, high }) => low <= figure && figure <= high).length / list.length;
  return {
    mean: holding(means, truth.mean),
    share: holding(shares, truth.share),
    given: Math.min(means.length, shares.length) / times,
    meanWidth: median(means.map(({ low, high }) => high - low)),
    shareWidth: median(shares.map(({ low, high }) => high - low)),
    effective: median(shares.map(({ effective }) => effective)),
  };
}

type Given = Extract<Interval, { status: "given" }>;

function givenOf(interval: Interval): Given[] {
  return interval.status === "given" ? [interval] : [];
}

function outcomesOf({ process, n, horizon, drift = 0, given, symbols = 1 }: Setting, random: Random): Outcome[] {
  const starts = startsOf(n, given, random);
  const sessions = (starts.at(-1) ?? 0) + horizon;
  const common = processes[process](sessions, random);
  return Array.from({ length: symbols }, () => {
    const own = symbols === 1 ? null : processes[process](sessions, random);
    const sums = [0];
    for (const [index, value] of common.entries())
      sums.push((sums.at(-1) ?? 0) + drift + (own === null ? value : (value + (own[index] ?? 0)) / Math.SQRT2));
    return starts.map((from) => ({
      from,
      through: from + horizon - 1,
      value: (sums[from + horizon] ?? 0) - (sums[from] ?? 0),
    }));
  }).flat();
}

function startsOf(n: number, given: Setting["given"], random: Random): number[] {
  if (given !== "spells") return Array.from({ length: n }, (_, index) => index * (given === "every fifth" ? 5 : 1));
  const starts: number[] = [];
  for (let session = 0, on = true; starts.length < n; session += 1) {
    if (on) starts.push(session);
    if (random() < 0.1) on = random() < 0.4;
  }
  return starts;
}

const counted = new Map<string, number>();

/** Half without a drift, since all processes are symmetric; else counted over many sessions. */
function shareAboveZero({ process, horizon, drift = 0, symbols = 1 }: Setting, seed: string): number {
  if (drift === 0) return 0.5;
  const setting: Setting = { process, n: 100_000, horizon, drift, symbols: Math.min(symbols, 2) };
  const key = `${seed} ${JSON.stringify(setting)}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const outcomes = outcomesOf(setting, seededRandom(seed));
  const share = outcomes.filter(({ value }) => value > 0).length / outcomes.length;
  counted.set(key, share);
  return share;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
