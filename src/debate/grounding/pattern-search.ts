import { neededBy, type Needed } from "./needed-words.ts";

/*
 * Hundreds of patterns look at each sentence, and hardly one of them finds something. So a long one is looked at only
 * where the text holds what the pattern needs, which costs far less than to compile and to run it. What it needs is
 * taken from the pattern itself (needed-words.ts): who changes a pattern has nothing else to change, and one that is
 * run without this finds the same.
 */

/** Whether the pattern, which has no `g`, matches in a text. */
export function occurs(pattern: RegExp, text: string): boolean {
  return mayMatch(pattern, text) && pattern.test(text);
}

/** The first match of a pattern without `g`. */
export function firstIn(pattern: RegExp, text: string): RegExpExecArray | null {
  return mayMatch(pattern, text) ? pattern.exec(text) : null;
}

/** Every match of a pattern with `g`. */
export function allIn(pattern: RegExp, text: string): RegExpExecArray[] {
  return mayMatch(pattern, text) ? [...text.matchAll(pattern)] : [];
}

const gates = new WeakMap<RegExp, Gate>();

/** Whether a text holds what the pattern needs. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  let gate = gates.get(pattern);
  if (gate === undefined) {
    gate = gateOf(pattern);
    gates.set(pattern, gate);
  }
  return isOpen(gate, text);
}

/** What a pattern needs, ready to be looked for: a string out of each. */
export type Gate = readonly Traced[];

interface Traced {
  readonly strings: readonly string[];
  /** Of each string three traces: of its end, its middle and its beginning. One of two letters leaves none. */
  readonly traces: Uint16Array;
}

export function gateOf(pattern: Pick<RegExp, "source" | "flags">): Gate {
  return neededBy(pattern).map(traced);
}

/** No part of a sentence is longer; to prepare each beginning of a long text would take the square of its length. */
const longest = 2048;

export function isOpen(gate: Gate, text: string): boolean {
  if (gate.length === 0 || text.length > longest) return true;
  const { traces, small } = readyFor(text);
  for (const needed of gate) if (!holdsOne(needed, traces, small)) return false;
  return true;
}

/** A number below 8,192 for three letters of either size; some share theirs. */
function trace(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 8) ^ ((text.charCodeAt(at + 1) & 31) << 4) ^ (text.charCodeAt(at + 2) & 31);
}

function traced({ strings }: Needed): Traced {
  const traces = new Uint16Array(strings.length * 3);
  for (const [index, one] of strings.entries()) {
    const last = one.length - 3;
    if (last < 0) continue;
    traces[index * 3] = trace(one, last);
    traces[index * 3 + 1] = trace(one, last >> 1);
    traces[index * 3 + 2] = trace(one, 0);
  }
  return { strings, traces };
}

function holdsOne({ strings, traces }: Traced, known: Uint32Array, small: () => string): boolean {
  for (let at = 0; at < traces.length; at += 3)
    if (has(known, traces[at] ?? 0) && has(known, traces[at + 1] ?? 0) && has(known, traces[at + 2] ?? 0))
      if (small().includes(strings[at / 3] ?? "")) return true;
  return false;
}

function has(traces: Uint32Array, one: number): boolean {
  return (((traces[one >> 5] ?? 0) >>> (one & 31)) & 1) === 1;
}

/** A text made ready for many patterns. */
interface Ready {
  /** A bit for each three letters. */
  readonly traces: Uint32Array;
  readonly small: () => string;
}

/** Each part of a statement is looked at by many patterns, one after the other. */
const known = new Map<string, Ready>();
const most = 512;
let last: { readonly text: string; readonly ready: Ready } | null = null;

function readyFor(text: string): Ready {
  if (last !== null && text === last.text) return last.ready;
  let ready = known.get(text);
  if (ready === undefined) {
    ready = readied(text);
    if (known.size >= most) known.clear();
    known.set(text, ready);
  }
  last = { text, ready };
  return ready;
}

function readied(text: string): Ready {
  const traces = new Uint32Array(256);
  // The trace of no string, so that one without traces is looked for in the text itself.
  traces[0] = 1;
  for (let at = 0; at < text.length - 2; at += 1) {
    const one = trace(text, at);
    traces[one >> 5] = (traces[one >> 5] ?? 0) | (1 << (one & 31));
  }
  let small: string | null = null;
  return { traces, small: () => (small ??= text.toLowerCase()) };
}
