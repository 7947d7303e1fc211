import { meanInterval, type Interval } from "./interval.ts";
import { seededRandom, type Random } from "./random.ts";

/** Three samples of words on one subject, each from another setting. */
export type Trio = readonly [readonly string[], readonly string[], readonly string[]];

/** Over all pairs, unbiased. @returns `null` below two draws */
function agreementWithin(sample: readonly string[]): number | null {
  const n = sample.length;
  if (n < 2) return null;
  const counts = [...Map.groupBy(sample, (word) => word).values()].map(({ length }) => length);
  return counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
}

/** Over all pairs. @returns `null` where one is empty */
function agreementBetween(a: readonly string[], b: readonly string[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  return a.reduce((sum, word) => sum + b.filter((other) => other === word).length, 0) / (a.length * b.length);
}

/** Ratings in three worlds, by the names that measurements use. */
export function worldAgreement({
  named,
  masked,
  shifted,
}: Readonly<Record<"named" | "masked" | "shifted", readonly string[]>>) {
  return {
    named: agreementWithin(named),
    masked: agreementWithin(masked),
    shifted: agreementWithin(shifted),
    named_masked: agreementBetween(named, masked),
    named_shifted: agreementBetween(named, shifted),
    masked_shifted: agreementBetween(masked, shifted),
  };
}

/** How one setting stands apart. */
export interface Apart {
  /** Distance to both others less that between them. */
  readonly by: number;
  /** The probability of at least this much if the three settings were the same. */
  readonly p: number;
  readonly interval: Interval;
}

const draws = 4999;

/**
 * Distance: mean agreement within less that between, half the squared distance of distributions. Each setting is held
 * against 4,999 deals of each subject's three samples, dealt as wholes.
 * @param trios at least one, each with its session
 * @see G. J. Székely and M. L. Rizzo, Energy Statistics, Journal of Statistical Planning and Inference 143 (2013)
 * @see B. Phipson and G. K. Smyth, Permutation P-values Should Never Be Zero, SAGMB 9 (2010)
 */
export function standingApart(
  trios: readonly { readonly at: number; readonly samples: Trio }[],
): readonly [Apart, Apart, Apart] {
  const rows = trios.map(({ samples: [a, b, c] }) => apart([distance(b, c), distance(a, c), distance(a, b)]));
  const found = meansOf(rows);
  const asFar: [number, number, number] = [0, 0, 0];
  const random = seededRandom("standing apart");
  for (let draw = 0; draw < draws; draw += 1) {
    const means = dealtMeans(rows, random);
    for (const index of settings) if (means[index] >= found[index] - 1e-9) asFar[index] += 1;
  }
  const one = (index: 0 | 1 | 2): Apart => ({
    by: found[index],
    p: (1 + asFar[index]) / (1 + draws),
    interval: meanInterval(trios.map(({ at }, row) => ({ from: at, through: at, value: rows[row]?.[index] ?? 0 }))),
  });
  return [one(0), one(1), one(2)];
}

type Three = readonly [number, number, number];

function distance(a: readonly string[], b: readonly string[]): number {
  return ((agreementWithin(a) ?? 1) + (agreementWithin(b) ?? 1)) / 2 - (agreementBetween(a, b) ?? 0);
}

/** Mean of a setting's distances less the other; they sum to zero. */
function apart(without: Three): Three {
  const mean = (without[0] + without[1] + without[2]) / 3;
  const by = (own: number) => 1.5 * (mean - own);
  return [by(without[0]), by(without[1]), by(without[2])];
}

const settings = [0, 1, 2] as const;

function meansOf(rows: readonly Three[]): Three {
  const mean = (index: 0 | 1 | 2): number => rows.reduce((sum, row) => sum + row[index], 0) / rows.length;
  return [mean(0), mean(1), mean(2)];
}

/** Made often, so without objects. */
function dealtMeans(rows: readonly Three[], random: Random): Three {
  let [first, second, third] = [0, 0, 0];
  for (const row of rows) {
    const order = Math.floor(random() * 6);
    const at = settings[order % 3] ?? 0;
    const next = settings[(at + (order < 3 ? 1 : 2)) % 3] ?? 0;
    first += row[at];
    second += row[next];
    third -= row[at] + row[next];
  }
  return [first / rows.length, second / rows.length, third / rows.length];
}
