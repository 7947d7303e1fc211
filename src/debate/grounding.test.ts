import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { Grounding } from "#src/contract/judgement.ts";
import type { Point } from "#src/contract/answers.ts";
import type { Computation } from "./grounding/computations.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { ground, prepareEvidence } from "./grounding.ts";
import type { Proposed } from "./grounding/proposals.ts";

function item(
  id: string,
  value: number | null,
  unit: string | null,
  text: string | null = null,
  label = "l",
): Evidence {
  const rest = { key: "k", label, at: "2025-06-02", source: "s", source_ids: [], formula: null, hash: "h" };
  return { id, value, unit, text, ...rest };
}

const evidence = [
  item("M1", 182.53, "USD"),
  item("M2", -3.24, "%"),
  item("M3", 55.31, "points"),
  item("F1", 1_234_567_000, "USD"),
  item("F2", 2.31, "x"),
  item("F3", 0.45, "%"),
  item("F4", 16_000_000_000, "shares"),
  item("F5", 5.98, "USD/share"),
  item("M4", 8.27, "%", null, "Return over 63 sessions"),
  item("N1", null, null, "Maker of 5G chips lifts outlook 12% and buys back $2.5 billion, target 210"),
];
const index = prepareEvidence(evidence);

function judged(
  text: string,
  given: { computations?: Computation[]; proposed?: Proposed[]; points?: Point[] } = {},
): Grounding {
  const grounding = ground({ text, points: [], computations: [], proposed: [], index, ...given });
  return Grounding.parse(grounding);
}

const verdicts = (text: string, given = {}) =>
  judged(text, given).numbers.map((number) => [number.text, number.verdict, ...number.evidence]);

describe("a number rests on evidence", () => {
  test.each([
    "closed at 182.53 [M1]",
    "closed at $182.5",
    "closed near 183",
    "closed at USD 182.53",
    "a fall of 3.2%",
    "changed by -3.24%",
    "changed by (3.2%)",
    "changed by −3 percentage points",
    "RSI at 55.3",
    "revenue of $1.23 billion",
    "revenue of $1,235 million",
    "revenue of $1,234,567,000",
    "leverage of 2.3x",
    "leverage of 2.31",
    "a yield of 45 bps",
    "16 billion shares",
    "EPS of $5.98",
    "a buyback of $2.5bn",
    "an outlook lifted by 12%",
    "a target of $210",
    "over 63 sessions",
  ])("%s", (text) => expect(judged(text)).toMatchObject({ supported: 1, unsupported: 0 }));

  test.each([
    "closed at 182.54",
    "closed at 182.6",
    "closed at €182.53",
    "closed at 182.53%",
    "a rise of +3.2%",
    "changed by -3.3%",
    "a fall of 3.3%",
    "RSI at -55.3",
    "RSI of 55.3%",
    "leverage of 55.31x",
    "revenue of $1.24 billion",
    "revenue of $1.23 million",
    "a yield of 46 bps",
    "EPS of £5.98",
    "a target of 210%",
    "a return of 63%",
    "a price of $63",
  ])("but not %s", (text) => expect(judged(text)).toMatchObject({ supported: 0, unsupported: 1 }));

  test("and says which", () => {
    expect(verdicts("At $182.5 it fell 3.2% to nowhere near 999.")).toEqual([
      ["$182.5", "evidence", "M1"],
      ["3.2%", "evidence", "M2"],
      ["999", "unsupported"],
    ]);
  });

  test("what is cited nearby goes before what is merely close", () => {
    const two = prepareEvidence([item("M1", 55.02, "points"), item("F9", 55.4, "USD")]);
    const args = { points: [], computations: [], proposed: [], index: two };
    expect(ground({ ...args, text: "It stands at 55." }).numbers[0]?.evidence).toEqual(["M1"]);
    expect(ground({ ...args, text: "It stands at 55 [F9]." }).numbers[0]?.evidence).toEqual(["F9"]);
    expect(ground({ ...args, text: "It stands at 55. The rest is in the books [F9]." }).numbers[0]?.evidence).toEqual([
      "M1",
    ]);
  });
});

describe("a computation", () => {
  test("supports its value, also as percent, when it holds", () => {
    const computations = [
      { expression: "F5 / M1", value: 0.0328 },
      { expression: "M1 * 2", value: 365.1 },
    ];
    expect(
      verdicts("That is 3.28% or 0.0328, or 328 bps, not 0.0328%; twice as much is $365.06.", { computations }),
    ).toEqual([
      ["3.28%", "computation", "F5", "M1"],
      ["0.0328", "computation", "F5", "M1"],
      ["328 bps", "computation", "F5", "M1"],
      ["0.0328%", "unsupported"],
      ["$365.06", "computation", "M1"],
    ]);
  });

  test.each([
    ["M1 * 2", 400, "gives 365.06"],
    ["M2 * -1", 3.3, "gives 3.24"],
    ["M1 / 0", 365, "division by zero"],
    ["N1 * 2", 365, "N1 has no value"],
    ["365", 365, "reads no evidence"],
    ["M1 *", 365, "ends too early"],
    ["M1 * 0 + 37.5", 37.5, "uses 0, which is no evidence"],
    ["M1 - M1 + 100", 100, "does not depend on M1"],
    ["M1 * 1.1", 200.783, "uses 1.1, which is no evidence"],
  ])("%s = %d supports nothing: %s", (expression, value, reason) => {
    const { bad_computations, unsupported } = judged(`That makes ${value}.`, { computations: [{ expression, value }] });
    expect(bad_computations).toEqual([{ expression, value, reason }]);
    expect(unsupported).toBe(1);
  });
});

test("what was read before on equal evidence is not read again; on other evidence it is", () => {
  const stated = { text: "The close is 182.53 [M1].", points: [], computations: [], proposed: [] };
  const [of, ...others] = evidence;
  if (of === undefined) throw new Error("there is no evidence");
  const first = ground({ ...stated, index: prepareEvidence([of, ...others]) });
  expect(first).toMatchObject({ supported: 1, unsupported: 0 });
  expect(ground({ ...stated, index: prepareEvidence([of, ...others]) })).toBe(first);
  const changed = prepareEvidence([{ ...of, value: 18.53 }, ...others]);
  expect(ground({ ...stated, index: changed })).toMatchObject({ supported: 0, unsupported: 1 });
  const proposed = [{ label: "trader target", value: 182.53 }];
  expect(ground({ ...stated, proposed, index: prepareEvidence([of, ...others]) })).not.toBe(first);
});

test("a number that an agent set is a proposal", () => {
  const proposed = [
    { label: "trader stop", value: 171.5 },
    { label: "confidence", value: 0.65 },
    { label: "size", value: 4 },
  ];
  const { numbers } = judged("Stop at $171.50, 65% sure, with 4% of the portfolio, not 7%.", { proposed });
  expect(numbers.map(({ verdict, basis }) => [verdict, basis])).toEqual([
    ["proposal", "trader stop"],
    ["proposal", "confidence"],
    ["proposal", "size"],
    ["unsupported", null],
  ]);
});

test("claims are read too, and prefer the evidence their point names", () => {
  const points = [
    { claim: "The close is 182.5", evidence: ["M1"] },
    { claim: "Growth is 88%", evidence: ["F77"] },
  ];
  expect(judged("No numbers here.", { points })).toMatchObject({
    numbers: [
      { point: 0, offset: 13, text: "182.5", verdict: "evidence", evidence: ["M1"] },
      { point: 1, offset: 10, text: "88%", verdict: "unsupported" },
    ],
    unknown_ids: ["F77"],
  });
});

test("ids that nobody gave are listed once; names that look like one are not", () => {
  const text = "Up [M1], down [M99] and [M99, F2; X7] (S4), with an M2 chip, M3 money, in (Q2) and [Q3].";
  const computations = [{ expression: "M1 / F88", value: 1 }];
  expect(judged(text, { computations }).unknown_ids).toEqual(["M99", "X7", "S4", "F88"]);
});

const units = ["USD", "%", "x", "points", "shares"] as const;
const rendered = fc.record({
  value: fc.oneof(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    fc.double({ min: -1e11, max: 1e11, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  ),
  unit: fc.constantFrom(...units),
  decimals: fc.integer({ min: 0, max: 4 }),
  style: fc.constantFrom("plain", "absolute", "commas", "scaled", "unit"),
});

/** A value as a report would print it; `toFixed` rounds to the nearest, which is what a reader expects. */
function print({
  value,
  unit,
  decimals,
  style,
}: {
  value: number;
  unit: string;
  decimals: number;
  style: string;
}): string {
  const shown = style === "absolute" ? Math.abs(value) : value;
  if (style === "scaled" && Math.abs(value) >= 1e6) {
    const [scale, name] = Math.abs(value) >= 1e9 ? [1e9, "billion"] : [1e6, "M"];
    return `${(value / scale).toFixed(decimals)} ${name}`.replace(" M", "M");
  }
  const digits = shown.toFixed(decimals);
  if (style === "commas") return digits.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
  if (style !== "unit") return digits;
  return unit === "USD"
    ? value < 0
      ? `-$${digits.slice(1)}`
      : `$${digits}`
    : unit === "%"
      ? `${digits}%`
      : unit === "x"
        ? `${digits}x`
        : digits;
}

property.prop([fc.array(rendered, { minLength: 1, maxLength: 25 })], { seed: 1, numRuns: 400 })(
  "a text made of evidence values at any printed precision is fully supported",
  (values) => {
    const given = values.map(({ value, unit }, at) => item(`M${at + 1}`, value, unit));
    const text = values.map((value) => `It was ${print(value)} there.`).join(" ");
    const grounding = ground({ text, points: [], computations: [], proposed: [], index: prepareEvidence(given) });
    expect(grounding.numbers.filter(({ verdict }) => verdict === "unsupported")).toEqual([]);
  },
);

property.prop(
  [
    fc.array(rendered, { minLength: 1, maxLength: 25 }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.integer({ min: 0, max: 4 }),
  ],
  { seed: 2, numRuns: 400 },
)("a number further from all evidence than its precision is unsupported", (values, number, decimals) => {
  const printed = number.toFixed(decimals);
  const half = 0.5 * 10 ** -decimals;
  fc.pre(!/^(19|20|21)\d\d$/.test(printed));
  fc.pre(values.every(({ value }) => Math.abs(Math.abs(value) - Number(printed)) > half * 1.001));
  const given = values.map(({ value, unit }, at) => item(`M${at + 1}`, value, unit));
  const text = `The value ${printed} [M1] is made up.`;
  const grounding = ground({ text, points: [], computations: [], proposed: [], index: prepareEvidence(given) });
  expect(grounding.numbers).toMatchObject([{ text: printed, verdict: "unsupported" }]);
});

property.prop(
  [
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(
      fc.record({
        expression: fc.string({ maxLength: 30 }),
        value: fc.double({ noNaN: true, noDefaultInfinity: true }),
      }),
      { maxLength: 4 },
    ),
    fc.array(fc.record({ label: fc.string(), value: fc.double() }), { maxLength: 4 }),
    fc.array(fc.record({ claim: fc.string({ unit: "binary" }), evidence: fc.array(fc.string()) }), { maxLength: 4 }),
    fc.array(fc.record({ value: fc.double(), text: fc.string({ unit: "binary" }) }), { maxLength: 4 }),
  ],
  { seed: 3, numRuns: 500 },
)("any input is judged, and the counts add up", (text, computations, proposed, points, given) => {
  const odd = prepareEvidence([
    ...evidence,
    ...given.map(({ value, text: words }, at) => item(`S${at}`, value, "USD", words)),
  ]);
  const grounding = Grounding.parse(ground({ text, points, computations, proposed, index: odd }));
  expect(grounding.supported + grounding.unsupported).toBe(grounding.numbers.length);
});
