import type { Content } from "pdfmake/interfaces.js";
import { factsOf, regularOf, type FontName } from "./pdf-fonts.ts";
import { baseLevel, levelsOf, visualPieces } from "./pdf-bidi.ts";

/*
 * A text in pieces, each in a font that has all of its signs, and each of one direction. Whatever the document's own font
 * has stays in it.
 */

/** The Latin font's line, which others fit into where they are no higher. */
const lineHeight = 1.25 * 1.172;

export interface Typeface {
  /** The document's own font. */
  readonly own: ReadonlySet<number>;
  /** By the language of most of its text: it decides which of the Chinese forms a sign has. */
  readonly han: readonly FontName[];
}

/** Whether it has all signs of a text. */
export function hasAll(text: string, { own }: Typeface): boolean {
  return Array.from(text).every((sign) => own.has(sign.codePointAt(0) ?? 0) || /\p{C}/u.test(sign));
}

/** @param own path of the document's own font */
export function typefaceFor(text: string, own: string): Typeface {
  const han: readonly FontName[] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? ["JP", "SC", "KR"]
    : /\p{Script=Hangul}/u.test(text) && !/[\u4E00-\u9FFF]{8}/.test(text)
      ? ["KR", "SC", "JP"]
      : ["SC", "JP", "KR"];
  return { own: factsOf(own).signs, han };
}

const scripts: readonly (readonly [RegExp, readonly FontName[]])[] = [
  [/\p{Script_Extensions=Arabic}/u, ["Arabic"]],
  [/\p{Script_Extensions=Hebrew}/u, ["Hebrew"]],
  [/[\p{Script_Extensions=Devanagari}\u20B9]/u, ["Devanagari"]],
  [/\p{Script_Extensions=Thai}/u, ["Thai"]],
  [/\p{Script=Hangul}/u, ["KR"]],
  [/[\p{Emoji_Presentation}\p{Extended_Pictographic}]/u, ["Emoji"]],
];

/** Signs that belong to no script go on in the font before them. */
const neutral = /[\p{P}\p{Z}\p{S}\p{M}\u200B-\u200D]/u;

/** The font for a sign that stands behind one in `current`; `null` is the document's own. */
function fontFor(sign: string, current: FontName | null, { own, han }: Typeface): FontName | null {
  const code = sign.codePointAt(0) ?? 0;
  const has = (name: FontName): boolean => factsOf(regularOf(name)).signs.has(code);
  if (current !== null && neutral.test(sign) && (/[\p{M}\u200B-\u200D]/u.test(sign) || has(current))) return current;
  if (own.has(code)) return null;
  const named = scripts.find(([script]) => script.test(sign))?.[1] ?? [];
  return [...named, ...han, "Emoji" as const].find(has) ?? (/\p{M}/u.test(sign) ? current : null);
}

/** No font here draws them. */
const isolating = /[\u2066-\u2069]/g;

/** One text of a paragraph with its look. */
export interface Piece {
  readonly text: string;
  readonly look: object;
}

/** The pieces of a paragraph, in fonts that have their signs and in directions, in their logical order. */
export function setPieces(pieces: readonly Piece[], typeface: Typeface): { content: Content[]; isRtl: boolean } {
  const cut = pieces.map((piece) => ({ ...piece, text: withBreaks(piece.text.replaceAll(isolating, "")) }));
  const whole = cut.map(({ text }) => text).join("");
  const levels = levelsOf(whole);
  const base = baseLevel(levels);
  const content: Content[] = [];
  let current: FontName | null = null;
  let at = 0;
  for (const { text, look } of cut) {
    let start = at;
    let font: FontName | null = current;
    const close = (end: number): void => {
      if (end > start) content.push(...draw(whole, start, end, font, look, levels));
      start = end;
    };
    for (const sign of text) {
      const next: FontName | null = fontFor(sign, current, typeface);
      const turns = levels !== null && at > start && levels.levels[at] !== levels.levels[at - 1];
      if ((next !== font && at > start) || turns) close(at);
      font = next;
      current = next;
      at += sign.length;
    }
    close(at);
  }
  return { content, isRtl: base === 1 };
}

function draw(
  whole: string,
  start: number,
  end: number,
  font: FontName | null,
  look: object,
  levels: ReturnType<typeof levelsOf>,
): Content[] {
  const face =
    font === null
      ? {}
      : { font, lineHeight: Math.max(1, lineHeight / factsOf(regularOf(font)).height), italics: false };
  return visualPieces(whole, start, end, levels).map(({ text, order }) => ({ ...look, ...face, ...order, text }));
}

/** Whether a text is read from the right: its first letter says. */
export function startsRight(text: string): boolean {
  return baseLevel(levelsOf(text)) === 1;
}

const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;

/** Scripts without spaces between words get places at which a line may end. */
function withBreaks(text: string): string {
  return text.replaceAll(unspaced, (run) =>
    Array.from(segmenter.segment(run), ({ segment }) => segment).join("\u200B"),
  );
}

const segmenter = new Intl.Segmenter("th", { granularity: "word" });
