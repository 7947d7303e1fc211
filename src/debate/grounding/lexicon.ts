import { gateOf, isOpen, type Gate } from "./pattern-search.ts";

/** An entry of a lexicon where it stands in a text. */
export interface LexiconMatch {
  /** Which of the entries. */
  readonly entry: number;
  readonly found: RegExpExecArray;
}

/**
 * Words and phrases, each written as a pattern, that are looked for in a text as one pattern with `|` between them would
 * look: from left to right, at one place in their order, and each as whole words. But only those are compiled and run
 * that the text may hold; one pattern of a hundred names takes longer to compile than all else that reads a statement.
 */
export function lexicon(entries: readonly string[]): (text: string) => LexiconMatch[] {
  const patterns = entries.map((entry) => ({ source: `(?<![\\w-])(?:${entry})(?![\\w-])`, flags: "gi" }));
  let gates: readonly Gate[] | null = null;
  const compiled = new Map<number, RegExp>();
  const patternOf = (entry: number): RegExp => {
    const before = compiled.get(entry);
    if (before !== undefined) return before;
    const { source, flags } = patterns[entry] ?? { source: "(?!)", flags: "g" };
    const pattern = new RegExp(source, flags);
    compiled.set(entry, pattern);
    return pattern;
  };
  return (text) => {
    gates ??= patterns.map(gateOf);
    const running = gates.flatMap((gate, entry) => (isOpen(gate, text) ? [entry] : []));
    return inTurn(
      running.map((entry) => ({ entry, pattern: patternOf(entry) })),
      text,
    );
  };
}

interface Search {
  readonly entry: number;
  readonly pattern: RegExp;
}

/** The matches of several patterns that do not overlap: always the next one, and of two at one place the first. */
function inTurn(searches: readonly Search[], text: string): LexiconMatch[] {
  const matches: LexiconMatch[] = [];
  let next = searches.flatMap((search) => nextOf(search, text, 0));
  for (;;) {
    const [first, ...others] = next;
    if (first === undefined) return matches;
    let best = first;
    for (const one of others) if (one.found.index < best.found.index) best = one;
    matches.push({ entry: best.search.entry, found: best.found });
    const end = Math.max(best.found.index + best.found[0].length, best.found.index + 1);
    next = next.flatMap((one) => (one.found.index < end ? nextOf(one.search, text, end) : [one]));
  }
}

function nextOf(search: Search, text: string, from: number): { search: Search; found: RegExpExecArray }[] {
  search.pattern.lastIndex = from;
  const found = search.pattern.exec(text);
  return found === null ? [] : [{ search, found }];
}
