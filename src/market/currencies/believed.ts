import type { PairCloses } from "./rates.ts";

/* Which of a pair's bars are believed. A rate has no splits: what leaps is an error, or rarely a devaluation. Pure. */

/** In logarithms: the franc moved as far in January 2015, the pound half of it in June 2016. */
const leap = Math.log(1.15);
/** A currency that loses three quarters in a night was quoted in another unit, or the other way round. */
const unit = Math.log(4);
/** So many days in a row are no slip. */
const confirming = 3;

export interface Believed {
  readonly closes: PairCloses;
  /** What is left out, in words. */
  readonly doubts: readonly string[];
}

/**
 * Where closes leap, the series falls into stretches. The longest is believed, and so are those beside one believed
 * that are near to it and three days long.
 * @param closes ascending
 */
export function believedCloses(symbol: string, closes: PairCloses): Believed {
  const stretches = stretchesOf(closes);
  const anchor = stretches.reduce(
    (best, one, index) => (one.length > (stretches[best]?.length ?? 0) ? index : best),
    0,
  );
  const kept = new Set([anchor]);
  for (const step of [1, -1]) {
    let near = stretches[anchor];
    for (let index = anchor + step; index >= 0 && index < stretches.length; index += step) {
      const one = stretches[index];
      if (one === undefined || near === undefined) break;
      const apart = step === 1 ? distance(near.at(-1), one[0]) : distance(one.at(-1), near[0]);
      if (apart > leap && (apart > unit || one.length < confirming)) continue;
      kept.add(index);
      near = one;
    }
  }
  return {
    closes: stretches.filter((_one, index) => kept.has(index)).flat(),
    doubts: stretches.flatMap((one, index) => (kept.has(index) ? [] : [doubt(symbol, one)])),
  };
}

function stretchesOf(closes: PairCloses): PairCloses[] {
  const stretches: PairCloses[number][][] = [];
  for (const close of closes) {
    const last = stretches.at(-1);
    if (last === undefined || distance(last.at(-1), close) > leap) stretches.push([close]);
    else last.push(close);
  }
  return stretches;
}

function distance(one: PairCloses[number] | undefined, other: PairCloses[number] | undefined): number {
  return Math.abs(Math.log((one?.close ?? Number.NaN) / (other?.close ?? Number.NaN)));
}

function doubt(symbol: string, stretch: PairCloses): string {
  const [first, last] = [stretch[0]?.date, stretch.at(-1)?.date];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return `The rate ${symbol} ${when} is far from the days around it and is not used.`;
}
