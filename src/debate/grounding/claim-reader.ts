import type { Evidence } from "#src/contract/evidence.ts";
import type { Around } from "./around.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { remembered } from "./memoized.ts";
import { firstIn, mayMatch, occurs } from "./pattern-search.ts";

/** What words state of evidence, where they do so, and whether it holds before any "not" in front of them. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
  readonly items: readonly Evidence[];
}

/** Reads one kind of statement out of a clause; `null` where it finds none that is made plainly. */
export interface Reader {
  (clause: string, index: EvidenceIndex, cited: ReadonlySet<string>, around: Around): Found | null;
  /** It finds nothing in a clause in which none of these match. One that names none is always asked. */
  readonly needs?: readonly RegExp[] | undefined;
}

/** A reader that begins with looking for these patterns in the clause. */
export function needing(needs: Reader["needs"], read: Reader): Reader {
  return Object.assign(read, { needs });
}

/** Whether a reader may find anything in a clause. */
export function mayRead({ needs }: Reader, clause: string): boolean {
  return needs === undefined || needs.some((pattern) => mayMatch(pattern, clause));
}

/** Of several readers those that may find something in a clause. */
export function askable(readers: readonly Reader[]): (clause: string) => readonly Reader[] {
  return remembered((clause) => readers.filter((one) => mayRead(one, clause)));
}

export function itemOf(index: EvidenceIndex, key: string): Evidence | null {
  const item = index.byKey.get(key)?.[0];
  return item === undefined || item.value === null ? null : item;
}

/** A claim that one pattern reads and one measure decides. */
export function reader(
  pattern: RegExp,
  key: string,
  holds: (value: number, groups: readonly (string | undefined)[]) => boolean,
): Reader {
  return needing([pattern], (clause, index) => {
    const found = firstIn(pattern, clause);
    const item = found === null ? null : itemOf(index, key);
    if (found === null || item === null || item.value === null) return null;
    const last = found[found.length - 1] ?? "";
    const start = found.index + found[0].lastIndexOf(last);
    return { start, end: start + last.length, holds: holds(item.value, found), items: [item] };
  });
}

const near =
  /\b(?:(?<!\bnowhere )near(?:s|ly|ing)?|almost|approach(?:es|ing)?|close to|(?:a )?(?:whisker|hair|hair['’]s breadth|stone['’]s throw|touch|step) (?:away )?from|on the (?:brink|verge|cusp|edge) of|border(?:s|ing) on|flirt\w* with|verg\w+ on|(?:points?|dollars?|percent|cents?)(?: and a half)? (?:away |short |shy )?(?:from|of)|not far from|towards?|(?<!\b(?:falls?|fell|falling) )short of)\b/i;
/** Whether words leave room: "near", "almost". */
export const isSoft = remembered((text: string): boolean => {
  return occurs(near, text);
});

export const soft = (test: Reader): Reader =>
  needing(test.needs, (clause, index, cited, around) => (isSoft(clause) ? null : test(clause, index, cited, around)));
export const positive = (word: string | undefined): boolean =>
  /positive|green|above|bullish|over|past|higher|more|greater|exceed|crossed|passed|surpass|top|reclaim|clear|retak|regain|hold|held|upper/i.test(
    word ?? "",
  );
