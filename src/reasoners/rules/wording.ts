import type { Side } from "./rules.ts";
import type { Subject } from "./subject.ts";

/*
 * The language that sentences about measures are written in. A clause has no capital at its start and no full stop, so
 * that it can stand alone or behind "because"; figures are references, which code writes out with their units.
 */

export interface Wording {
  /** The instrument. */
  readonly s: Subject;
  /** A reference to the measure, and to its size without the sign. */
  readonly it: string;
  readonly size: string;
  readonly value: number;
  /** The measure over the first one that it rests on besides, and a reference to that one alone. */
  readonly ratio: string;
  readonly other: string;
  /** The items behind a tone. */
  readonly count: { readonly ref: string; readonly value: number } | null;
  /** ` at {{M1}},` where the last close is told along, else nothing. */
  readonly at: string;
}

type Clause = (words: Wording) => string;

/** All that is said about one measure. */
export interface Sentences {
  /** A noun phrase for the measure. */
  readonly theme: (s: Subject) => string;
  /** What is the case. */
  readonly fact: Readonly<Record<Side, Clause>>;
  /** The same as the bull or the bear puts it; absent of what is told for context alone. */
  readonly argued?: Readonly<Record<"for" | "against", Clause>>;
  /** What would end it, without its time: `a close below the 200-day average`. Absent where no one bound does. */
  readonly ends?: (side: "above" | "below", at: string, s: Subject) => string;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A whole sentence, with the evidence that it refers to behind it. @param about ids of what it rests on besides */
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
