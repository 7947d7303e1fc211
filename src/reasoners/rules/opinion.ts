import type { Analyst, Opinion } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { clamp, reasonsOf, scoreOf, weightOf, type Reason } from "./rules.ts";
import { ref } from "./wording.ts";

/** Below these there is no opinion. */
export const minimum = { sessions: 60, priceAgeDays: 10, coverage: 0.3 } as const;

/** A reason whose part is of the outlook. */
export type Weighed = Reason & { readonly analyst: Analyst };

export interface Outlook {
  /** Weighted mean of the analysts' scores, −2 to +2. */
  readonly score: number;
  /** Sum of the weights of the analysts that had anything to say, 0 to 1. */
  readonly coverage: number;
  /** 0 (they cancel out) to 1 (they all point one way). */
  readonly agreement: number;
  readonly reasons: readonly Weighed[];
  /** What each analyst adds to the score before it is divided by the coverage. */
  readonly views: readonly { readonly analyst: Analyst; readonly net: number }[];
  /** Why there can be no opinion, as a clause; `null` when there can. */
  readonly tooThin: string | null;
}

/** The same evidence gives the same outlook, whoever of the later agents asks. */
export function outlookOn(evidence: readonly Evidence[]): Outlook {
  const heard = (["market", "fundamentals", "news", "social"] as const).flatMap((analyst) => {
    const reasons = reasonsOf(analyst, evidence);
    const score = scoreOf(reasons);
    return score === null ? [] : [{ analyst, reasons, score, weight: weightOf[analyst] }];
  });
  const coverage = heard.reduce((sum, { weight }) => sum + weight, 0);
  const net = heard.reduce((sum, { weight, score }) => sum + weight * score, 0);
  const gross = heard.reduce((sum, { weight, score }) => sum + weight * Math.abs(score), 0);
  return {
    score: coverage === 0 ? 0 : net / coverage,
    coverage,
    agreement: gross === 0 ? 0 : Math.abs(net) / gross,
    reasons: heard
      .flatMap(({ analyst, reasons, weight }) =>
        reasons.map((reason) => ({ ...reason, analyst, part: reason.part * weight })),
      )
      .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part)),
    views: heard.map(({ analyst, weight, score }) => ({ analyst, net: weight * score })),
    tooThin: insufficientEvidence(evidence, coverage),
  };
}

/** The score as it would be if one reason counted for neither side. */
export function scoreWithout({ reasons, views, coverage }: Outlook, without: Weighed): number {
  const net = views.reduce((sum, view) => {
    if (view.analyst !== without.analyst) return sum + view.net;
    const weight = weightOf[view.analyst];
    const others = reasons.filter((one) => one.analyst === view.analyst && one.item.id !== without.item.id);
    return sum + weight * (scoreOf(others.map(({ part }) => ({ part: part / weight }))) ?? 0);
  }, 0);
  return net / coverage;
}

function insufficientEvidence(evidence: readonly Evidence[], coverage: number): string | null {
  const find = (key: string): Evidence | undefined => evidence.find((item) => item.key === key);
  const sessions = find("sessions_available");
  const age = find("price_age_days");
  if (sessions === undefined || sessions.value === null) return "there is no price history";
  if (sessions.value < minimum.sessions)
    return `the price history has ${ref(sessions)} ${sessions.value === 1 ? "session" : "sessions"} [${sessions.id}], too few to judge by`;
  if (age !== undefined && age.value !== null && age.value > minimum.priceAgeDays)
    return `the last price is ${ref(age)} old [${age.id}], too old to judge by`;
  if (coverage < minimum.coverage) return "too little of the evidence that the rules engine weighs is available";
  return null;
}

/** Annualised volatility, in %, at which the bounds below stand as written. */
export const usualVolatility = 25;

/**
 * The rating for an outlook. The bounds widen with volatility, since the same score means less where prices
 * jump about: |score| < 0.3 Hold, < 0.8 Overweight or Underweight, else Buy or Sell, each times
 * volatility / 25 % held between 0.7 and 1.6.
 */
export function ratingFor(score: number, volatility: number | null): Opinion {
  const wide = volatility === null ? 1 : Math.max(0.7, Math.min(1.6, volatility / usualVolatility));
  const size = Math.abs(score);
  if (size < 0.3 * wide) return "Hold";
  if (size < 0.8 * wide) return score > 0 ? "Overweight" : "Underweight";
  return score > 0 ? "Buy" : "Sell";
}

/** 0.2 to 0.8: how much of the evidence was there and pointed one way. Not a probability, and not calibrated. */
export function confidenceOf({ coverage, agreement }: Outlook): number {
  return Math.round((0.2 + 0.6 * clamp(coverage, 1) * agreement) * 100) / 100;
}
