import { downNouns, downVerbs, upNouns, upVerbs } from "./direction-words.ts";

/* What words claim, as data. English only. */

/** 1: more, up. -1: less, down. */
export type Way = 1 | -1;

function table<T>(...rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([value, words]) => words.split("|").map((word) => [word, value] as const)));
}

/** The direction of an amount or a change. */
export const ways: ReadonlyMap<string, Way> = new Map([
  ...[...upVerbs, ...upNouns].map((word) => [word, 1] as const),
  ...[...downVerbs, ...downNouns].map((word) => [word, -1] as const),
  ...table<Way>(
    [1, "being diluted|been diluted|are diluted|positive"],
    [-1, "negative|given up|gave up|gives up|giving up"],
  ),
]);

/** Behind an amount. */
export const sides: ReadonlyMap<string, Way> = table<Way>(
  [1, "above|higher|more|up|ahead|gain|rise|increase|advance|rally|growth"],
  [-1, "below|under|beneath|lower|less|down|short|decline|drop|fall|loss|decrease|slide|discount|drawdown"],
);

/** A comparison; the direction says which is more. */
export const comparators: ReadonlyMap<string, Way> = table<Way>(
  [
    1,
    "above|exceeds|exceed|exceeded|exceeding|higher than|more than|greater than|larger than|bigger than|better than|" +
      "faster than|ahead of|outpaces|outpaced|outpacing|outpace|beats|beat|tops|outstrips|covers|up from|" +
      "stronger than|richer than|outweighs|dwarfs|in excess of|surpasses|surpassed",
  ],
  [
    -1,
    "below|under|beneath|lower than|less than|smaller than|fewer than|worse than|slower than|behind|trails|" +
      "lags|lagged|lagging|short of|down from|weaker than|cheaper than|undershoots",
  ],
);

/** Directly before a comparator they make it a possibility. */
export const moves = new Set(
  "close break move push recovery rally return drop fall dip climb get stay hold remain reclaim breakout stop to".split(
    " ",
  ),
);

export const quantifiers = new Set(["all", "every", "each", "both", "any"]);

/** Faster or slower than before, for the growth families. */
export const paces: ReadonlyMap<string, Way> = table<Way>(
  [1, "accelerating|accelerated|accelerates|accelerate|acceleration|quickened|quickening|reaccelerating|sped"],
  [-1, "decelerating|decelerated|decelerates|decelerate|deceleration|slowed|slowing|slows|slowdown|cooled|cooling"],
);

/** Of volatility and of tone, with what two words make. */
export const trends: ReadonlyMap<string, Way> = table<Way>(
  [
    1,
    "picked up|picking up|risen|rising|rose|increased|increasing|climbed|climbing|improved|improving|brightened|expanded",
  ],
  [
    -1,
    "come down|came down|fallen|falling|fell|declined|declining|eased|easing|receded|subsided|compressed|deteriorated|" +
      "deteriorating|weakened|weakening|worsened|worsening|dropped|cooled|calmed",
  ],
);

/** The usual bands of oscillators, and the words for being in them. */
export const bands: Readonly<Record<string, { readonly low: number; readonly high: number }>> = {
  rsi_14: { low: 30, high: 70 },
  mfi_14: { low: 20, high: 80 },
  stochastic_14: { low: 20, high: 80 },
};
export const bandWords: ReadonlyMap<string, "low" | "high"> = table<"low" | "high">(
  ["low", "oversold"],
  ["high", "overbought"],
);
/** Not reached, or about it. */
export const nearly = new Set(
  "between before gets get becomes call calls called calling argument claim claims says say wrong near approaching approaches close almost nearly toward towards short nearing from mildly bordering conventional".split(
    " ",
  ),
);
export const bandNouns = new Set("threshold level levels line boundary mark cutoff bounce".split(" "));

export const denials = new Set(
  "not never no without hardly neither isn't wasn't hasn't haven't didn't doesn't aren't cannot nor".split(" "),
);

/** A text on one side and a sentence on the other: one is wrong. */
export const reported: readonly (readonly [one: string, other: string])[] = [
  [
    "raise raises raised upgrade upgrades upgraded lifts lifted hikes",
    "cut cuts lower lowers lowered downgrade downgrades downgraded slashed",
  ],
  ["beat beats topped tops exceeded", "miss misses missed"],
  ["buys bought purchased buying", "sells sold selling"],
  ["gain gains gained rise rises rose", "fall falls fell lose loses lost"],
  ["declares declared pays initiated", "suspends suspended omits omitted scrapped"],
  ["delay delays delayed postponed stretched pushed", "accelerated accelerates advanced"],
];

/** Only these have a sign that is a direction. */
const signed =
  /^(?:return_|close_vs_|relative_strength_|drawdown|max_drawdown|decision_return)|_growth_|_change(?:_|$)|^dilution_yoy/;

/** Zero for a change, one for a ratio to a mean; `null`: neither. */
export function middleOf(key: string): number | null {
  if (signed.test(key)) return 0;
  return key.startsWith("volume_ratio_") || key.startsWith("volume_trend_") ? 1 : null;
}
