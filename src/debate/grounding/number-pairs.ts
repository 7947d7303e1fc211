import type { FoundNumber } from "./found-number.ts";

/* Two numbers that "and" joins. */

/** Which of two it is in "38.5 and 56.9 respectively"; `null`: of no such pair. */
export function placeInPair(text: string, { offset, text: printed }: FoundNumber): 0 | 1 | null {
  const after = text.slice(offset + printed.length, offset + printed.length + 90);
  const [sentence = ""] = after.split(/\.\s/);
  if (!/\brespectively\b/i.test(sentence)) return null;
  if (/^ and [$€£−-]?\d/.test(after)) return 0;
  return /\d ?[%a-z]* and $/i.test(text.slice(Math.max(0, offset - 24), offset)) ? 1 : null;
}

/** "3.2 % and 12.2 %": either of the two. */
export function isOneOfTwo(text: string, { offset, text: printed }: FoundNumber): boolean {
  return (
    /^ and [$€£+−-]?\d/.test(text.slice(offset + printed.length)) ||
    /\d ?%? and $/.test(text.slice(Math.max(0, offset - 12), offset))
  );
}
