import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Evidence } from "#src/contract/run/evidence.ts";
import { TextSpan, allSpans, isFlagged } from "#src/contract/run/spans.ts";
import {
  type Statement,
  findFigures,
  prepareFigures,
  readStatement,
  sameCurrency,
  streamReferences,
} from "./figures.ts";

const cases = new URL("../../../../shared/cases/model-prose.json", import.meta.url);
const isMissing = !existsSync(cases);
const isCi = process.env["CI"] === "true";

const Cases = z.object({
  own: z.record(z.string(), z.number()),
  sentences: z.array(
    z.union([
      z.tuple([z.enum(["right", "wrong"]), z.string(), z.string()]),
      z.tuple([z.enum(["right", "wrong"]), z.string(), z.string(), z.array(z.string())]),
    ]),
  ),
  evidence: z.array(
    Evidence.partial().extend(
      Evidence.pick({ id: true, key: true, label: true, value: true, text: true, unit: true }).shape,
    ),
  ),
});

const plain = { at: "2019-06-03", source: "archive", source_ids: [], formula: null, hash: "" };

describe.skipIf(isMissing && !isCi)("ordinary prose of models (../shared/cases/model-prose.json)", () => {
  test("most wrong sentences are flagged, and hardly a right one", () => {
    const { own, sentences, evidence } = Cases.parse(JSON.parse(readFileSync(cases, "utf8")));
    const index = prepareFigures(evidence.map((one) => ({ ...plain, ...one })).map((one) => Evidence.parse(one)));
    const said: Omit<Statement, "text"> = { index, own, points: [], fields: {}, currency: "USD", proposed: [] };
    const judged = sentences.map(([truth, , sentence, declared]) => {
      const claim = sentence.replace(/^(?:for|against|context): /, "");
      const { checked } =
        declared === undefined
          ? readStatement({ ...said, text: sentence })
          : readStatement({ ...said, text: "", points: [{ claim, evidence: declared }] });
      return { truth, sentence, flagged: allSpans(checked).some(isFlagged) };
    });
    const flagged = (truth: string): string[] =>
      judged.filter((one) => one.truth === truth && one.flagged).map(({ sentence }) => sentence);
    expect(judged).toHaveLength(97);
    expect(flagged("wrong").length).toBeGreaterThanOrEqual(46);
    expect(flagged("right")).toEqual([]);
  });
});

const values: readonly (readonly [id: string, key: string, unit: string, value: number])[] = [
  ["M1", "close", "EUR", 187.2],
  ["M2", "sma_50", "EUR", 180.05],
  ["M3", "sma_200", "EUR", 171.4],
  ["M4", "return_21d", "%", 6.34],
  ["M5", "return_5d", "%", -2.1],
  ["M6", "rsi_14", "points", 61.2],
  ["F1", "revenue_ttm", "EUR", 3_120_000_000],
  ["F2", "revenue_growth_yoy", "%", 12.4],
  ["F3", "revenue_growth_q", "%", 9.7],
  ["F4", "pe_ttm", "x", 24.6],
  ["F5", "net_margin_ttm", "%", 18.3],
];

const about: Omit<Statement, "text"> = {
  index: prepareFigures(
    values.map(([id, key, unit, value]) => ({
      ...plain,
      id,
      key,
      label: key.replaceAll("_", " "),
      value,
      unit,
      text: null,
    })),
  ),
  own: { entry: 187, stop: 178.5, target: 210, size_pct: 4 },
  points: [],
  fields: {},
  currency: "EUR",
  proposed: [],
};

function kinds(text: string, language?: string): string[] {
  const { checked } = readStatement({ ...about, text, language });
  return checked.text
    .filter(({ kind }) => kind !== "citation")
    .map(({ from, to, kind, ids }) => [text.slice(from, to), kind, ...ids].join(" "));
}

test.each<readonly [text: string, spans: readonly string[]]>([
  ["Revenue is €3.12 billion [F1].", ["€3.12 billion supported F1"]],
  ["Revenue is €3.12 million [F1].", ["€3.12 million unsupported"]],
  ["The net margin of 24.6% [F5] is high.", ["24.6% unsupported"]],
  ["At 18.3 times earnings [F4] it is fair.", ["18.3 times unsupported"]],
  ["Margins are fine: 12.4% [F5] after tax.", ["12.4% wrong_source F2"]],
  ["Over 21 sessions, Q3 2024 and the S&P 500 aside, RSI(14) is 61.2 [M6].", ["61.2 supported M6"]],
  ["1. Growth of 12.4% [F2] on 2024-05-16 in the 10-K.", ["12.4% supported F2"]],
  ["The stop at €178.50 is right; the stop at €175.00 is not.", ["€178.50 supported", "€175.00 unsupported"]],
  // An own size, where nothing else is cited or named.
  ["Take 4%.", ["4% supported"]],
  ["Take 3%.", ["3% unsupported"]],
  // A measure that the evidence does not have.
  ["Free cash flow stands at 987.6 billion.", ["987.6 billion unsupported"]],
  ["If free cash flow reaches 987.6 billion, it is fair.", ["987.6 billion unread"]],
  ["Shares are 4.0% above the 50-session mean [M2].", ["4.0% supported M1 M2", "above agrees M1 M2"]],
  // Words.
  ["The shares gained 6.3% [M4].", ["gained agrees M4", "6.3% supported M4"]],
  ["The shares lost 6.3% [M4].", ["lost contradicted M4", "6.3% supported M4"]],
  ["The stock has not fallen this month [M4].", ["fallen agrees M4"]],
  ["Growth accelerated to 9.7% [F3].", ["accelerated contradicted F3 F2", "9.7% supported F3"]],
  [
    "The close of €187.20 [M1] is below its 50-session mean of €180.05 [M2].",
    ["€187.20 supported M1", "below contradicted M1 M2", "€180.05 supported M2"],
  ],
  ["RSI at 61.2 [M6] is not overbought.", ["61.2 supported M6", "overbought agrees M6"]],
  ["RSI at 61.2 [M6] is overbought.", ["61.2 supported M6", "overbought contradicted M6"]],
  ["If the shares fell below €180.05 [M2] I would sell.", ["€180.05 supported M2"]],
])("%s", (text, spans) => {
  expect(kinds(text)).toEqual(spans);
});

test("references are read with the words around them", () => {
  const of = (text: string): string[] => {
    const read = readStatement({ ...about, text });
    return read.checked.text.map(({ from, to, kind }) => `${read.text.slice(from, to)} ${kind}`);
  };
  expect(of("The stock rose {{M5}} in a week.")).toEqual(["rose contradicted", "−2.1% reference"]);
  expect(of("The stock fell {{M5}} in a week.")).toEqual(["fell agrees", "2.1% reference"]);
  expect(of("At {{M1}} the close is below its mean of {{M2}}.")).toContain("below contradicted");
});

test.each([
  ["de", "In 21 Tagen, 63 Sitzungen, 3 Monaten und 2 Jahren."],
  ["fr", "Sur 21 jours, 5 séances, 3 mois et 2 ans."],
  ["ja", "過去5営業日、1か月、3週間、200日平均。"],
  ["zh", "200日均线，3个月，5天。"],
  ["ko", "200일 이동평균, 3개월."],
  ["hi", "21 दिन, 3 महीने, 5 सप्ताह।"],
  ["ru", "За 21 день, 3 месяца, 200 дней."],
])("in %s windows state no figure", (language, text) => expect(kinds(text, language)).toEqual([]));

test("other languages: digits are read, words are not", () => {
  expect(kinds("Die Aktie verlor 6,3 % [M4] bei 3,12 Milliarden € Umsatz [F1].", "de")).toEqual([
    "6,3 % supported M4",
    "3,12 Milliarden € supported F1",
  ]);
  expect(kinds("株価は €187.20 [M1]、売上高は €31.2億 [F1]。", "ja")).toEqual([
    "€187.20 supported M1",
    "€31.2億 supported F1",
  ]);
  expect(kinds("Der Umsatz stieg um 21,4 % [F2].", "de")).toEqual(["21,4 % unsupported"]);
});

test("denials tell the truth once", () => {
  const { denials } = readStatement({
    ...about,
    text: "The shares lost 6.3% [M4]. Margin is 12.4% [F5].",
    points: [{ claim: "Margin is 12.4% [F5].", evidence: ["F5"] }],
  });
  expect(denials).toEqual([
    'return 21d is 6.3% [M4]; you wrote "The shares lost 6.3%".',
    'You wrote "12.4%" but F5 is 18.3%; F2 has it.',
  ]);
});

test("currencies that print alike", () => {
  expect(sameCurrency("$", "USD")).toBe(true);
  expect(sameCurrency("¥", "CNY")).toBe(true);
  expect(sameCurrency("€", "EUR")).toBe(true);
  expect(sameCurrency("£", "USD")).toBe(false);
  expect(sameCurrency("GBP", "GBp")).toBe(false);
});

test("numbers for other readers", () => {
  expect(findFigures("below €3.5bn, 44 % or 25x for two sessions")).toEqual([
    { text: "€3.5bn", offset: 6, value: 3.5e9, unit: "EUR" },
    { text: "44 %", offset: 14, value: 44, unit: "%" },
    { text: "25x", offset: 22, value: 25, unit: "x" },
  ]);
});

const hostile: readonly (readonly [name: string, unit: string])[] = [
  ["ratios", "1:"],
  ["braces", "{"],
  ["openings", "{{M1"],
  ["references", "{{M1}} "],
  ["nested", "{{(((("],
  ["brackets", "[M1, "],
  ["citations", "[M1] "],
  ["numbers", "12.5% "],
  ["points", "1.1.1."],
  ["words", "above below 5% [M4] than "],
  ["digits", "9"],
  ["spaces", " "],
  ["signs", "-$-$"],
];

/** Of this thread alone, ms: what else a machine does is not in it. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The time of the faster of two readings. */
function timeOf(text: string): number {
  const times = [1, 2].map(() => {
    const start = processorMs();
    const { text: read, checked } = readStatement({ ...about, text });
    const spent = processorMs() - start;
    let end = 0;
    for (const span of checked.text) {
      TextSpan.parse(span);
      expect(span.from).toBeGreaterThanOrEqual(end);
      end = span.to;
    }
    expect(end).toBeLessThanOrEqual(read.length);
    return spent;
  });
  return Math.min(...times);
}

test.each(hostile)("48 KB of %s take no longer than their length", (_, unit) => {
  const long = unit.repeat(Math.ceil(48_000 / unit.length));
  const short = long.slice(0, long.length / 8);
  // Eight times as long, with four times as much for what garbage collection does.
  expect(timeOf(long)).toBeLessThan(Math.max(40, timeOf(short)) * 32);
  const stream = streamReferences(about);
  expect((stream.push(long) + stream.end()).length).toBeGreaterThan(0);
  const streamed = (text: string): number => {
    const start = processorMs();
    const pieces = streamReferences(about);
    for (let at = 0; at < text.length; at += 5) pieces.push(text.slice(at, at + 5));
    return processorMs() - start;
  };
  expect(streamed(long)).toBeLessThan(Math.max(40, streamed(short)) * 32);
});

test("no pattern is longer than 200 characters", () => {
  const folder = new URL("./", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
  const literals = files.flatMap((name) =>
    [
      ...readFileSync(new URL(name, folder), "utf8").matchAll(
        /(?<=[=(:,[|&?]\s*|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/gm,
      ),
    ].map(([literal]) => `${name} ${literal}`),
  );
  expect(literals.length).toBeGreaterThan(60);
  expect(literals.filter((one) => one.length > 200 + one.indexOf(" "))).toEqual([]);
});
