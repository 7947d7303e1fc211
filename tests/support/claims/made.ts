import type { Evidence } from "#src/contract/evidence.ts";
import { ground, prepareEvidence } from "#src/debate/grounding.ts";
import { seededRandom } from "#src/platform/random.ts";
import { type Claim, type Material } from "./claim.ts";
import { citedValues, fractions, names, pointValues, uncitedValues, writtenForms, wrongSources } from "./numbers.ts";
import { bounds, comparisons, computations, directions, proposals, quotients, statesInWords } from "./relations.ts";
import { arithmetic, measurePairs, ranges, swaps } from "./readings.ts";
import { days, windows } from "./times.ts";

const makers = [
  citedValues,
  pointValues,
  wrongSources,
  uncitedValues,
  writtenForms,
  fractions,
  names,
  directions,
  statesInWords,
  comparisons,
  quotients,
  computations,
  proposals,
  bounds,
  windows,
  days,
  swaps,
  ranges,
  measurePairs,
  arithmetic,
];

/** Claims of every kind about one run's evidence; the same for the same seed. */
export function claimsAbout(evidence: readonly Evidence[], seed: string): Claim[] {
  const chance = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(chance() * from.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  };
  const material: Material = { evidence, pick, chance };
  return makers.flatMap((make) => make(material));
}

export interface Judged extends Claim {
  readonly flagged: boolean;
}

export function judgeClaims(evidence: readonly Evidence[], claims: readonly Claim[]): Judged[] {
  const index = prepareEvidence(evidence);
  return claims.map((claim) => {
    const { unsupported, words } = ground({
      text: claim.text,
      points: claim.points ?? [],
      computations: claim.computations ?? [],
      proposed: claim.proposed ?? [],
      index,
    });
    return { ...claim, flagged: unsupported > 0 || words.some(({ verdict }) => verdict === "contradicted") };
  });
}
