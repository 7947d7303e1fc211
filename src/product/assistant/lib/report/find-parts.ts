import type { Agent } from "#src/contract/run/answers.ts";
import { stem, stemsOf, termsOf, type Term } from "../stemming.ts";
import type { ReportPart } from "./parts.ts";

/** Who is asked about, and the words for them. */
const names: readonly (readonly [pattern: RegExp, agents: readonly Agent[]])[] = [
  [/\b(?:bears?|bear's|bearish side|short side)\b/, ["bear"]],
  [/\b(?:bulls?|bull's|bullish side|long side)\b/, ["bull"]],
  [/\b(?:market|technical|chart) analyst\b/, ["market"]],
  [/\b(?:social|sentiment) analyst\b/, ["social"]],
  [/\bnews analyst\b/, ["news"]],
  [/\bfundamentals? analyst\b/, ["fundamentals"]],
  [/\banalysts\b/, ["market", "social", "news", "fundamentals"]],
  [/\bportfolio manager\b/, ["portfolio_manager"]],
  [/\bresearch manager\b/, ["research_manager"]],
  [/\bmanagers?\b/, ["research_manager", "portfolio_manager"]],
  [/\btrader\b/, ["trader"]],
  [/\baggressive(?: (?:risk )?voice)?\b/, ["aggressive"]],
  [/\bneutral (?:risk )?voice\b/, ["neutral"]],
  [/\bconservative(?: (?:risk )?voice)?\b/, ["conservative"]],
  [/\brisk (?:voices|team|people|side)\b/, ["aggressive", "neutral", "conservative"]],
];

export interface QuestionTopic {
  readonly agents: readonly Agent[];
  /** What it is about, without who is asked. */
  readonly terms: readonly Term[];
}

export function askedAbout(question: string): QuestionTopic {
  let rest = question;
  const agents: Agent[] = [];
  for (const [pattern, who] of names) {
    const global = new RegExp(pattern.source, "gi");
    if (!global.test(rest)) continue;
    agents.push(...who);
    rest = rest.replaceAll(global, " ");
  }
  return { agents: [...new Set(agents)], terms: termsOf(rest).filter(({ stem: one }) => !saysNothing.has(one)) };
}

const saysNothing = new Set(
  (
    "say said argue argument think thought mention point case believe claim state write wrote talk speak debate report analysis " +
    "analyse agent evidence give reason main best strongest view opinion answer position show list explain summarise summarize hear tell " +
    "did didnt concern issue topic respect regard word detail"
  )
    .split(" ")
    .map(stem),
);

/** Groups of which one word is as good as another in a report. */
const alike: readonly (readonly string[])[] = [
  ["earnings", "eps", "profit", "income"],
  ["revenue", "sales", "turnover"],
  ["debt", "leverage", "borrowing"],
  ["volatility", "vix"],
  ["average", "mean", "sma"],
  ["sentiment", "tone", "mood"],
  ["rsi", "relative strength index"],
  ["atr", "average true range"],
  ["fcf", "free cash flow"],
  ["pe", "price to trailing earnings", "p/e"],
  ["valuation", "price to", "yield"],
  ["drawdown", "drop", "fall"],
  ["cap", "capitalisation", "capitalization"],
];

interface Read {
  readonly stems: ReadonlySet<string>;
  readonly line: string;
}

const known = new WeakMap<ReportPart, Read>();

/** The stems of a part, made once. */
function readOf(part: ReportPart): Read {
  const before = known.get(part);
  if (before !== undefined) return before;
  // A formula names other figures, and speaks of none of them.
  const text = part.kind === "evidence" ? (part.text.split("\n")[0] ?? "") : `${part.heading ?? ""}\n${part.text}`;
  const stems = stemsOf(text);
  const read = { stems: new Set(stems), line: ` ${stems.join(" ")} ` };
  known.set(part, read);
  return read;
}

export function speaksOf(part: ReportPart, { stem: wanted }: Pick<Term, "stem">): boolean {
  const { stems, line } = readOf(part);
  if (stems.has(wanted)) return true;
  const group = alike.find((words) => words.some((word) => stem(word) === wanted));
  return group !== undefined && group.some((word) => line.includes(` ${stemsOf(word).join(" ")} `));
}

/**
 * Best first. None where the report lacks a word: half an answer would be wrong.
 * @param least share of the words
 */
export function partsAbout(
  among: readonly ReportPart[],
  whole: readonly ReportPart[],
  terms: readonly Term[],
  least: number,
): ReportPart[] {
  if (terms.length === 0 || !terms.every((term) => whole.some((part) => speaksOf(part, term)))) return [];
  return among
    .map((part) => ({ part, share: terms.filter((term) => speaksOf(part, term)).length / terms.length }))
    .filter(({ share }) => share >= least)
    .toSorted((a, b) => b.share - a.share || lengthOf(a.part) - lengthOf(b.part))
    .map(({ part }) => part);
}

/** Of two that speak of the same, the shorter is more about it. */
function lengthOf({ kind, heading, text }: ReportPart): number {
  return kind === "evidence" ? (heading ?? "").length : text.length;
}
