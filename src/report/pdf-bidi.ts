import { createRequire } from "node:module";

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
interface Line {
  readonly inlines: readonly Inline[];
  readonly leadingCut: number;
  readonly trailingCut: number;
}

interface Renderer {
  renderLine(line: Line, x: number, y: number): void;
}

// Not imported: of these loaders disagree on what the default is, and the types with both.
const require = createRequire(import.meta.url);
const createBidi: () => Bidi = require("bidi-js");
const renderer: { readonly default: { readonly prototype: Renderer } } = require("pdfmake/js/Renderer.js");
const bidi = createBidi();
const rtlSign = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** `null` for a text that goes from left to right throughout. */
export function levelsOf(text: string): EmbeddingLevels | null {
  return rtlSign.test(text) ? bidi.getEmbeddingLevels(text) : null;
}

/** Of the paragraph. */
export function baseLevel(levels: EmbeddingLevels | null): number {
  return levels?.paragraphs[0]?.level ?? 0;
}

/** A stretch of one level as pieces that can be drawn one by one. */
export function visualPieces(
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
function arrange({ inlines, leadingCut, trailingCut }: Line): void {
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
