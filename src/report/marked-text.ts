import { isSupported, type Grounding } from "#src/contract/judgement.ts";

/*
 * Private-use characters around numbers. They pass through any markdown renderer as text and are turned into marks
 * afterwards, so that no offset has to be followed through the rendering.
 */

/** Around a number that rests on nothing, and words that the evidence denies. */
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

/** Which text of a statement: the claim of a point, a field such as the thesis, or the prose when both are `null`. */
export interface Part {
  readonly point: number | null;
  readonly field: string | null;
}

export const prosePart: Part = { point: null, field: null };

export function claimPart(point: number): Part {
  return { point, field: null };
}

/**
 * A text with its flagged numbers and words between the two marks. Marks that were in it are dropped first, at equal
 * length.
 * @param all numbers that rest on something are marked too, by their index
 */
export function withMarks(text: string, grounding: Grounding, part: Part, all = false): string {
  const clean = text.replaceAll(/[\uE000-\uE019]/g, " ");
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
    .filter((one) => one.point === part.point && one.field === part.field)
    .toSorted((a, b) => a.offset - b.offset)) {
    if (offset < at) continue;
    marked += `${clean.slice(at, offset)}${start}${printed}${markEnd}`;
    at = offset + printed.length;
  }
  return marked + clean.slice(at);
}

/** Whether a claim of the turn's points has a number or words that were flagged. */
export function hasDoubtfulPoint({ numbers, words }: Grounding): boolean {
  return doubtfulPoints({ numbers, words }).size > 0;
}

/** The points whose claims have a number or words that were flagged. */
export function doubtfulPoints({ numbers, words }: Pick<Grounding, "numbers" | "words">): ReadonlySet<number> {
  return new Set([
    ...numbers.flatMap((number) => (number.point === null || isSupported(number) ? [] : [number.point])),
    ...words.flatMap(({ point, verdict }) => (point === null || verdict === "holds" ? [] : [point])),
  ]);
}

function digitsOf(index: number): string {
  return [...String(index)].map((digit) => String.fromCharCode(firstDigit + Number(digit))).join("");
}
