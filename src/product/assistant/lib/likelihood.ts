import type { Match } from "./lexical-index.ts";

export const signNames = ["ranked", "asked", "phrased", "passage", "page", "strange", "unit", "help"] as const;

/**
 * What is known of a passage and a question before it is said whether the one answers the other; each 0 to 1. `ranked`:
 * where the rankings put it, 1 when all of them put it first. `unit`: the share of the question that its best part
 * speaks of. `help`: 1 for an article. The others are those of `Match`.
 */
export type Signs = Record<(typeof signNames)[number], number>;

/** Fitted by scripts/fit-assistant.ts on 2026-11-23, to 2,163 pages found for the questions of tuning, practice and voices. */
const weights: Signs & { readonly least: number } = {
  least: -9.29,
  ranked: 3.34,
  asked: 1.21,
  phrased: 4.88,
  passage: 1.72,
  page: 1.59,
  strange: -0.77,
  unit: 0.03,
  help: 0.81,
};

/**
 * How likely it is that a passage answers a question, 0 to 1: a logistic function of the signs. It orders the
 * passages, and decides whether any is good enough.
 */
export function likelihood(signs: Signs): number {
  const sum = signNames.reduce((all, name) => all + weights[name] * signs[name], weights.least);
  return 1 / (1 + Math.exp(-sum));
}

export function signsOf(match: Match, about: { readonly ranked: number; readonly help: boolean }): Signs {
  const { asked, phrased, passage, page, strange, units } = match;
  return {
    ranked: about.ranked,
    asked,
    phrased,
    passage,
    page,
    strange,
    unit: units[0]?.own ?? 0,
    help: about.help ? 1 : 0,
  };
}
