import type { Side } from "./rules.ts";
import type { Subject } from "./subject.ts";

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
