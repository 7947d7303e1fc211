import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { AnalystAnswer, ProposalAnswer, ThesisAnswer, VerdictAnswer } from "#src/contract/run/answers.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { readAnswer, toolCallsIn } from "./read-answer.ts";

function verdict(change: object) {
  const whole = {
    text: "It may rise.",
    rating: "Buy",
    thesis: "Growth.",
    target: 210,
    horizon_days: 90,
    confidence: 0.7,
  };
  return readAnswer(VerdictAnswer, { raw: JSON.stringify({ ...whole, ...change }), prose: "", isCut: false });
}

describe("a value in another form", () => {
  test.each<[object, object]>([
    [{ confidence: 75 }, { confidence: 0.75 }],
    [{ confidence: "70 %" }, { confidence: 0.7 }],
    [{ confidence: "0.7" }, { confidence: 0.7 }],
    [{ horizon_days: "3 months" }, { horizon_days: 90 }],
    [{ horizon_days: 90.5 }, { horizon_days: 91 }],
    [{ horizon_days: "one year" }, { horizon_days: 365 }],
    [{ target: "$1,234.50" }, { target: 1234.5 }],
    [{ target: "190,5 EUR" }, { target: 190.5 }],
    [{ target: "１９０" }, { target: 190 }],
    [{ rating: "BUY" }, { rating: "Buy" }],
    [{ rating: "Hold (fairly valued, no edge)" }, { rating: "Hold" }],
    [{ rating: "**Sell** - momentum is gone" }, { rating: "Sell" }],
    [{ rating: "Overweight 📈" }, { rating: "Overweight" }],
    [{ rating: "Rating.UNDERWEIGHT" }, { rating: "Underweight" }],
    [{ rating: ["Sell"] }, { rating: "Sell" }],
    [{ rating: { value: "Sell", reason: "not a Buy" } }, { rating: "Sell" }],
    [{ confidence: { value: 0.6 } }, { confidence: 0.6 }],
    [{ confidence: "7/10" }, { confidence: 0.7 }],
    [{ confidence: "65 out of 100" }, { confidence: 0.65 }],
    [{ confidence: "high (80 %)" }, { confidence: 0.8 }],
    [{ confidence: "0.6 (moderate)" }, { confidence: 0.6 }],
    [{ horizon_days: "12m" }, { horizon_days: 360 }],
    [{ horizon_days: "6 mo" }, { horizon_days: 180 }],
    [{ target: [190.5] }, { target: 190.5 }],
    [{ text: { summary: "It may rise.", risks: "It may fall." } }, { text: "It may rise.\n\nIt may fall." }],
  ])("%j is read as %j, and noted", (given, read) => {
    const { answer, problem, reading } = verdict(given);
    expect(answer).toMatchObject(read);
    expect(problem).toBeNull();
    expect(reading?.steps).toEqual(["converted"]);
    expect(reading?.conversions).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ confidence: "high" }, "confidence"],
    [{ confidence: 1.5 }, "confidence"],
    [{ confidence: -0.2 }, "confidence"],
    [{ horizon_days: "3-6 months" }, "horizon_days"],
    [{ horizon_days: "soon" }, "horizon_days"],
    [{ target: "190-200" }, "target"],
    [{ target: "about the high" }, "target"],
    [{ target: "12 %" }, "target"],
    [{ target: -4 }, "target"],
    [{ rating: "Strong Buy" }, "rating"],
    [{ rating: "Strong.Buy" }, "rating"],
    [{ rating: "Buy/Hold" }, "rating"],
    [{ rating: "Overweight (from Hold)" }, "rating"],
    [{ rating: "Buy (but only below 150)" }, "rating"],
    [{ rating: "Buy - not" }, "rating"],
    [{ rating: "Buy (no)" }, "rating"],
    [{ rating: "Buy (?)" }, "rating"],
    [{ rating: "Hold – formerly strong" }, "rating"],
    [{ rating: ["Buy", "Hold"] }, "rating"],
    [{ rating: { value: "Buy", label: "Hold" } }, "rating"],
    [{ rating: { bull: "Buy", bear: "Sell" } }, "rating"],
    [{ rating: "Neutral" }, "rating"],
    [{ confidence: "11/10" }, "confidence"],
    [{ confidence: "medium" }, "confidence"],
    [{ confidence: "4/5" }, "confidence"],
    [{ rating: undefined }, "rating"],
  ])("%j is not guessed, and the other fields stand", (given, lost) => {
    const { answer, problem, reading } = verdict(given);
    expect(answer).toMatchObject({ text: "It may rise.", thesis: "Growth.", [lost]: null });
    expect(problem).toContain(lost);
    expect(reading).toMatchObject({ steps: ["field_by_field"], missing: [lost] });
  });
});

test("points as texts keep the ids that they cite", () => {
  const raw = JSON.stringify({
    text: "x",
    score: "+1",
    points: ["Margins grow [F3].", { claim: "Debt falls", evidence: "F4, F5", side: "For" }, 7],
  });
  expect(readAnswer(AnalystAnswer, { raw, prose: "", isCut: false }).answer).toEqual({
    text: "x",
    score: 1,
    points: [
      { claim: "Margins grow [F3].", evidence: ["F3"], side: "context" },
      { claim: "Debt falls", evidence: ["F4", "F5"], side: "for" },
    ],
  });
});

test("null stands for an empty list", () => {
  const raw = '{"text": "x", "score": 1, "points": null}';
  expect(readAnswer(AnalystAnswer, { raw, prose: "", isCut: false }).answer).toMatchObject({ points: [] });
});

test("names in another style are the same fields", () => {
  const raw = '{"Text":"x","Action":"SELL","entryPrice":100,"Stop Loss":"110","take_profit":80,"sizePct":"5%"}';
  expect(readAnswer(ProposalAnswer, { raw, prose: "", isCut: false }).answer).toEqual({
    text: "x",
    action: "sell",
    entry: 100,
    stop: 110,
    target: 80,
    size_pct: 5,
  });
});

test("a report beside the object is its text", () => {
  const report =
    "## Outlook\n\nThe trend is up on every horizon, and the margin grows [F3]. Nothing speaks against it.";
  const read = readAnswer(ProposalAnswer, {
    raw: `${report}\n\n\`\`\`json\n{"action":"buy","entry":1,"stop":null,"target":null,"size_pct":null}\n\`\`\``,
    prose: "",
    isCut: false,
  });
  expect(read).toMatchObject({ text: report, answer: { action: "buy" }, problem: null });
});

test("values in tags of their own are fields, and a field that stands there twice is disputed", () => {
  const raw = `<answer><text>Debt < cash. It may fall.</text><rating>SELL</rating><thesis>Debt.</thesis><target>80</target>
<horizon_days>90</horizon_days><confidence>0.7</confidence></answer>`;
  const { answer, reading } = readAnswer(VerdictAnswer, { raw, prose: "", isCut: false });
  expect(answer).toMatchObject({ text: "Debt < cash. It may fall.", rating: "Sell", target: 80, confidence: 0.7 });
  expect(reading?.steps).toEqual(["unwrapped", "converted"]);
  const twice = readAnswer(VerdictAnswer, { raw: `${raw}<rating>Buy</rating>`, prose: "", isCut: false });
  expect(twice).toMatchObject({ answer: { rating: null }, reading: { disputed: ["rating"] } });
  const prose = "The bear ends with <rating>Sell</rating>, which I do not share.";
  expect(readAnswer(VerdictAnswer, { raw: prose, prose: "", isCut: false })).toMatchObject({
    text: prose,
    answer: null,
  });
});

test("references in braces are words of the prose, and no object", () => {
  const raw = "Revenue grew {{F3}} to {{F1}}, and {{(F13-F12)/F12}} of it was cash.";
  expect(readAnswer(VerdictAnswer, { raw, prose: "", isCut: false })).toMatchObject({ text: raw, answer: null });
  const beside = `${raw}\n\n{"rating": "Buy", "thesis": "It grew {{F3}}.", "target": null, "horizon_days": 30, "confidence": 0.5}`;
  expect(readAnswer(VerdictAnswer, { raw: beside, prose: "", isCut: false })).toMatchObject({
    answer: { rating: "Buy", thesis: "It grew {{F3}}." },
  });
  const broken = `{"text": "It grew {{F3}}.", "rating": "Buy", "thesis": "It grew {{F3}}", "target": null, "horizon_days": 30, "confidence": 0.5`;
  expect(readAnswer(VerdictAnswer, { raw: broken, prose: "", isCut: true })).toMatchObject({
    answer: { text: "It grew {{F3}}.", thesis: "It grew {{F3}}", rating: "Buy" },
  });
});

test("an answer as it was asked for is taken as it is", () => {
  expect(verdict({})).toMatchObject({ problem: null });
  expect(verdict({})).not.toHaveProperty("reading");
});

const condition = {
  said: "Two closes below 187, {so} to say",
  measure: "M1",
  comparator: "below",
  threshold: 187.25,
  unit: "USD",
  sessions: 2,
  next_filing: true,
  by: "2025-09-01",
  // Models name fields of the answer inside of it.
  text: "It broke.",
};
const fields = {
  text: 'It may "fall" {{M1}} [M3].',
  rating: "Sell",
  thesis: "Growth, and {more.",
  target: 80.5,
  horizon_days: 90,
  confidence: 0.7,
};
const dresses: Readonly<Record<string, (json: string) => string>> = {
  bare: (json) => json,
  "in a fence": (json) => `\`\`\`json\n${json}`,
  "behind prose": (json) => `Of {what} I know:\n${json}`,
  "behind thoughts": (json) => `<think>{"rating":"Buy"}</think>${json}`,
  "under a key": (json) => `{"answer":${json}`,
  "in an array": (json) => `[${json}`,
  "as a text of JSON": (json) => `{"answer":${JSON.stringify(json).slice(0, -1)}`,
};

property.prop(
  [
    fc.constantFrom(...Object.keys(dresses)),
    fc.shuffledSubarray([...Object.entries(fields), ["conditions", [condition, condition]] as const], { minLength: 7 }),
    fc.constantFrom(0, 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ],
  { seed: 8, numRuns: 400 },
)(
  "an answer that is cut loses nothing that stood before the cut, wherever that is",
  (dress, entries, indent, share) => {
    const json = JSON.stringify(Object.fromEntries(entries), null, indent);
    const cut = json.slice(0, Math.floor(share * json.length));
    const raw = dresses[dress]?.(cut) ?? cut;
    const { answer } = readAnswer(ThesisAnswer, { raw, prose: "", isCut: true });
    const standing = Object.entries(fields).filter(([key, value]) =>
      cut.includes(`${JSON.stringify(key)}:${indent === 0 ? "" : " "}${JSON.stringify(value)},`),
    );
    expect(answer ?? {}).toMatchObject(Object.fromEntries(standing));
  },
);

test("nor does one whose texts have line ends as they stand, which JSON forbids, at any cut", () => {
  const wide = { ...fields, text: "It may fall.\n\nRating: Sell", thesis: "Growth [M1], {{M2}} {more}." };
  const json = JSON.stringify({ ...wide, conditions: [condition] });
  const lost: string[] = [];
  for (let at = 1; at < json.length; at += 1) {
    const cut = json.slice(0, at);
    const { answer } = readAnswer(ThesisAnswer, { raw: cut.replaceAll("\\n", "\n"), prose: "", isCut: true });
    const read = new Map(Object.entries(answer ?? {}));
    for (const [key, value] of Object.entries(wide))
      if (cut.includes(`${JSON.stringify(key)}:${JSON.stringify(value)},`) && read.get(key) !== value)
        lost.push(`${key} at …${cut.slice(-12)}`);
  }
  expect(lost).toEqual([]);
});

const open = ["search_news", "price_history"];
const input = { query: "china", days: 30 };
const object = JSON.stringify({ name: "search_news", arguments: input });

describe("a request for a tool is read", () => {
  test.each([
    ["bare", object],
    ["in <tool_call>", `<tool_call>\n${object}\n</tool_call>`],
    ["behind thoughts", `<think>I need news.</think>${object}`],
    ["as a list behind [TOOL_CALLS]", `[TOOL_CALLS][${object}]`],
    ["with [ARGS]", `[TOOL_CALLS]search_news[ARGS]${JSON.stringify(input)}`],
    ["with the name before its object", `[TOOL_CALLS]search_news${JSON.stringify(input)}</s>`],
    ["in <function=…>", `<function=search_news>${JSON.stringify(input)}</function>`],
    [
      "with <parameter=…>",
      "<function=search_news>\n<parameter=query>\nchina\n</parameter>\n<parameter=days>30</parameter>\n</function>",
    ],
    [
      "in a channel of harmony",
      `<|channel|>analysis<|message|>I need news.<|end|><|start|>assistant<|channel|>commentary to=functions.search_news <|constrain|>json<|message|>${JSON.stringify(input)}<|call|>`,
    ],
    ["with its arguments as a text", JSON.stringify({ name: "search_news", arguments: JSON.stringify(input) })],
  ])("%s", (_name, text) => {
    expect(toolCallsIn(text, open)).toEqual([{ id: "text-1", name: "search_news", input }]);
  });

  test("once for each", () => {
    const two = `[TOOL_CALLS]search_news[ARGS]${JSON.stringify(input)}[TOOL_CALLS]price_history[ARGS]{"sessions":20}`;
    expect(toolCallsIn(two, open).map(({ name }) => name)).toEqual(open);
  });
});

test.each([
  ["of a tool that is not open", '{"name":"delete_all","arguments":{}}'],
  ["in prose", "I would call search_news for china."],
  ["only thought of", `<think>${object}</think>{"text":"No."}`],
])("none is read %s", (_name, text) => {
  expect(toolCallsIn(text, open)).toEqual([]);
});

test.each(["<function=a>{", "[TOOL_CALLS]a{", "to=functions.a<|message|>{", "<function=a><parameter=b>"])(
  "200 KB of %j take time in proportion",
  (piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return processorMs(() => void toolCallsIn(text, open));
    };
    timeOf(20_000);
    const [short, long] = [timeOf(50_000), timeOf(200_000)];
    expect(long).toBeLessThan(Math.max(400, short * 12));
  },
);
