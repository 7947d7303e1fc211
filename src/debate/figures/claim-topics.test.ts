import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Evidence } from "#src/contract/run/evidence.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { prepareFigures, readStatement } from "./figures.ts";

function item(id: string, key: string, label: string, value: number | null, text: string | null = null): Evidence {
  return {
    id,
    key,
    label,
    value,
    text,
    unit: value === null ? null : "%",
    at: "2025-06-02",
    source: "test",
    source_ids: [],
    formula: null,
    hash: "",
  };
}

const evidence = [
  item("M1", "rsi_14", "RSI, 14 sessions", 31.6),
  item("M2", "return_21d", "Return over 21 sessions", -14.4),
  item("F1", "revenue_growth_yoy", "Revenue growth, trailing year on year", 10.4),
  item("N1", "news", "News", null, "Maker raises its full-year forecast after strong orders"),
  item("N2", "news", "News", null, "Regulator approves the drug for a second use"),
];
const index = prepareFigures(evidence);

interface Said {
  readonly text?: string;
  readonly claim?: string;
  readonly ids?: readonly string[];
  readonly thesis?: string;
  readonly language?: string;
  readonly isTrusted?: boolean;
}

/** What is marked in a claim or a thesis, by kind. */
function marked({ text = "", claim, ids = [], thesis, ...rest }: Said): string[] {
  const read = readStatement({
    text,
    points: claim === undefined ? [] : [{ claim, evidence: [...ids] }],
    fields: thesis === undefined ? {} : { thesis },
    index,
    currency: "USD",
    own: {},
    proposed: [],
    ...rest,
  });
  const told = (whole: string, spans: readonly TextSpan[]): string[] =>
    spans
      .filter(({ kind }) => kind === "uncited" || kind === "opinion")
      .map(({ kind, from, to }) => `${kind}: ${whole.slice(from, to)}`);
  return [
    ...read.checked.points.flatMap((spans, place) => told(read.points[place]?.claim ?? "", spans)),
    ...Object.entries(read.checked.fields).flatMap(([name, spans]) => told(read.fields[name] ?? "", spans)),
  ];
}

describe("a claim that nothing cited speaks of is marked", () => {
  test.each<[string, Said, string[]]>([
    ["guidance on the RSI", { claim: "Management raised its guidance again", ids: ["M1"] }, ["uncited: guidance"]],
    [
      "an approval on a return",
      { claim: "The FDA will approve the drug", ids: ["M2"] },
      ["uncited: FDA", "opinion: will"],
    ],
    ["a takeover on growth", { claim: "A takeover bid is on its way [F1]" }, ["uncited: takeover"]],
    ["margins on the RSI", { claim: "Margins are widening", ids: ["M1"] }, ["uncited: Margins"]],
    ["nothing at all", { claim: "This is a wonderful company." }, ["uncited: company"]],
    [
      "a thesis that tells of an event and is sure of it",
      { text: "The trend is weak [M2].", thesis: "The FDA will approve the drug and the shares are certain to rise." },
      ["uncited: FDA", "opinion: will", "opinion: certain to"],
    ],
    ["a thesis of an answer without any evidence", { thesis: "It is cheap." }, ["uncited: cheap"]],
  ])("%s", (_name, said, found) => {
    expect(marked(said)).toEqual(found);
  });
});

describe("a claim that what is cited speaks of is not", () => {
  test.each<[string, Said]>([
    ["news of guidance", { claim: "Management raised its guidance", ids: ["N1"] }],
    ["news of an approval", { claim: "The drug is approved for a second use [N2]" }],
    ["news that says what will be", { claim: "The drug will be sold for a second use [N2]" }],
    ["one of two topics", { claim: "Momentum is weak although revenue grows", ids: ["F1"] }],
    ["a figure that the evidence holds", { claim: "Revenue grew 10.4%" }],
    ["what may be", { claim: "A takeover could come, and guidance may be cut", ids: ["M1"] }],
    ["what is not there", { claim: "There is no guidance, and no takeover in sight", ids: ["M1"] }],
    ["a condition", { claim: "If the RSI falls further, the trend will break", ids: ["M1"] }],
    ["no promise", { claim: "A recovery is not guaranteed, nor certain", ids: ["M1"] }],
    ["certain of several", { claim: "Certain indicators are weak", ids: ["M1"] }],
    ["a thesis whose evidence stands in the text", { text: "RSI is low [M1].", thesis: "Momentum is weak." }],
    ["another language", { thesis: "Das ist sicher.", language: "de" }],
    ["what code wrote", { claim: "This will rise.", isTrusted: true }],
  ])("%s", (_name, said) => {
    expect(marked(said)).toEqual([]);
  });
});

const cases = new URL("../../../../shared/cases/model-prose.json", import.meta.url);
const isMissing = !existsSync(cases);
const isCi = process.env["CI"] === "true";
const Prose = z.object({
  own: z.record(z.string(), z.number()),
  sentences: z.array(z.tuple([z.enum(["right", "wrong"]), z.string(), z.string()]).rest(z.array(z.string()))),
  evidence: z.array(z.looseObject({})),
});

test.skipIf(isMissing && !isCi)(
  "of ordinary prose (../shared/cases/model-prose.json) hardly a right claim is marked",
  () => {
    const { own, sentences, evidence: given } = Prose.parse(JSON.parse(readFileSync(cases, "utf8")));
    const all = given.map((one) => Evidence.parse({ source_ids: [], formula: null, hash: "", ...one }));
    const right = sentences.filter(([truth]) => truth === "right");
    const found = right.flatMap(([, kind, sentence, declared = []]) => {
      const { checked } = readStatement({
        text: "",
        points: [{ claim: sentence, evidence: declared }],
        fields: {},
        index: prepareFigures(all),
        currency: "USD",
        own,
        proposed: [],
      });
      const spans = checked.points.flat().filter(({ kind: one }) => one === "uncited" || one === "opinion");
      return spans.map((span) => `${kind}: ${span.kind} ${sentence.slice(span.from, span.to)}`);
    });
    expect(right.length).toBeGreaterThan(40);
    // Sentences that cite nothing at all, taken as points.
    expect(found.filter((one) => !one.startsWith("uncited"))).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(3);
  },
);
