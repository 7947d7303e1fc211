import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { growthOf, mostGrowth } from "#tests/support/processor-time.ts";
import { findNumbers } from "./numbers.ts";

const read = (text: string) =>
  findNumbers(text)
    .map(({ value, unit }) => (unit === null ? String(value) : `${value} ${unit}`))
    .join(", ");

describe("a printed quantity is read with its scale and unit", () => {
  test.each([
    ["closed at 182.5", "182.5"],
    ["closed at $1,234.50.", "1234.5 $"],
    ["-$5, $-5 and −$5", "-5 $, -5 $, -5 $"],
    ["€5 or 12 EUR or 7€", "5 EUR, 12 EUR, 7 EUR"],
    ["USD 12, USD12 and $12 USD", "12 USD, 12 USD, 12 USD"],
    ["€5 USD 12", "5 EUR, 12 USD"],
    ["HK$88.2, US$4 and ¥300", "88.2 HKD, 4 USD, 300 ¥"],
    ["50 cents, 3 dollars, 8,999 US cents", "0.5 $, 3 $, 89.99 $"],
    ["12.3%, 12.3 %, 12.3 percent, 4 per cent, 5 pct", "12.3 %, 12.3 %, 12.3 %, 4 %, 5 %"],
    ["3 percentage points, 2pp", "3 %, 2 %"],
    ["45 bps, 45bp, 45 basis points", "45 bps, 45 bps, 45 bps"],
    ["$1.2B, 1.2bn, 1.2 billion", "1200000000 $, 1200000000, 1200000000"],
    [
      "$3M, 5 million shares, 10K, 10k, 2T, 2 trillion",
      "3000000 $, 5000000, 10000, 10000, 2000000000000, 2000000000000",
    ],
    ["3.5x, 3.5×, 3 times, 2.4:1", "3.5 x, 3.5 x, 3 x, 2.4 x"],
    ["-3.2, −3.2, –3.2 and +3.2", "-3.2, -3.2, -3.2, 3.2"],
    ["(3.2%) and ($1.2 billion)", "-3.2 %, -1200000000 $"],
    ["1.2×10⁹, 1.2 * 10**9, 1.2 · 10^9 and 1.5×10⁻⁷", "1200000000, 1200000000, 1200000000, 1.5e-7"],
    ["0.672 k dollars, 1.2 m US dollars, 3 b USD", "672 $, 1200000 $, 3000000000 USD"],
    ["15’022’073’000.", "15022073000"],
    ["15 022 073 000, or 15 022 073 000.", "15022073000, 15022073000"],
    ["15.0 bio shares", "15000000000"],
    ["1.2e9, 1.5E-7 and .5%", "1200000000, 1.5e-7, 0.5 %"],
    ["within ±5% or +/-6%", "5 %, 6 %"],
    ["sub-3%, pre-split 4.5", "3 %, 4.5"],
    ["score 55/100, or 8/10", "55, 8"],
    ["RSI 55.3, RSI (28), RSI(71.9)", "55.3, -28, -71.9"],
    ["SMA 200 (182.5) and MACD(12,26,9) of 1.4", "-182.5, 1.4"],
    ["the Nasdaq at 18,000 and support at 182", "18000, 182"],
    ["in May 5.2%, in March 12%", "5.2 %, 12 %"],
    ["收盘价182.5元", "182.5"],
    ["1999.50 and $2000 and 2000%", "1999.5, 2000 $, 2000 %"],
    ["a 20-point move", "20"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

describe("both ends of a range have its unit and scale", () => {
  test.each([
    ["10–12%", "10 %, 12 %"],
    ["10-12%", "10 %, 12 %"],
    ["45 to 50 bps", "45 bps, 50 bps"],
    ["$10–12", "10 $, 12 $"],
    ["$1.2–1.5 billion", "1200000000 $, 1500000000 $"],
    ["between 10 and 12 million", "10000000, 12000000"],
    ["950 million to 1.2 billion", "950000000, 1200000000"],
    ["from $5 to 12 stores", "5 $, 12"],
    ["a P/E of 31 and 4%", "31, 4 %"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

test.each([
  "on June 2, 2025, on 2 June, June 2–5 and 2–5 June 2025, the 12th of May",
  "2025-06-02, 2025-06-02T20:00:00Z, 2025/06/02, 6/2/2025, 2025-06",
  "in 2024, 2023–2025, 2024/25, 2025E, the 1990s",
  "at 16:00, 9:30 am, 4 pm",
  "Q2, Q2 FY25, Q2'25, 2Q25, H1, 1H25, FY2025, FY 25, '25",
  "[M3], M3, (F12), [N1, N2], [1]",
  "1. first\n2) second\n  - 3. third\n## 4. fourth",
  "the 1st, 2nd and 3rd",
  "in round 2, rounds 1 and 2, step 3, Chapter 11, No. 1",
  "RSI(14), RSI (14), MACD(12,26,9), MACD (12, 26, 9), Bollinger Bands (20,2), ATR 14",
  "SMA 200, SMA_200, SMA(50), EMA20, 50 DMA, 50DMA, 20/50 SMA",
  "50-day, 14-period, 10-year, 52-week, 50- and 200-day, 50/200-day",
  "10-K, 10-Q, 8-K, 20-F, 13F",
  "3M, 0700.HK, 600519.SS, C3.ai",
  "the S&P 500, Russell 2000, Nasdaq-100",
  "over the last 12 months, the next 2 quarters, the past 5 trading days",
  "three analysts, 5G, 4-for-1, COVID-19, GPT-4, v1.2.3, 24/7, out of 10",
  "scores +one on a scale from -2 to +2, on a scale of 1 to 10",
  "https://example.com/2024/55.3?x=12.5%",
])("names are not numbers: %s", (text) => expect(findNumbers(text)).toEqual([]));

test("precision is half a unit of the last printed digit, after scale", () => {
  const halves = findNumbers("182, 182.5, 182.50, 1.2bn, 12.34%, 50 cents, 1.5e-7").map(({ halfUnit }) => halfUnit);
  expect(halves).toEqual([0.5, 0.05, 0.005, 5e7, 0.005, 0.005, 5e-9]);
});

test("the printed text is the slice at its offset", () => {
  const text = "It fell ($1.2 billion), then rose +3.2% to US$45.";
  const found = findNumbers(text);
  expect(found.map((number) => number.text)).toEqual(["($1.2 billion)", "+3.2%", "US$45"]);
  for (const { text: printed, offset } of found) expect(text.slice(offset, offset + printed.length)).toBe(printed);
});

const unitText = fc.constantFrom("", "%", "x", " bps", "bn", " million");

property.prop([fc.integer({ min: -999_999, max: 999_999 }), fc.nat(4), unitText], { seed: 1, numRuns: 500 })(
  "a printed number is read back within its precision",
  (mantissa, decimals, unit) => {
    const printed = (mantissa / 10 ** decimals).toFixed(decimals);
    fc.pre(!/^-?(19|20|21)\d\d$/.test(printed));
    const text = `It stood at ${printed}${unit} then.`;
    const [number, ...more] = findNumbers(text);
    const scale = unit === "bn" ? 1e9 : unit === " million" ? 1e6 : 1;
    expect(more).toEqual([]);
    expect(Math.abs((number?.value ?? Infinity) - (mantissa / 10 ** decimals) * scale)).toBeLessThanOrEqual(
      number?.halfUnit ?? 0,
    );
  },
);

const scraps = fc.array(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(
      "1",
      "23",
      ".",
      ",",
      "-",
      "–",
      "(",
      ")",
      "$",
      "€",
      "%",
      " ",
      "bn",
      "x",
      "Q",
      "RSI(",
      "[M",
      "May ",
      "e9",
      ":1",
      "US",
      "\n",
      "https://",
    ),
  ),
  { maxLength: 40 },
);

property.prop([scraps], { seed: 2, numRuns: 2000 })("any text is read, and no two numbers overlap", (parts) => {
  const text = parts.join("");
  let end = 0;
  for (const number of findNumbers(text)) {
    expect(number.offset).toBeGreaterThanOrEqual(end);
    expect(text.slice(number.offset, number.offset + number.text.length)).toBe(number.text);
    expect(number.value).toSatisfy(Number.isFinite);
    expect(number.halfUnit).toBeGreaterThan(0);
    end = number.offset + number.text.length;
  }
});

test.each([
  "1",
  "1,234",
  ",123",
  "1 ",
  "1.",
  "1-",
  "1:",
  "-",
  "$",
  "(1) ",
  "10–12% ",
  "MACD(12,",
  "1 and ",
  "May 1",
  "https://1",
  "'25",
])("96 KB of %j take time in proportion", (unit) => {
  const text = unit.repeat(Math.ceil(96_000 / unit.length));
  expect(growthOf(text, (each) => void findNumbers(each))).toBeLessThan(mostGrowth);
});
