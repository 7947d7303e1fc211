import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Analyst } from "#src/contract/analysis.ts";
import { Agent as AgentName, type Agent } from "#src/contract/answers.ts";
import { checkedOf } from "#src/contract/checked.ts";
import { type Evidence, unusualMark } from "#src/contract/evidence.ts";
import { allSpans, isFlagged } from "#src/contract/spans.ts";
import type { Digest } from "#src/debate/agents/role.ts";
import { prepareFigures, readStatement } from "#src/debate/figures/figures.ts";
import type { AnswerBase, Brief } from "#src/reasoners/reasoner.ts";
import { argumentOf, endOf, factOf, sentences } from "#src/reasoners/rules/phrases.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { reasonsOf, rulesOf } from "#src/reasoners/rules/rules.ts";
import { answerOf } from "#src/reasoners/rules/voices.ts";
import { subjectOf } from "#src/reasoners/rules/subject.ts";
import { capitalised, sentence } from "#src/reasoners/rules/wording.ts";
import { anyEvidence, briefFor, everyMeasure, instruments, numbered } from "#tests/support/rules-evidence.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";

/* Reads all that the rules engine can say, as an editor would. */

const reasoner = createRulesReasoner();
const produced = await everyMeasure();

const rules = Analyst.options.flatMap((analyst) => rulesOf[analyst].map((rule) => ({ analyst, ...rule })));

/** Bounds at which a rule changes sides stand in its table and in no evidence: `above 22x`. */
const bounds = rules.flatMap(({ key, turns }) =>
  turns === undefined ? [] : [`${turns.at}${(produced.get(key)?.unit ?? "").replace(/[^x%]/g, "")}`],
);

/** All else that is a digit must be a reference: windows name a measure, and a citation is no figure. */
const typed = new RegExp(
  `\\{\\{[^}]*\\}\\}|\\[[MSNF]\\d+\\]|\\b(?:20|50|63|90|200|252)-day\\b|\\b52-week\\b|\\b(?:above|below) (?:${bounds.map((bound) => bound.replace(".", "\\.")).join("|")})(?= |\\.(?!\\d))`,
  "g",
);

const banned =
  /\b(?:the rules read|by the rules|speaks? (?:for|against)|dear|comes to|argued|session mean|undefined|null|NaN)\b|_/i;

/** What is wrong with a text as it was written, and as it is read. */
function faults(written: string, read: string): string[] {
  const found: string[] = [];
  if (/\d/.test(written.replaceAll(typed, ""))) found.push("a digit is typed");
  if (/\{\{|\}\}/.test(read)) found.push("a reference is left");
  if (/ {2}| [,.;:]|[.,;:]{2}|%\s*%|[$€]\s*[$€]|[−-]{2}|\bx x\b|percentage points? percent/.test(read))
    found.push("something stands twice");
  for (const paragraph of read.split("\n").filter((line) => line !== "" && !line.startsWith("Rating: "))) {
    for (const one of paragraph.split(/(?<=[.?!])\s+/)) {
      const words = one.replaceAll(/ \[[MSNF]\d+\]/g, "").split(" ");
      if (!/^\p{Lu}/u.test(one)) found.push(`no capital: ${one}`);
      if (!one.endsWith(".")) found.push(`no full stop: ${one}`);
      if (words.length > 35) found.push(`${words.length} words: ${one}`);
      if (banned.test(one)) found.push(`a word that nobody says: ${one}`);
    }
  }
  return found;
}

interface Told {
  readonly texts: readonly string[];
  readonly index: ReturnType<typeof prepareFigures>;
  readonly own?: Readonly<Record<string, number | null>>;
  readonly proposed?: Digest["proposed"];
}

/** The texts as they are read, each with what is wrong with it. */
function read({ texts, index, own = {}, proposed = [] }: Told): { read: string; faults: string[] }[] {
  const fields = Object.fromEntries(texts.map((text, place) => [`text_${place}`, text]));
  const statement = readStatement({
    text: "",
    points: [],
    fields,
    index,
    currency: "USD",
    own,
    proposed,
    isTrusted: true,
  });
  const flagged = allSpans(statement.checked).filter(isFlagged);
  return texts.map((text, place) => {
    const printed = statement.fields[`text_${place}`] ?? "";
    const missing = place === 0 ? [...flagged.map(({ kind }) => kind), ...statement.denials] : [];
    return { read: printed, faults: [...faults(text, printed), ...missing] };
  });
}

const values = [
  -120, -60, -40, -30, -12, -6, -3, -1, -0.4, -0.05, 0, 0.05, 0.4, 0.9, 1, 1.3, 1.6, 2.9, 4, 9, 14, 22, 25, 33, 48, 58,
  71, 90, 130,
];
const counts = [null, 1, 3, 60];

function evidenceFor(key: string, value: number, count: number | null): Evidence[] {
  const item = produced.get(key);
  if (item === undefined) throw new Error(`no run has ${key}`);
  const beside = ["atr_14", "news_count_7d", "news_count_30d", "social_count_7d"].flatMap((other) => {
    const found = produced.get(other);
    return found === undefined || count === null ? [] : [{ ...found, value: other === "atr_14" ? 2 : count }];
  });
  // What a run marked was another value.
  return numbered([{ ...item, label: item.label.replace(unusualMark, ""), value }, ...beside]);
}

describe("every sentence of the table", () => {
  test.each(rules)("on $key reads well, whatever the value, for a stock, a coin and an index", ({ analyst, key }) => {
    const reached = new Set<string>();
    for (const instrument of Object.values(instruments)) {
      const s = subjectOf(instrument);
      for (const [value, count] of values.flatMap((value) => counts.map((count) => [value, count] as const))) {
        const evidence = evidenceFor(key, value, count);
        const reason = reasonsOf(analyst, evidence).find(({ item }) => item.key === key);
        if (reason === undefined) throw new Error(`${key} is not read`);
        reached.add(reason.reads);
        const texts = [
          sentence(factOf(reason, s)),
          sentence(factOf(reason, s, { id: "M1" })),
          sentence(argumentOf(reason, s)),
          sentence(`the bear is right that ${factOf(reason, s)}`),
          ...(["below", "above"] as const).flatMap((side) => {
            const end = endOf(reason, side === "below", s);
            return end === null ? [] : [`${capitalised(end.text)}.`];
          }),
        ];
        const found = read({ texts, index: prepareFigures(evidence) }).flatMap((one) => one.faults);
        expect({ key, value, count, texts, found }).toEqual({ key, value, count, texts, found: [] });
      }
    }
    // The distance from the peak always has a side.
    const sides = key === "drawdown_from_high" ? ["against", "for"] : ["against", "for", "neutral"];
    expect([...reached].toSorted()).toEqual(sides);
  });

  test("says of no change that there is none", () => {
    const wayward = /\b(?:rose|fell|above|below|beat|trailed|positive|negative|widened|narrowed|bullish|up|down)\b/;
    const s = subjectOf(briefFor("bull", [], 1).instrument);
    const unmoved = ["close_vs_sma_200", "close_vs_sma_50", "return_63d", "relative_strength_63", "macd_hist"];
    const still = [...unmoved, "revenue_growth_yoy", "eps_growth_yoy", "operating_margin_change_yoy", "dilution_yoy"];
    const told = Analyst.options.flatMap((analyst) =>
      still.flatMap((key) => reasonsOf(analyst, evidenceFor(key, 0, 60)).filter(({ item }) => item.key === key)),
    );
    expect(told).toHaveLength(still.length);
    expect(told.map((reason) => factOf(reason, s)).filter((fact) => wayward.test(fact))).toEqual([]);
  });

  test("is of a rule, and none speaks like another", () => {
    const themes = Object.values(sentences).map(({ theme }) => theme(subjectOf(briefFor("bull", [], 1).instrument)));
    expect(themes).toEqual([...new Set(themes)]);
  });
});

const Said = z.object({
  text: z.string(),
  points: z.array(z.object({ claim: z.string(), evidence: z.array(z.string()) })).default([]),
  thesis: z.string().nullable().default(null),
  conditions: z.array(z.object({ said: z.string() })).default([]),
});
const Terms = z.object({
  entry: z.number().nullable(),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  size_pct: z.number().nullable(),
  confidence: z.number().nullable(),
  horizon_days: z.number().nullable(),
});

/** All texts of an agent's answer, with what they may refer to. */
function says(agent: Agent, evidence: readonly Evidence[], round: number, about: Brief<AnswerBase>["instrument"]) {
  const brief = briefFor(agent, evidence, round, about);
  const answer = answerOf(brief);
  expect(brief.answer.safeParse(answer)).toMatchObject({ success: true });
  const { text, points, thesis, conditions } = Said.parse(answer);
  const own = Object.entries(Terms.partial().parse(answer)).flatMap(([name, value]) =>
    value == null ? [] : [[name, value] as const],
  );
  const claims = points.map(({ claim }) => claim);
  const texts = [text, ...claims, ...(thesis === null ? [] : [thesis]), ...conditions.map(({ said }) => said)];
  const strange = points.flatMap(({ claim, evidence: ids }) =>
    [...claim.matchAll(/\{\{(\w+)/g)].flatMap(([, id]) => (id !== undefined && ids.includes(id) ? [] : [claim])),
  );
  return { texts, own, strange };
}

describe("whatever the measures are, every agent", () => {
  property.prop(
    [anyEvidence(produced), fc.integer({ min: 1, max: 4 }), fc.constantFrom(...Object.values(instruments))],
    { seed: 61, numRuns: 150 },
  )(
    "writes plain sentences whose figures all come from references, and claims nothing beyond its evidence",
    (evidence, round, about) => {
      const index = prepareFigures(evidence);
      const { own: levels } = says("trader", evidence, 1, about);
      const proposed = levels.map(([name, value]) => ({ label: `trader ${name}`, value }));
      for (const agent of AgentName.options) {
        const { texts, own, strange } = says(agent, evidence, round, about);
        const found = read({ texts, index, own: Object.fromEntries(own), proposed }).flatMap((one) => one.faults);
        expect({ agent, texts, found, strange }).toEqual({ agent, texts, found: [], strange: [] });
      }
    },
  );
});

const runs = [
  { rating: "Buy", ticker: "DEMO", tradeDate: "2018-06-04" },
  { rating: "Hold", ticker: "DEMO", tradeDate: "2019-06-03" },
  { rating: "Sell", ticker: "^GSPC", tradeDate: "2008-09-29" },
  { rating: "REVIEW", ticker: "DEMO", tradeDate: "2016-02-01" },
] as const;

test.each(runs)(
  "a $rating of $ticker on $tradeDate reads as it was read by a person",
  async ({ rating, ticker, tradeDate }) => {
    const vendors = await archiveChain(join(import.meta.dirname, "../../demo"));
    if (vendors === null) throw new Error("the shipped archive is missing");
    const settings = { riskRounds: 2, conditions: true } as const;
    const { outcome } = await finishedRun({ vendors, reasoner, ticker, tradeDate, rounds: 2, settings });
    const { result } = outcome.run;
    expect(result.rating).toBe(rating);
    const spoken = AgentName.options.flatMap((agent) =>
      (result.reports[agent]?.turns ?? []).flatMap(({ round, text, points }) => [
        `## ${agent}, round ${round}`,
        text,
        ...(points.length === 0
          ? []
          : [points.map(({ claim, evidence }) => `- ${claim} (${evidence.join(", ")})`).join("\n")]),
      ]),
    );
    const broken = result.reports.conditions?.watched.map(({ said }) => `- ${said}`) ?? [];
    const ends = [`## thesis`, result.reports.verdict?.thesis ?? "none", `## conditions`, broken.join("\n") || "none"];
    const whole = [`# ${rating}: ${ticker} on ${tradeDate}`, ...spoken, ...ends].join("\n\n");
    const turns = AgentName.options.flatMap((agent) => result.reports[agent]?.turns ?? []);
    expect(turns.flatMap((turn) => allSpans(checkedOf(turn))).filter(isFlagged)).toEqual([]);
    await expect(`${whole}\n`).toMatchFileSnapshot(`./rules-prose/${rating.toLowerCase()}.md`);
  },
);
