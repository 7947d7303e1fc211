import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";
import type { TFontDictionary } from "pdfmake/interfaces.js";

/*
 * Fonts for what the document's own has not. They are opened when a text needs them and not before; of each a PDF gets
 * the signs that it uses.
 */

export type FontName = "SC" | "JP" | "KR" | "Arabic" | "Hebrew" | "Devanagari" | "Thai" | "Emoji";

const file = (address: string): string => fileURLToPath(address);
const embedded = (entry: string, name: string): string => file(new URL(`../fonts/${name}`, entry).href);

const sc = import.meta.resolve("@embedpdf/fonts-sc");
const jp = import.meta.resolve("@embedpdf/fonts-jp");
const kr = import.meta.resolve("@embedpdf/fonts-kr");
const arabic = import.meta.resolve("@embedpdf/fonts-arabic");
const hebrew = import.meta.resolve("@embedpdf/fonts-hebrew");
const emoji = file(import.meta.resolve("@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff"));

/** Regular and bold. None of these scripts has italics. */
const files: Readonly<Record<FontName, readonly [regular: string, bold: string]>> = {
  SC: [embedded(sc, "NotoSansHans-Regular.otf"), embedded(sc, "NotoSansHans-Bold.otf")],
  JP: [embedded(jp, "NotoSansJP-Regular.otf"), embedded(jp, "NotoSansJP-Bold.otf")],
  KR: [embedded(kr, "NotoSansKR-Regular.otf"), embedded(kr, "NotoSansKR-Bold.otf")],
  Arabic: [embedded(arabic, "NotoNaskhArabic-Regular.ttf"), embedded(arabic, "NotoNaskhArabic-Bold.ttf")],
  Hebrew: [embedded(hebrew, "NotoSansHebrew-Regular.ttf"), embedded(hebrew, "NotoSansHebrew-Bold.ttf")],
  Devanagari: [
    file(import.meta.resolve("@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff")),
    file(import.meta.resolve("@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff")),
  ],
  Thai: [
    file(import.meta.resolve("@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff")),
    file(import.meta.resolve("@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff")),
  ],
  Emoji: [emoji, emoji],
};

export const otherFonts: TFontDictionary = Object.fromEntries(
  Object.entries(files).map(([name, [normal, bold]]) => [name, { normal, bold, italics: normal, bolditalics: bold }]),
);

export const otherFontFiles: ReadonlySet<string> = new Set(Object.values(files).flat());

export interface FontFacts {
  readonly signs: ReadonlySet<number>;
  /** Of a line, as a share of the size of its letters. */
  readonly height: number;
}

const opened = new Map<string, FontFacts>();

/** What a font can draw. */
export function factsOf(path: string): FontFacts {
  let facts = opened.get(path);
  if (facts === undefined) {
    const font = create(readFileSync(path));
    if (!("characterSet" in font)) throw new TypeError(`${path} holds several fonts`);
    const height = (font.ascent - font.descent + font.lineGap) / font.unitsPerEm;
    facts = { signs: new Set(font.characterSet), height };
    opened.set(path, facts);
  }
  return facts;
}

export function regularOf(name: FontName): string {
  return files[name][0];
}
