import type { Grounding } from "#src/contract/judgement.ts";

/*
 * Private-use characters around numbers. They pass through any markdown renderer as text and are turned into marks
 * afterwards, so that no offset has to be followed through the rendering.
 */

/** Around a number that rests on nothing. */
export const markStart = "\uE000";
export const markEnd = "\uE001";
/** Before a number that rests on something: its index in the grounding stands between these two, as `indexDigits`. */
const linkStart = "\uE002";
const linkNamed = "\uE003";
const firstDigit = 0xe010;

/** What stands before a number: `markStart`, or the index of one that rests on something. */
export const opening = new RegExp(`${markStart}|${linkStart}([\uE010-\uE019]+)${linkNamed}`, "g");

/** The index in the grounding that an `opening` names. */
export function indexOf(digits: string): number {
  return Number([...digits].map((digit) => digit.charCodeAt(0) - firstDigit).join(""));
}

/**
 * A text with its unsupported numbers between the two marks. Marks that were in it are dropped first, at equal length.
 * @param point the index of the point whose claim the text is; `null` for the prose
 * @param all numbers that rest on something are marked too, by their index
 */
export function withMarks(text: string, grounding: Grounding, point: number | null, all = false): string {
  const clean = text.replaceAll(/[\uE000-\uE019]/g, " ");
  let marked = "";
  let at = 0;
  const numbers = [...grounding.numbers.entries()].toSorted(([, a], [, b]) => a.offset - b.offset);
  for (const [index, number] of numbers) {
    const unsupported = number.verdict === "unsupported";
    if (!(unsupported || all) || number.point !== point || number.offset < at) continue;
    const start = unsupported ? markStart : `${linkStart}${digitsOf(index)}${linkNamed}`;
    marked += `${clean.slice(at, number.offset)}${start}${number.text}${markEnd}`;
    at = number.offset + number.text.length;
  }
  return marked + clean.slice(at);
}

function digitsOf(index: number): string {
  return [...String(index)].map((digit) => String.fromCharCode(firstDigit + Number(digit))).join("");
}
