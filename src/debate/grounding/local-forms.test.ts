import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { growthOf, mostGrowth } from "#tests/support/processor-time.ts";
import { findNumbers } from "./numbers.ts";

const read = (language: string, text: string): string =>
  findNumbers(text, language)
    .map(({ value, unit }) => (unit === null ? String(value) : `${value} ${unit}`))
    .join(", ");

describe("numbers as a language prints them", () => {
  test.each([
    ["de", "3,5 %, 43,74 USD und 1.234,5 Mio. Euro", "3.5 %, 43.74 USD, 1234500000"],
    ["de", "1.234 Aktien, 1,2 Milliarden, 12 Prozent, 3 Prozentpunkte", "1234, 1200000000, 12 %, 3 %"],
    ["de", "Es schloss bei 43.74 nach 1,234.5", "43.74, 1234.5"],
    ["de-CH", "1’234.5 und 43.74", "1234.5, 43.74"],
    ["fr", "3,5 %, 12 345,6 millions, 1,2 milliard", "3.5 %, 12345600000, 1200000000"],
    ["es", "3,5 %, 1.234,5 y 1,2 mil millones", "3.5 %, 1234.5, 1200000000"],
    ["pt-BR", "R$ 3,5 bilhões, 12 por cento", "3500000000 BRL, 12 %"],
    ["ru", "12 345 акций, 3,5 %, 1,2 млрд", "12345, 3.5 %, 1200000000"],
    ["pl", "3,5 procent, 1,2 miliarda", "3.5 %, 1200000000"],
    ["zh-Hans", "３５．２％，1.2万亿，3亿2000万元，3.5倍，12个百分点", "35.2 %, 1200000000000, 320000000, 3.5 x, 12 %"],
    ["ja", "3兆2,000億円、35.2パーセント", "3200000000000, 35.2 %"],
    ["ko", "3조 2,000억 원, 1.5배", "3200000000000, 1.5 x"],
    ["ar", "٤٣٫٧٤ دولار، ٣٫٥٪ و١٬٢٣٤ و1.2 مليار و5 في المئة", "43.74, 3.5 %, 1234, 1200000000, 5 %"],
    ["fa", "۴۳٫۷۴ دلار و ۸٫۲٪ و ۲ میلیارد", "43.74, 8.2 %, 2000000000"],
    ["he", "43.74 דולר, 3.5 אחוזים, 1.2 מיליארד", "43.74, 3.5 %, 1200000000"],
    [
      "hi",
      "४३.७४, १२,३४,५६७, 3.5 प्रतिशत, 3 करोड़ 25 लाख, 1.2 लाख करोड़",
      "43.74, 1234567, 3.5 %, 32500000, 1200000000000",
    ],
    ["th", "๔๓.๗๔ ดอลลาร์ เพิ่มขึ้น ๓.๕% รายได้ 1.2 พันล้าน 3.5 เท่า", "43.74, 3.5 %, 1200000000, 3.5 x"],
    ["ta", "௪௩.௭௪", "43.74"],
  ])("%s: %s", (language, text, expected) => expect(read(language, text)).toBe(expected));
});

test.each([
  ["de", "am 3. Juni 2019, 03.06.2019, 200-Tage-Linie, über 21 Tage, 5 bis 21 Handelstage, RSI(14), Bänder (20,2)"],
  ["fr", "le 3 juin 2019, sur 21 séances, 50 jours, MACD(12,26,9)"],
  ["es", "el 3 de junio de 2019, 21 sesiones, 12 meses"],
  ["ru", "3 июня 2019, за 21 день, 50 дней"],
  ["zh-Hans", "2019年6月3日，过去21个交易日，50日均线，第2季度，3个月"],
  ["ja", "2019年6月3日、20日移動平均線、3カ月、21営業日"],
  ["ko", "2019년 6월 3일, 20일 이동평균, 3개월"],
  ["ar", "في 3 يونيو 2019، متوسط 50 يومًا، 21 جلسة"],
  ["hi", "3 जून 2019, 50-दिवसीय औसत, 21 सत्रों"],
  ["th", "วันที่ 3 มิถุนายน 2562 เส้น 50 วัน 3 เดือน"],
])("names are not numbers in %s: %s", (language, text) => expect(findNumbers(text, language)).toEqual([]));

test("the printed text is the slice at its offset", () => {
  const text = "Er fiel um 1.234,5 Mio. auf ４３,７４ USD; 3 करोड़ 25 लाख.";
  for (const language of ["de", "hi", "zh", "ar"])
    for (const { text: printed, offset } of findNumbers(text, language))
      expect(text.slice(offset, offset + printed.length)).toBe(printed);
});

const languages = fc.constantFrom(
  "de",
  "fr",
  "de-CH",
  "en-IN",
  "zh",
  "ja",
  "ru",
  "ar-EG",
  "fa",
  "hi",
  "th",
  "bn",
  "es",
  "pt-BR",
);

property.prop([languages, fc.integer({ min: 10_000, max: 99_999_999 }), fc.integer({ min: 1, max: 2 })], {
  seed: 3,
  numRuns: 400,
})("what Intl prints in a language is read back in it", (language, units, decimals) => {
  const value = units / 10 ** decimals;
  const printed = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
  const [number, ...more] = findNumbers(`(x) ${printed}; `, language);
  expect(more).toEqual([]);
  expect(number?.value).toBeCloseTo(value, 6);
});

const scraps = fc.array(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(
      "1",
      "23",
      ".",
      ",",
      "’",
      " ",
      "\u202F",
      "万",
      "亿",
      "करोड़",
      "Tage",
      "日",
      "٪",
      "٫",
      "(20,2)",
      "juin",
    ),
  ),
  { maxLength: 40 },
);

property.prop([scraps, languages], { seed: 4, numRuns: 1000 })(
  "any text is read in any language, and no two numbers overlap",
  (parts, language) => {
    const text = parts.join("");
    let end = 0;
    for (const { offset, text: printed, value } of findNumbers(text, language)) {
      expect(offset).toBeGreaterThanOrEqual(end);
      expect(text.slice(offset, offset + printed.length)).toBe(printed);
      expect(value).toSatisfy(Number.isFinite);
      end = offset + printed.length;
    }
  },
);

test.each(["1.", "1 ", "1,234", "3 Tage, ", "1、2", "3 juin ", "’123", "1万"])(
  "96 KB of %j take time in proportion",
  (unit) => {
    const text = unit.repeat(Math.ceil(96_000 / unit.length));
    expect(growthOf(text, (each) => void findNumbers(each, "fr"))).toBeLessThan(mostGrowth);
  },
);
