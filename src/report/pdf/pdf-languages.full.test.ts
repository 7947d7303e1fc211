import { describe, expect, test } from "vitest";
import { readPdf } from "#tests/support/pdf-text.ts";
import { printPdf, printable } from "./pdf-printer.ts";
import { visualOrder } from "./pdf-scripts.ts";

async function drawn(text: string, bold = false): Promise<{ bytes: Uint8Array; text: string }> {
  const bytes = await printPdf({
    title: "t",
    madeAt: 0,
    footer: "foot",
    content: [{ text: [{ text: printable(text), bold }] }, { ul: [printable(text)] }],
  });
  return { bytes, text: readPdf(bytes).text };
}

const texts: readonly (readonly [script: string, text: string, font: string])[] = [
  ["Simplified Chinese", "公司营收同比增长８.2％（毛利率35.2%），“估值合理”。", "NotoSansHans"],
  ["Traditional Chinese", "臺灣積體電路製造的營收成長。", "NotoSansHans"],
  ["Japanese", "株価は上昇し、時価総額は3兆円。カタカナ", "NotoSansJP"],
  ["Korean", "주가는 이동평균선을 웃돌고 있다.", "NotoSansKR"],
  ["Arabic", "ارتفعت إيرادات الشركة (43.74 دولار) بنسبة ٨٫٢٪، [M1]؛ هل تستمر؟", "NotoNaskhArabic"],
  ["Persian", "قیمت می‌تواند ۸٫۲٪ رشد کند.", "NotoNaskhArabic"],
  ["Hebrew", "המניה עלתה ב-8.2% (מעל ממוצע 50 ימים).", "NotoSansHebrew"],
  ["Devanagari", "कंपनी की स्थिति: क्षेत्र, ज्ञान, श्री, ४३.७४ ₹।", "NotoSansDevanagari"],
  ["Thai", "ราคาหุ้นสูงกว่าค่าเฉลี่ยเคลื่อนที่ ๔๓.๗๔ บาท", "NotoSansThai"],
  ["emoji and signs", "🚀📈 ★ ▲ ① 👍🏽", "NotoEmoji"],
];

describe.each(texts)("%s", (_script, text, font) => {
  test.each([false, true])("has a sign for every letter (bold: %s)", async (bold) => {
    const { bytes, text: read } = await drawn(text, bold);
    expect(read).not.toContain("\0");
    expect(Buffer.from(bytes).toString("latin1")).toContain(`+${font}`);
  });
});

test("English opens no other font", async () => {
  const { bytes } = await drawn("Revenue rose 8.2 % — “fair” ± √2 ≈ 1.41 €, Ωmega, Привет");
  expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/\+Noto/);
});

test("the same text gives the same bytes, whatever scripts were drawn in between", async () => {
  const first = await drawn("שלום 世界");
  await drawn("سلام");
  expect(Buffer.compare(first.bytes, (await drawn("שלום 世界")).bytes)).toBe(0);
});

test("a line of one direction stays, and one from the right is turned with its numbers as they are", () => {
  expect(visualOrder([0, 0, 0])).toEqual([0, 1, 2]);
  expect(visualOrder([1, 1, 2, 2, 1])).toEqual([4, 2, 3, 1, 0]);
  expect(visualOrder([0, 1, 1, 0])).toEqual([0, 2, 1, 3]);
});

test("words from the right follow one another from the right, and brackets are mirrored", async () => {
  const { text } = await drawn("אחת (שתיים) 12.5%");
  // As drawn, from the left: the number, the second word in its brackets, the first word; letters in the font's own order.
  expect(text.replaceAll(/\s/g, "")).toContain("12.5%");
  const places = ["12.5", "(", "םייתש", ")", "תחא"].map((part) => text.replaceAll(/\s/g, "").indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
});

test("Thai ends its lines between words", async () => {
  const sentence = "ราคาหุ้นสูงกว่าค่าเฉลี่ยเคลื่อนที่และดัชนีกำลังสัมพัทธ์อยู่ในระดับปานกลาง".repeat(6);
  const { text } = await drawn(sentence);
  expect(text.replaceAll(/[\s\u200B]/g, "")).toContain("ราคา");
  expect(readPdf((await drawn(sentence)).bytes).pages).toBe(1);
});
