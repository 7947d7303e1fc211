import { isSupported, type Grounding } from "#src/contract/judgement.ts";

/*
 * Private-use characters around numbers. They pass through any markdown renderer as text and are turned into marks
 * afterwards, so that no offset has to be followed through the rendering.
 */

/** Around a number that rests on nothing, and words that the evidence denies. */
export const markStart = "\uE000";
export const markEnd = "\uE001";
/** Before a number that rests on something: its index in the grounding stands between these two, as these digits. */
const linkStart = "\uE002";
const linkNamed = "\uE003";
const firstDigit = 0xe010;
const anyMark = /[\uE000-\uE019]/g;

/** Between two pieces of a marked text, itself in the result of a split. */
export const marks = /(\uE000|\uE001|\uE002[\uE010-\uE019]+\uE003)/;

/** The index in the grounding that a mark names. */
export function indexOf(mark: string): number {
  return Number(Array.from(mark.slice(1, -1), (digit) => digit.charCodeAt(0) - firstDigit).join(""));
}

/** Which text of a statement: the claim of a point, a field such as the thesis, or the prose when both are `null`. */
export interface Place {
  readonly point: number | null;
  readonly field: string | null;
}

type Found = Pick<Grounding, "numbers" | "words">;

/** A text without marks of its own, at equal length. */
export function withoutMarks(text: string): string {
  return text.replaceAll(anyMark, " ");
}

/**
 * A text with its flagged numbers and words between the two marks.
 * @param all numbers that rest on something are marked too, by their index
 */
export function withMarks(text: string, grounding: Found, place: Place, all = false): string {
  const clean = withoutMarks(text);
  const numbers = grounding.numbers.flatMap((number, index) => {
    if (!isSupported(number)) return [{ ...number, start: markStart }];
    return all ? [{ ...number, start: `${linkStart}${digitsOf(index)}${linkNamed}` }] : [];
  });
  const words = grounding.words.flatMap((claim) =>
    claim.verdict === "contradicted" ? [{ ...claim, start: markStart }] : [],
  );
  let marked = "";
  let at = 0;
  for (const { offset, start, text: printed } of [...numbers, ...words]
    .filter(({ point, field }) => point === place.point && field === place.field)
    .toSorted((a, b) => a.offset - b.offset)) {
    if (offset < at) continue;
    marked += `${clean.slice(at, offset)}${start}${printed}${markEnd}`;
    at = offset + printed.length;
  }
  return marked + clean.slice(at);
}

/** Whether a claim of the turn's points has a number or words that were flagged. */
export function hasDoubtfulPoint({ numbers, words }: Found): boolean {
  return (
    numbers.some((number) => number.point !== null && !isSupported(number)) ||
    words.some(({ point, verdict }) => point !== null && verdict !== "holds")
  );
}

function digitsOf(index: number): string {
  return [...String(index)].map((digit) => String.fromCharCode(firstDigit + Number(digit))).join("");
}
