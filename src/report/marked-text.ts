import type { Grounding } from "#src/contract/judgement.ts";

/*
 * Private-use characters around a number that rests on nothing. They pass through any markdown renderer as
 * text and are turned into marks afterwards, so that no offset has to be followed through the rendering.
 */
export const markStart = "\uE000";
export const markEnd = "\uE001";

/**
 * A text with its unsupported numbers between the two marks. Marks that were in it are dropped first, at equal length.
 * @param point the index of the point whose claim the text is; `null` for the prose
 */
export function withMarks(text: string, grounding: Grounding, point: number | null): string {
  const clean = text.replaceAll(/[\uE000\uE001]/g, " ");
  let marked = "";
  let at = 0;
  for (const number of grounding.numbers.toSorted((a, b) => a.offset - b.offset)) {
    if (number.verdict !== "unsupported" || number.point !== point || number.offset < at) continue;
    marked += `${clean.slice(at, number.offset)}${markStart}${number.text}${markEnd}`;
    at = number.offset + number.text.length;
  }
  return marked + clean.slice(at);
}
