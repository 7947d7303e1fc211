import type { EvidenceIndex } from "./evidence-index.ts";
import { asItStands, writtenOut, type WrittenOut } from "./references.ts";
import { findUnread } from "./unread.ts";
import { withPlainDigits } from "./wide-digits.ts";

/** A text as its readers have it: plain digits and hyphens, and what it refers to written out. */
export interface Readable extends WrittenOut {
  /** What was printed, at the same places, with plain hyphens. */
  readonly shown: string;
  /** What cannot be read, at the places of what was printed. */
  readonly unread: readonly { readonly text: string; readonly offset: number }[];
}

/** @param language of a text that is not English */
export function readable(printed: string, language: string | undefined, index: EvidenceIndex): Readable {
  // Hyphens that do not break are hyphens, and "a 1.94%-drop" is one of 1.94 %; every offset stays.
  const shown = printed.replace(/[\u2010\u2011]/g, "-").replace(/(?<=\d ?%)-(?=[a-z])/g, " ");
  const plain = withPlainDigits(shown);
  const written = language === undefined ? writtenOut(plain.text, index) : asItStands(plain.text);
  return {
    ...written,
    placeOf: (offset) => plain.placeOf(written.placeOf(offset)),
    shown,
    unread: findUnread(plain.text).map((one) => ({ ...one, offset: plain.placeOf(one.offset) })),
  };
}
