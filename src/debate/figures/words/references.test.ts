import { expect, test } from "vitest";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { isFlagged } from "#src/contract/run/spans.ts";
import { prepareFigures, readStatement, streamReferences, type ReadStatement, type Statement } from "../figures.ts";

/** Some of a run's evidence, in its own units. */
const values: readonly (readonly [id: string, key: string, unit: string, value: number])[] = [
  ["M1", "close", "USD", 43.74],
  ["M5", "sma_200", "USD", 52.5114],
  ["M6", "close_vs_sma_200", "%", -16.7],
  ["M11", "macd_hist", "USD", -0.6354],
  ["M12", "rsi_14", "points", 31.58],
  ["M16", "atr_14", "USD", 1.3355],
  ["M20", "volume_ratio_20", "x", 0.905],
  ["M23", "return_21d", "%", -14.37],
  ["M24", "return_63d", "%", 8.27],
  ["M25", "return_252d", "%", -27.21],
  ["M26", "volatility_21", "%", 26.2],
  ["M27", "volatility_63", "%", 39.21],
  ["M34", "relative_strength_63", "%", 10],
  ["M36", "beta_252", "x", 0.985],
  ["S1", "social_count_7d", "count", 35],
  ["F1", "revenue_ttm", "USD", 4_269_600_000],
  ["F5", "gross_margin_change_yoy", "%", 0.15],
  ["F11", "eps_diluted_ttm", "USD/share", 2.16],
  ["F15", "free_cash_flow_ttm", "USD", 750_749_000],
  ["F16", "buybacks_ttm", "USD", 281_041_000],
  ["F24", "net_debt", "USD", -1_718_237_000],
  ["F27", "shares_outstanding", "shares", 374_337_000],
  ["F30", "pe_ttm", "x", 20.25],
  ["F31", "market_cap", "USD", 400_400_000_000],
  ["F37", "days_since_last_filing", "days", 38],
];

const plain = { text: null, at: "2019-06-03", source: "archive", source_ids: [], formula: null, hash: "" };
const evidence: Evidence[] = [
  ...values.map(([id, key, unit, value]) => ({ ...plain, id, key, label: key, value, unit })),
  { ...plain, id: "N9", key: "news", label: "News", value: null, unit: null, text: "Target raised to $60" },
];
const base: Omit<Statement, "text"> = {
  points: [],
  fields: {},
  index: prepareFigures(evidence),
  currency: "USD",
  own: { entry: 43.7, stop: 41.1, target: 49.5, size_pct: 6, horizon_days: 30, confidence: 0.55 },
  proposed: [],
};

function read(text: string, more: Partial<Statement> = {}): ReadStatement {
  return readStatement({ ...base, ...more, text, isTrusted: true });
}

/** In pieces of every size, what streams is what is stored. */
function streamed(text: string, size: number, more: Partial<Statement> = {}): string {
  const stream = streamReferences({ ...base, ...more });
  let out = "";
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end();
}

const written: readonly (readonly [raw: string, text: string])[] = [
  [
    "Shares closed at {{M1}}, {{M6}} below their 200-day average.",
    "Shares closed at $43.74, 16.7% below their 200-day average.",
  ],
  ["{{F31}} and {{F1}}", "$400.4 billion and $4.27 billion"],
  ["{{M34}}, {{F30}}, {{M12}}, {{M36}}, {{S1}}, {{F37}}", "10 percentage points, 20.3x, 31.6, 0.99, 35, 38 days"],
  ["A histogram of {{M11}}", "A histogram of −0.64"],
  ["{{F27}} and {{F27}} shares", "374.3 million shares and 374.3 million shares"],
  // A sign that words say already.
  ["fell {{M23}}", "fell 14.4%"],
  ["down about {{M23}}", "down about 14.4%"],
  ["a loss of {{M23}} [M23]", "a loss of 14.4% [M23]"],
  ["a {{M23}} drop", "a 14.4% drop"],
  ["lost {{M23}} over 21 sessions and {{M25}} over 252", "lost 14.4% over 21 sessions and 27.2% over 252"],
  ["net cash of {{F24}}", "net cash of $1.72 billion"],
  ["a return of {{M23}}", "a return of −14.4%"],
  ["rose {{M23}}", "rose −14.4%"],
  ["fell to {{M6}}", "fell to −16.7%"],
  ["{{M6|abs}} and {{ M6 | abs }}", "16.7% and 16.7%"],
  ["-{{M6}}, −{{M6}}, +{{M6}}, +{{M24}}", "−16.7%, −16.7%, −16.7%, +8.3%"],
  // A unit that is typed beside.
  ["{{M6}} %, {{M6}}%, {{M6}} percent", "−16.7%, −16.7%, −16.7%"],
  ["${{M1}}, US${{M1}}, USD {{M1}}, {{M1}} USD", "$43.74, $43.74, $43.74, $43.74"],
  ["{{F30}}x, {{F30}} times, {{M20}} times", "20.3x, 20.3 times, 0.91 times"],
  ["{{F1}} billion", "$4.27 billion"],
  [
    "{{M34}} percentage points, {{M34}}pp, {{M34}} %",
    "10 percentage points, 10 percentage points, 10 percentage points",
  ],
  ["{{F5}} basis points", "15 basis points"],
  ["{{F37}} days, {{horizon}}-day", "38 days, 30-day"],
  // In marks of Markdown.
  ["**{{M1}}** | {{F30}} | _{{M12}}_ [M12]", "**$43.74** | 20.3x | _31.6_ [M12]"],
  // Worked out.
  ["{{(M1-M5)/M5}}, {{M1/M5-1}}, {{(M1 - M5) / M5 * 100}}", "−16.7%, −16.7%, −16.7%"],
  ["{{M26-M27}}", "−13 percentage points"],
  ["{{F31/F1}}, {{F16/F15|%}}", "93.8x, 37.4%"],
  ["{{M1*F27}}, {{M1/F11}}, {{F1/F27}}", "$16.4 billion, 20.3x, $11.41"],
  ["{{F1*M26}}", "$1.12 billion"],
  ["{{(entry-stop)/M16}} ATR", "1.95 ATR"],
  ["{{(target-entry)/(entry-stop)}} to 1", "2.23 to 1"],
  ["{{(target-M1)/M1}} away", "13.2% away"],
  ["{{size}} at {{entry}}, {{confidence}}, {{horizon}}", "6% at $43.70, 55%, 30 days"],
  // What is none.
  ["{{ user.name }} and {{}} and {{x", "{{ user.name }} and {{}} and {{x"],
  // Braces in excess, or not enough of them.
  ["{{{M1}}} {{{{M1}}}} {{{M1}} {{M1}}}.", "$43.74 $43.74 $43.74 $43.74}."],
  ["{{{{ user.name }}}} {{{{{{", "{{{{ user.name }}}} [no figure]"],
  ["{{M1} and {{M6|abs below {{M5, {{M1.", "$43.74 and 16.7% below $52.51, $43.74."],
  ["{{M1: {{M1x} {{M1y}}", "$43.74: {{M1x} {{M1y}}"],
  ["It closed at {{", "It closed at [no figure]"],
  ["It closed at {{M1", "It closed at [no figure: M1]"],
  ["Up {{(M1-M5)/", "Up [no figure: (M1-M5)/]"],
  ["A stop at {{sto", "A stop at [no figure: sto]"],
  ["{{M99}}, {{N9}}, {{M1+F1}}, {{M1 *}}", "[no figure: M99], [no figure: N9], [no figure: M1+F1], [no figure: M1 *]"],
];

test.each(written)("%s", (raw, text) => {
  const { text: stored, checked } = read(raw);
  expect(stored).toBe(text);
  for (const size of [1, 3, 7, 64]) expect(streamed(raw, size)).toBe(text);
  for (const { from, to } of checked.text) expect(stored.slice(from, to)).toMatch(/\S/);
});

test.each([
  ["de", "{{M1}} {{M6}} {{F1}} {{M34}}", "43,74 $ −16,7 % 4,27 Milliarden $ 10 Prozentpunkte"],
  ["de", "{{M6}} Prozent", "−16,7 %"],
  ["ja", "{{M1}} {{F1}} {{F30}}", "$43.74 $42.7億 20.3倍"],
  ["hi", "{{F27}}", "37.43 करोड़"],
  ["pt-BR", "{{M6}}", "−16,7%"],
])("in %s %s", (language, raw, text) => {
  expect(read(raw, { language }).text.replaceAll(/[\u00A0\u202F]/g, " ")).toBe(text);
  expect(streamed(raw, 2, { language }).replaceAll(/[\u00A0\u202F]/g, " ")).toBe(text);
});

test("money of other currencies", () => {
  const priced = (unit: string): ReadStatement =>
    read("{{M1}}", {
      index: prepareFigures([{ ...plain, id: "M1", key: "close", label: "Close", value: 43.74, unit }]),
    });
  expect(["EUR", "GBP", "CAD", "USDT", "GBp"].map((unit) => priced(unit).text)).toEqual([
    "€43.74",
    "£43.74",
    "CA$43.74",
    "43.74 USDT",
    "43.74 GBp",
  ]);
});

test("what the speaker has yet to set is dots while its text streams, and what others set is not", () => {
  const proposed = [{ label: "trader stop", value: 41.1 }];
  const open = ["text", "target", "confidence"];
  const stream = streamReferences({ ...base, own: {}, proposed, open });
  const said = "Stop {{stop}}, target {{target}}, {{(target-M1)/M1}} away, {{confidence}} sure.";
  expect(stream.push(said) + stream.end()).toBe("Stop $41.10, target …, … away, … sure.");
});

test("prices of an index are points, which have no currency", () => {
  const index = { isIndex: true };
  const said = "At {{M1}}, {{M6|abs}} below {{M5}}; entry ${{entry}}, range {{M5-M1}} points, {{M1*2}}";
  expect(read(said, index).text).toBe("At 43.74, 16.7% below 52.51; entry 43.70, range 8.77 points, 87.48");
  expect(streamed("{{M1}} {{M11}} {{F1}}", 1, index)).toBe("43.74 −0.64 $4.27 billion");
  expect(read("{{M1}}").text).toBe("$43.74");
  expect(readStatement({ ...base, ...index, text: "It closed at $44.74 [M1]." }).denials).toEqual([
    'You wrote "$44.74" but M1 is 43.74.',
  ]);
});

test("spans say what was written where, and points hold the ids of their references", () => {
  const { text, points, checked } = readStatement({
    ...base,
    isTrusted: true,
    text: "Up {{M24}} [M24, M99]; stop {{stop}}, {{(target-M1)/M1}}, {{M98}}",
    points: [{ claim: "{{F30}} on {{F11/M1}}", evidence: ["M1", "X7"] }],
  });
  expect(
    checked.text.map(({ from, to, kind, ids, expression }) => [text.slice(from, to), kind, ids, expression]),
  ).toEqual([
    ["8.3%", "reference", ["M24"], null],
    ["M24", "citation", ["M24"], null],
    ["M99", "unknown_id", ["M99"], null],
    ["$41.10", "own", [], "own stop"],
    ["13.2%", "reference", ["M1"], "(target - M1) / M1"],
    ["[no figure: M98]", "unsupported", [], null],
  ]);
  expect(points[0]?.evidence).toEqual(["M1", "X7", "F30", "F11"]);
});

test("terms that others set", () => {
  const proposed = [
    { label: "trader stop", value: 40 },
    { label: "trader size_pct", value: 5 },
    { label: "conservative size_pct", value: 2.5 },
  ];
  const { text, checked } = read("{{stop}}, {{size}}, {{target}}", { own: {}, proposed });
  expect(text).toBe("$40.00, 2.5%, [no figure: target]");
  expect(checked.text.map(({ expression }) => expression)).toEqual(["trader stop", "conservative size", null]);
});

test("denials name the reason", () => {
  const { denials } = read("{{M99}} {{N9}} {{M1+F1}} {{M6*7}} [M97] {{M99}}", {
    points: [{ claim: "A", evidence: ["M96"] }],
  });
  expect(denials).toEqual([
    '"{{M99}}" names no figure: there is no evidence M99.',
    '"{{N9}}" names no figure: N9 is a text and has no value.',
    '"{{M1+F1}}" names no figure: a price in USD and an amount in USD cannot be added.',
    expect.stringMatching(/^"\{\{M6\*7\}\}" names no figure: 7 is not one of the constants 1, 2/),
    "There is no evidence M97.",
    "There is no evidence M96.",
  ]);
});

test("what code wrote is not read, and what an agent typed is", () => {
  const wrong = "The shares gained 99.9% [M23]";
  expect(readStatement({ ...base, text: wrong, isTrusted: true }).checked.text.some(isFlagged)).toBe(false);
  expect(readStatement({ ...base, text: wrong }).checked.text.some(isFlagged)).toBe(true);
});
