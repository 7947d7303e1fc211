import { allIn } from "./pattern-search.ts";

/* Windows that a letter tells: "1M +14.1 %", "63d: 14 %", "150 posts/wk". */

/** "1M +14.1 %", "63d: 14 %": a length and a letter in front of a value. */
const lettered =
  /(?<![\w.,$€£¥+−–-])(\d{1,3})[- ]?([dDwWmMyY])(?=(?: (?:return|change|perf\w*))?(?::| ?\|| ?=)? ?[+−–-]?\d[\d.,]* ?%| (?:return|perf)| in the (?:red|green|black))/g;
/** "150 posts/wk", "48 headlines/7d". */
const perSpan = /(?<=[a-z])\/(\d{1,3})?(d|w|m|y|day|wk|week|mo|month|yr|year)s?(?![\w/])/gi;
const lettersOf: Readonly<Record<string, string>> = { d: "day", w: "week", m: "month", y: "year" };
export const letteredUnit = (letters: string): string => lettersOf[letters.toLowerCase().charAt(0)] ?? "";
export interface LetteredSpan {
  readonly start: number;
  readonly end: number;
  readonly unit: string;
  readonly sizes: readonly string[];
}

export function letteredSpans(text: string): LetteredSpan[] {
  const letters = allIn(lettered, text).map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    unit: letteredUnit(found[2] ?? ""),
    sizes: [found[1] ?? ""],
  }));
  const per = allIn(perSpan, text).map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    unit: letteredUnit(found[2] ?? ""),
    sizes: [found[1] ?? "1"],
  }));
  return [...letters, ...per];
}

/** The unit that "weekly", "yesterday" or "q" counts. */
export function unitOfAdverb(adverb: string): string {
  if (/^(?:yesterday|daily|d$)/i.test(adverb)) return "session";
  if (/^(?:annual|y$)/i.test(adverb)) return "year";
  const letter = new Map([
    ["w", "week"],
    ["m", "month"],
    ["q", "quarter"],
  ]).get(adverb.toLowerCase());
  return letter ?? adverb.replace(/ly$/i, "");
}
