import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { Agent as AgentName, type Agent } from "#src/contract/run/answers.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { type Evidence, unusualMark } from "#src/contract/run/evidence.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";
import type { Digest } from "#src/debate/agents.ts";
import { prepareFigures, readStatement } from "#src/debate/figures/figures.ts";
import type { AnswerBase, Brief } from "#src/debate/reasoners/reasoner.ts";
import { argumentOf, endOf, factOf, sentences } from "#src/debate/reasoners/rules/phrases.ts";
import { recordSentence } from "#src/debate/reasoners/rules/verdict-voice.ts";
import { createRulesReasoner, answerOf } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { reasonsOf, rulesOf } from "#src/debate/reasoners/rules/rules.ts";
import { subjectOf, capitalised, sentence } from "#src/debate/reasoners/rules/wording.ts";
import { MONDAY } from "#tests/support/company.ts";
import {
  anyEvidence,
  briefFor,
  everyMeasure,
  fallenCoin,
  instruments,
  numbered,
} from "#tests/support/rules-evidence.ts";
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
  // How the rules did so far is counted by a command, and is no figure of the run.
  const own = recordSentence().reduce((text, counted) => text.replaceAll(counted, ""), written);
  if (/\d/.test(own.replaceAll(typed, ""))) found.push("a digit is typed");
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
  -120, -60, -40, -30, -12, -6, -3, -1, -0.4, -0.05, 0, 0.05, 0.4, 0.8, 0.9, 1, 1.3, 1.6, 2.9, 4, 9, 12, 14, 22, 25, 33,
  48, 58, 71, 90, 130,
];
const counts = [null, 1, 3, 60];

/** What measures are held against. */
const heldAgainst = { volatility_63: 25, correlation_252: 0.5, revenue_growth_yoy: 4, days_since_last_filing: 20 };

function evidenceFor(key: string, value: number, count: number | null): Evidence[] {
  const item = produced.get(key);
  if (item === undefined) throw new Error(`no run has ${key}`);
  const counted = ["news_count_7d", "news_count_30d", "social_count_7d"].flatMap((other) => {
    const found = produced.get(other);
    return found === undefined || count === null ? [] : [{ ...found, value: count }];
  });
  const beside = Object.entries(heldAgainst).flatMap(([other, usual]) => {
    const found = produced.get(other);
    return found === undefined || other === key ? [] : [{ ...found, value: usual }];
  });
  // What a run marked was another value.
  return numbered([{ ...item, label: item.label.replace(unusualMark, ""), value }, ...counted, ...beside]);
}

/** Sides that a measure cannot take: a coin's distance from its peak always has one, and a volatility asks for some. */
const sidesOf: Readonly<Record<string, readonly string[]>> = {
  drawdown_from_high_252: ["neutral"],
  volatility_21: [],
};

describe("every sentence of the table", () => {
  test.each(rules)("on $key reads well, whatever the value, for what it is read of", ({ analyst, key, of }) => {
    const reached = new Set<string>();
    for (const instrument of Object.values(instruments)) {
      if (of?.includes(instrument.assetType) === false) continue;
      const s = subjectOf(instrument);
      for (const [value, count] of values.flatMap((value) => counts.map((count) => [value, count] as const))) {
        const evidence = evidenceFor(key, value, count);
        const reason = reasonsOf(analyst, evidence, instrument.assetType).find(({ item }) => item.key === key);
        if (reason === undefined) continue;
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
    expect([...reached].toSorted()).toEqual(sidesOf[key] ?? ["against", "for", "neutral"]);
  });

  test("says of no change that there is none", () => {
    const wayward = /\b(?:rose|fell|above|below|beat|trailed|positive|negative|widened|narrowed|bullish|up|down)\b/;
    const s = subjectOf(briefFor("bull", [], 1).instrument);
    const still = ["close_vs_sma_200", "return_252d", "eps_growth_yoy"];
    const told = Analyst.options.flatMap((analyst) =>
      still.flatMap((key) =>
        reasonsOf(analyst, evidenceFor(key, 0, 60), "stock").filter(({ item }) => item.key === key),
      ),
    );
    expect(told).toHaveLength(still.length);
    expect(told.map((reason) => factOf(reason, s)).filter((fact) => wayward.test(fact))).toEqual([]);
  });

  test("is of a rule, and none speaks like another", () => {
    // The month's volatility stands in for the quarter's.
    const own = Object.entries(sentences).flatMap(([key, one]) => (key === "volatility_21" ? [] : [one]));
    const themes = own.map(({ theme }) => theme(subjectOf(briefFor("bull", [], 1).instrument)));
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

/** The shipped archive; of a coin that fell for a year there is none. */
const shipped = () => archiveChain(join(import.meta.dirname, "../../demo"));
const runs = [
  { rating: "Buy", ticker: "^GSPC", tradeDate: "2017-09-01", chain: shipped },
  { rating: "Overweight", ticker: "DEMO", tradeDate: "2018-06-04", chain: shipped },
  { rating: "Hold", ticker: "DEMO", tradeDate: "2019-06-03", chain: shipped },
  { rating: "Underweight", ticker: "ETH-USD", tradeDate: MONDAY, chain: () => Promise.resolve(fallenCoin()) },
  { rating: "REVIEW", ticker: "DEMO", tradeDate: "2016-02-01", chain: shipped },
] as const;

test.each(runs)(
  "a $rating of $ticker on $tradeDate reads as it was read by a person",
  async ({ rating, ticker, tradeDate, chain }) => {
    const vendors = await chain();
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
