import type { Printed } from "../print.ts";
import { type Quantity, isPercent } from "../quantity.ts";

/* What words claim, as data. English only. */

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

/** With an amount behind them: "fell 14.4%". */
export const downVerbs = setOf(`
  fell fall falls falling fallen drop drops dropped dropping decline declines declined declining lose loses lost losing
  slid slide slides sliding slipped slip slips slipping sank sunk sink sinks sinking down lower tumbled tumble tumbles
  plunged plunge plunges shed sheds shedding decreased decrease decreases decreasing shrank shrink shrinks shrinking shrunk
  contracted contract contracts contracting underperformed underperform underperforms underperforming lagged lag lags
  lagging trailed trail trails retreated retreat retreats weakened weaken weakens dipped dip dips
  narrowed narrow narrows crashed eroded erode erodes corrected compressed compress compresses reduced below under
  surrendered cut cuts negative`);

const upVerbs = setOf(`
  rose rise rises rising risen gain gains gained gaining up climbed climb climbs climbing grew grow grows growing grown
  increased increase increases increasing advanced advance advances advancing jumped jump jumps surged surge surges
  soared rallied rally rallies rallying added adding higher expanded expand expands expanding outperformed outperform
  outperforms outperforming widened widen widens improved improve improves improving strengthened strengthen
  strengthens recovered recover recovers rebounded rebound appreciated above ahead positive`);

/** "a decline of 3%", "a 3% decline". */
export const downNouns = setOf(`
  decline declines drop drops fall falls loss losses slide slump drawdown drawdowns decrease decreases discount dip plunge
  setback retreat sell-off selloff contraction pullback correction shortfall deficit outflow underperformance erosion
  reduction deterioration`);

export const upNouns = setOf(`
  gain gains rise rises increase increases advance rally jump surge climb expansion outperformance improvement premium
  rebound recovery upside`);

/** Behind an amount: "16.7% below". */
export const sideWords = setOf("below under beneath lower less short off down underwater");

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

/* Units and signs typed beside a reference that has its own. */

const signs = /[-+−]$/;
const money = /(?:(?<![\p{L}\d])[A-Z]{0,3}\p{Sc}|(?<![\p{L}\d])[A-Z]{3})[  ]?$/u;

/** Characters before a reference that its figure repeats. */
export function typedBefore(before: string, quantity: Quantity): number {
  let rest = before;
  if (quantity.currency !== null) rest = rest.replace(money, "");
  const sign = signs.exec(rest);
  // Behind a letter or bracket a sign joins or subtracts.
  const isJoined = sign !== null && /[\p{L}\p{N}\])}]\s?$/u.test(rest.slice(0, -1));
  if (sign !== null && !isJoined && !(sign[0] === "+" && quantity.value > 0)) rest = rest.slice(0, -1);
  return before.length - rest.length;
}

export interface TypedBehind {
  /** Characters that are written anew. */
  readonly length: number;
  write(printed: Printed, language: string): string;
}

const scale = /^\s?(?:trillions?|billions?|millions?|thousand|trn|tn|bn|mn|mio|mrd|[KMBT])(?![\p{L}\d])\.?/iu;
const currencyBehind = /^\s?(?:\p{Sc}|(?:US )?dollars?|euros?|pounds?|yen|[A-Z]{3})(?![\p{L}\d])/u;
const percentSign =
  /^\s?(?:[%％٪]|per ?cent|pct\.?|Prozent|pour ?cent|por ?ciento|por ?cento|procent|percento)(?![\p{L}\d])/iu;
const points =
  /^\s?(?:percentage[- ]points?|%[- ]?points?|points?|ppts?|pps?|Prozentpunkte?|points? de pourcentage)(?![\p{L}\d])/iu;
const basis = /^(?:[  ]|-)?(?:basis points?|bps|bp)(?![\p{L}\d])/iu;
const times = /^\s?(?:[x×倍배]|X)(?![\p{L}\d])/u;
const timesWord = /^(?:\s|-)(?:times|fold|ATRs?|to (?:1|one)|turns?|years?|(?:average )?true ranges?)(?![\p{L}\d])/iu;
const shareWord = /^\s(?:(?:diluted|basic|outstanding|own|common) )?shares?(?![\p{L}\d])/iu;
const dayWord = /^(?:\s|-)(?:(?:calendar|trading) )?(?:days?|sessions?|weeks?)(?![\p{L}\d])/iu;

/** Removed where the figure prints it, kept where the text says it better. */
export function typedBehind(ahead: string, quantity: Quantity): TypedBehind | null {
  switch (quantity.kind) {
    case "money":
    case "price": {
      const length = lengthOf(ahead, scale, currencyBehind);
      return length === 0 ? null : replaced(length);
    }
    case "percent":
    case "pp":
      return ofPercent(ahead, quantity);
    case "ratio":
    case "multiple": {
      const length = lengthOf(ahead, times);
      return length > 0 ? replaced(length) : kept(timesWord.test(ahead));
    }
    case "shares": {
      const length = lengthOf(ahead, scale);
      const rest = ahead.slice(length);
      return shareWord.test(rest) ? { length, write: ({ bare }) => bare } : length === 0 ? null : replaced(length);
    }
    case "days":
      return kept(dayWord.test(ahead));
    default:
      return null;
  }
}

function ofPercent(ahead: string, quantity: Quantity): TypedBehind | null {
  const inBasisPoints = basis.exec(ahead);
  if (inBasisPoints !== null && isPercent(quantity)) {
    const value = Number((quantity.value * 100).toPrecision(6));
    return {
      length: 0,
      write: (printed, language) => {
        const isUnsigned = value < 0 && !printed.bare.includes("−");
        const format = new Intl.NumberFormat(language, { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });
        return format.format(isUnsigned ? -value : value).replace("-", "−");
      },
    };
  }
  const length =
    quantity.kind === "pp" ? lengthOf(ahead, points) || lengthOf(ahead, percentSign) : lengthOf(ahead, percentSign);
  return length === 0 ? null : replaced(length);
}

function lengthOf(text: string, ...patterns: readonly RegExp[]): number {
  return patterns.reduce((length, pattern) => length + (pattern.exec(text.slice(length))?.[0].length ?? 0), 0);
}

function replaced(length: number): TypedBehind {
  return { length, write: ({ text }) => text };
}

function kept(isSaid: boolean): TypedBehind | null {
  return isSaid ? { length: 0, write: ({ bare }) => bare } : null;
}

/* "fell 14.4%", "16.7% below", "a loss of 3%" say the sign. */

const fillers =
  "by of a an some about around roughly nearly almost approximately over only just more than at least as much another further total cumulative maximum full is was to be".split(
    " ",
  );
const filler = new Set(fillers);
const levelWords = new Set(["to", "at", "from"]);

/** @param alike text since a figure whose sign was said */
export function signIsSaid(before: string, behind: string, id: string | undefined, alike: string | null): boolean {
  if (/^\s*(?:\[[^\]]{1,30}\])?,? (?:\p{L}+[- ])?\p{L}+/u.test(behind) && saidBehind(behind)) return true;
  if (alike !== null && /(?:,|\band|\bor|\bbut)\s*(?:by )?$/.test(alike) && !/[.;:]/.test(alike)) return true;
  return id !== undefined && saidBefore(before);
}

function saidBehind(behind: string): boolean {
  const [first = "", second = ""] =
    behind
      .replace(/^\s*\[[^\]]{1,30}\]/, "")
      .toLowerCase()
      .match(/^\s*([a-z-]+)(?: ([a-z-]+))?/)
      ?.slice(1) ?? [];
  return (
    sideWords.has(first) ||
    downNouns.has(first) ||
    (second !== "" && downNouns.has(second) && !filler.has(first) && !levelWords.has(first))
  );
}

/** Backwards over "by", "of about", and then a word with a sign. */
function saidBefore(before: string): boolean {
  const clause = before.split(/[.;:,!?\n()]/).at(-1) ?? "";
  const words = clause.toLowerCase().match(/[a-z'’-]+/g) ?? [];
  if (/[\d%\]]\s*$/.test(clause)) return false;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    if (word === "to" || word === "from") return false;
    if (downVerbs.has(word) || downNouns.has(word)) return true;
    if (word === "cash" && words[at - 1] === "net") return true;
    if (!filler.has(word)) return false;
  }
  return false;
}
