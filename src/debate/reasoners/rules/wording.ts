import type { Brief } from "../reasoner.ts";
import type { Side } from "./rules.ts";

/** The instrument's name in the middle of a sentence. */
export interface Subject {
  readonly the: string;
  readonly them: string;
  readonly their: string;
  readonly are: string;
  readonly have: string;
  /** The names of 252 sessions and their high on its calendar. */
  readonly year: string;
  readonly yearHigh: string;
  readonly isPaid: boolean;
  /** What the fundamentals analyst reads, and whether it takes a plural verb. */
  readonly figures: { readonly name: string; readonly isPlural: boolean };
}

const one = { them: "it", their: "its", are: "is", have: "has" };
const exchange = { year: "twelve months", yearHigh: "52-week closing high", isPaid: true };
const company = { name: "the company's figures", isPlural: true };
const coin = { name: "market structure", isPlural: false };

export function subjectOf({ symbol, name, assetType }: Brief<unknown>["instrument"]): Subject {
  switch (assetType) {
    case "crypto":
      return {
        the: coinName(symbol, name),
        ...one,
        year: "eight months",
        yearHigh: "252-day closing high",
        isPaid: false,
        figures: coin,
      };
    case "index":
      return { the: "the index", ...one, ...exchange, figures: company };
    default:
      return {
        the: "the shares",
        them: "them",
        their: "their",
        are: "are",
        have: "have",
        ...exchange,
        figures: company,
      };
  }
}

/** The symbol's base where the name is no plain one. */
function coinName(symbol: string, name: string): string {
  const [given = ""] = name.split(/ *\/| US/);
  return /^\p{L}{2,}(?: \p{L}+)?$/u.test(given) ? given : symbol.replace(/-\w+$/, "");
}

/* Clauses without capital and full stop, so that they can follow "because"; figures are references. */

export interface Wording {
  /** The instrument. */
  readonly s: Subject;
  /** A reference to the measure, and to its absolute value. */
  readonly it: string;
  readonly size: string;
  readonly value: number;
  readonly ratio: string;
  readonly other: string;
  /** The items behind a tone. */
  readonly count: { readonly ref: string; readonly value: number } | null;
  /** ` at {{M1}},` where the last close is mentioned too, else nothing. */
  readonly at: string;
}

type Clause = (words: Wording) => string;

/** All that is said about one measure. */
export interface Sentences {
  /** A noun phrase for the measure. */
  readonly theme: (s: Subject) => string;
  /** What is the case. */
  readonly fact: Readonly<Record<Side, Clause>>;
  /** The same as the bull or the bear argues it; absent for context. */
  readonly argued?: Readonly<Record<"for" | "against", Clause>>;
  /** Without its time; absent where no one bound does. */
  readonly ends?: (side: "above" | "below", at: string, s: Subject) => string;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param about ids of what it also rests on */
export function sentence(clause: string, ...about: readonly string[]): string {
  const referred = [...clause.matchAll(/\{\{[^}]*\}\}/g)].flatMap(([within]) => within.match(/\b[MSNF]\d+\b/g) ?? []);
  const ids = [...new Set([...referred, ...about])];
  return `${capitalised(clause)}${ids.map((id) => ` [${id}]`).join("")}.`;
}

export function ref(item: { readonly id: string }, how = ""): string {
  return `{{${item.id}${how}}}`;
}

/** Two clauses in one sentence. */
export function joined(clauses: readonly string[]): string {
  return clauses.join(", and ");
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
