import type { Printed } from "../print.ts";
import { type Quantity, isPercent } from "../quantity.ts";
import { downNouns, downVerbs, sideWords } from "./word-tables.ts";

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
