import type { Evidence } from "#src/contract/evidence.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { remembered } from "./memoized.ts";

/** What words state of evidence, where they do so, and whether it holds before any "not" in front of them. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
  readonly items: readonly Evidence[];
}

/** Reads one kind of statement out of a clause; `null` where it finds none that is made plainly. */
export type Reader = (clause: string, index: EvidenceIndex, cited: ReadonlySet<string>) => Found | null;

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
  return (clause, index) => {
    const found = pattern.exec(clause);
    const item = found === null ? null : itemOf(index, key);
    if (found === null || item === null || item.value === null) return null;
    const last = found[found.length - 1] ?? "";
    const start = found.index + found[0].lastIndexOf(last);
    return { start, end: start + last.length, holds: holds(item.value, found), items: [item] };
  };
}

const near = /\b(?:near(?:s|ly|ing)?|almost|approach(?:es|ing)?|close to|not far from|towards?|short of)\b/i;
/** Whether words leave room: "near", "almost". */
export const isSoft = remembered((text: string): boolean => {
  return near.test(text);
});

export const soft =
  (test: Reader): Reader =>
  (clause, index, cited) =>
    isSoft(clause) ? null : test(clause, index, cited);
export const positive = (word: string | undefined): boolean =>
  /positive|above|bullish|over|past|higher|exceed|crossed|surpass|top|reclaim|clear|retak|regain|hold|held/i.test(
    word ?? "",
  );
