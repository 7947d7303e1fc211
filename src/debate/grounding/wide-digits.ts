import { asItStands, type WrittenOut } from "./references.ts";

/*
 * Digits of mathematical alphabets (bold, double-struck, sans-serif, monospace) take two units of a string each. They are
 * read as one plain digit, with the way back to the places of what was printed.
 */

const wide = /[\u{1d7ce}-\u{1d7ff}]/gu;
const first = 0x1d7ce;

export function withPlainDigits(text: string): WrittenOut {
  if (!text.includes("\ud835")) return asItStands(text);
  const places: number[] = [];
  const plain = text.replace(wide, (digit, at: number) => {
    places.push(at - places.length);
    return String(((digit.codePointAt(0) ?? first) - first) % 10);
  });
  return {
    text: plain,
    placeOf: (offset) => offset + places.filter((place) => place < offset).length,
    isInserted: () => false,
  };
}
