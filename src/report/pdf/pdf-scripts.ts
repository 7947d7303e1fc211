import type { Content } from "pdfmake/interfaces.js";
import { factsOf, regularOf, type FontName } from "./pdf-fonts.ts";
import { createRequire } from "node:module";

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

/*
 * The Unicode bidirectional algorithm for pdfmake, which knows no direction: it breaks lines in logical order, and each
 * line's pieces are brought into their visual order just before they are drawn. The order within a piece of Arabic or
 * Hebrew letters is fontkit's, with the shapes of the letters.
 */

interface EmbeddingLevels {
  readonly levels: Uint8Array;
  readonly paragraphs: readonly { readonly level: number }[];
}

interface Bidi {
  getEmbeddingLevels(text: string): EmbeddingLevels;
  getMirroredCharacter(sign: string): string | null;
}

/** What a piece carries to the line that it ends up in. */
interface Order {
  readonly bidiLevel?: number;
  readonly bidiBase?: number;
}

interface Inline extends Order {
  readonly text: string;
  readonly width: number;
  x: number;
}

/** A line as pdfmake is about to draw it. */
interface PdfLine {
  readonly inlines: readonly Inline[];
  readonly leadingCut: number;
  readonly trailingCut: number;
}

interface Renderer {
  renderLine(line: PdfLine, x: number, y: number): void;
}

// Not imported: of these loaders disagree on what the default is, and the types with both.
const require = createRequire(import.meta.url);
const createBidi: () => Bidi = require("bidi-js");
const renderer: { readonly default: { readonly prototype: Renderer } } = require("pdfmake/js/Renderer.js");
const bidi = createBidi();
const rtlSign = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** `null` for a text that goes from left to right throughout. */
function levelsOf(text: string): EmbeddingLevels | null {
  return rtlSign.test(text) ? bidi.getEmbeddingLevels(text) : null;
}

/** Of the paragraph. */
function baseLevel(levels: EmbeddingLevels | null): number {
  return levels?.paragraphs[0]?.level ?? 0;
}

/** A stretch of one level as pieces that can be drawn one by one. */
function visualPieces(
  whole: string,
  start: number,
  end: number,
  levels: EmbeddingLevels | null,
): { readonly text: string; readonly order: Order }[] {
  const text = whole.slice(start, end);
  if (levels === null) return [{ text, order: {} }];
  const level = levels.levels[start] ?? 0;
  const order = { bidiLevel: level, bidiBase: baseLevel(levels) };
  // Fontkit draws all that is Arabic from the right, also the marks in a number of Arabic digits.
  if (level % 2 === 0) return [{ text: rtlSign.test(text) ? [...text].toReversed().join("") : text, order }];
  // A word without letters has no direction to be drawn in: its signs are put in order one by one.
  return text
    .split(/(\s+)/)
    .flatMap((word) => {
      const mirrored = Array.from(word, (sign) => bidi.getMirroredCharacter(sign) ?? sign);
      return rtlSign.test(word) ? [mirrored.join("")] : mirrored;
    })
    .map((piece) => ({ text: piece, order }));
}

/** Gives each piece of a line its place from the left. */
function arrange({ inlines, leadingCut, trailingCut }: PdfLine): void {
  const base = inlines.find(({ bidiBase }) => bidiBase !== undefined)?.bidiBase;
  if (base === undefined) return;
  const levels = inlines.map(({ bidiLevel }) => bidiLevel ?? base);
  for (let at = inlines.length - 1; at >= 0 && inlines[at]?.text.trim() === ""; at -= 1) levels[at] = base;
  let x = base === 1 ? -trailingCut : -leadingCut;
  for (const index of visualOrder(levels)) {
    const inline = inlines[index];
    if (inline === undefined) continue;
    inline.x = x;
    x += inline.width;
  }
}

/** Rule L2: from the highest level down, stretches at that level or above are turned round. */
export function visualOrder(levels: readonly number[]): number[] {
  let order = levels.map((_level, index) => index);
  const highest = Math.max(0, ...levels);
  for (let level = highest; level > 0; level -= 1) {
    const next: number[] = [];
    let stretch: number[] = [];
    for (const index of order) {
      if ((levels[index] ?? 0) >= level) stretch.push(index);
      else {
        next.push(...stretch.toReversed(), index);
        stretch = [];
      }
    }
    order = [...next, ...stretch.toReversed()];
  }
  return order;
}

const { prototype } = renderer.default;
const drawLine = prototype.renderLine;
prototype.renderLine = function renderLine(line, x, y) {
  arrange(line);
  drawLine.call(this, line, x, y);
};
