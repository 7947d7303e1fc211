import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/analysis.ts";
import {
  type Agent,
  AnalystAnswer,
  PlanAnswer,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  VerdictAnswer,
} from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { allSpans, isFlagged } from "#src/contract/spans.ts";
import { analystRole } from "#src/debate/agents/analysts.ts";
import { portfolioManager } from "#src/debate/agents/portfolio-manager.ts";
import { researcherRole, researchManager } from "#src/debate/agents/researchers.ts";
import { riskRole, riskVoices } from "#src/debate/agents/risk.ts";
import type { Role } from "#src/debate/agents/role.ts";
import { trader } from "#src/debate/agents/trader.ts";
import { prepareFigures, readStatement, type ReadStatement } from "#src/debate/figures/figures.ts";
import type { AnswerBase, Brief } from "#src/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { rulesOf } from "#src/reasoners/rules/rules.ts";
import { calendarByName } from "#src/market/calendar.ts";
import { roundToUnit } from "#src/market/measure.ts";
import { Cancelled } from "#src/platform/errors.ts";
import { bar, vendorChainOf, funding, instrument, memoryVendor, post } from "#tests/support/memory-vendor.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { archiveChain, everyByte, finishedRun, type Setup } from "#tests/support/run-analysis.ts";

const reasoner = createRulesReasoner();

/** A coin with 400 days of prices and volumes, and a month of funding. */
function coin(): Setup {
  const days = calendarByName("24/7")?.sessionsBetween("2024-05-01", MONDAY) ?? [];
  const hours = Array.from({ length: 90 }, (_, index) => Date.parse("2025-05-04T00:00:00Z") + index * 8 * 3_600_000);
  const bars = days.map((date, index) => bar(date, 100 + 20 * Math.sin(index / 40), { volume: 1000 + index }, "24/7"));
  const rates = hours.map((at) => funding(new Date(at).toISOString(), 0.0002));
  const coins = [instrument("ETH-USD", "24/7", "crypto")];
  const vendors = vendorChainOf(memoryVendor("test", { bars, funding: rates }, coins));
  return { vendors, ticker: "ETH-USD", tradeDate: MONDAY, reasoner };
}

/** The measures of a company with everything, of one whose posts are marked by their authors, and of a coin. */
async function everyMeasure(): Promise<Map<string, Evidence>> {
  const demo = await archiveChain(join(import.meta.dirname, "../../demo"));
  if (demo === null) throw new Error("the shipped archive is missing");
  const marked = Array.from({ length: 30 }, (_, index) =>
    post(`2025-05-31T10:${10 + index}:00Z`, `post ${index}`, { stance: index % 3 === 0 ? "bearish" : "bullish" }),
  );
  const setups: Setup[] = [
    { vendors: demo, ticker: "DEMO", tradeDate: "2019-06-03", reasoner },
    { vendors: chainOfCompany({ social: marked }), ticker: "AAPL", tradeDate: MONDAY, reasoner },
    coin(),
  ];
  const runs = await Promise.all(setups.map((setup) => finishedRun(setup)));
  return new Map(runs.flatMap(({ outcome }) => outcome.run.manifest.evidence.map((item) => [item.key, item] as const)));
}

const produced = await everyMeasure();

describe("the table of rules", () => {
  test("reads only measures that runs really produce", () => {
    const read = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(read.length).toBeGreaterThan(20);
    expect(read.filter((key) => !produced.has(key))).toEqual([]);
  });

  test("reads, beside its own measure, only such measures", () => {
    const asked = new Set<string>();
    for (const rule of Analyst.options.flatMap((analyst) => rulesOf[analyst]))
      rule.strength(1, (key) => {
        asked.add(key);
        return 1;
      });
    expect(asked.size).toBeGreaterThan(0);
    expect([...asked].filter((key) => !produced.has(key))).toEqual([]);
  });

  test("has no rule that can only ever speak for one side, in the unit of its measure", () => {
    const range: Record<string, readonly [number, number]> = { "%": [-95, 150], x: [0, 60], points: [-100, 100] };
    const oneSided = Analyst.options.flatMap((analyst) =>
      rulesOf[analyst].flatMap(({ key, strength }) => {
        const [least, most] = range[produced.get(key)?.unit ?? ""] ?? [-50, 50];
        const strengths = Array.from({ length: 200 }, (_, index) =>
          strength(least + ((most - least) * index) / 199, () => 30),
        );
        return Math.min(...strengths) < -0.3 && Math.max(...strengths) > 0.3 ? [] : [key];
      }),
    );
    expect(oneSided).toEqual([]);
  });
});

const answers: Record<Agent, Role<AnswerBase>["answer"]> = {
  market: AnalystAnswer,
  social: AnalystAnswer,
  news: AnalystAnswer,
  fundamentals: AnalystAnswer,
  bull: ResearcherAnswer,
  bear: ResearcherAnswer,
  research_manager: PlanAnswer,
  trader: ProposalAnswer,
  aggressive: RiskAnswer,
  neutral: RiskAnswer,
  conservative: RiskAnswer,
  portfolio_manager: VerdictAnswer,
};

/** Any value for each measure that some run produced, in its unit; each may be missing. */
const anyEvidence: fc.Arbitrary<Evidence[]> = fc
  .tuple(
    ...[...produced.values()]
      .filter((item) => item.value !== null)
      .map((item) => {
        const price = item.unit === "USD";
        const value = price
          ? fc.double({ min: 1e-7, max: 2e5, noNaN: true })
          : fc.oneof(fc.double({ min: -300, max: 300, noNaN: true }), fc.integer({ min: -5, max: 5 }));
        return fc.option(
          value.map((number) => ({ ...item, value: roundToUnit(number, item.unit ?? "") })),
          { freq: 5 },
        );
      }),
  )
  .map((items) => items.flatMap((item) => item ?? []).map((item, index) => ({ ...item, id: `M${index + 1}` })));

function briefFor(agent: Agent, evidence: readonly Evidence[], round: number): Brief<AnswerBase> {
  return {
    agent,
    round,
    depth: "quick",
    instrument: { symbol: "AAPL", name: "AAPL for a test", assetType: "stock", currency: "USD" },
    asOf: `${MONDAY}T20:00:00.000Z`,
    tradeDate: MONDAY,
    evidence,
    transcript: [],
    ask: "Speak.",
    answer: answers[agent],
    tools: [],
    steps: [],
    seed: 1,
  };
}

async function says<A extends AnswerBase>(role: Role<A>, evidence: readonly Evidence[], round: number) {
  const brief: Brief<A> = { ...briefFor(role.agent, evidence, round), answer: role.answer };
  const spoken = await reasoner.speak(brief, { signal: new AbortController().signal, onDelta: () => {} });
  if (spoken.kind !== "statement" || spoken.answer === null) throw new Error(`${role.agent} gave no answer`);
  return { ...role.digest(spoken.answer), text: spoken.text };
}

/** What was said with its references written out. */
function written(
  said: Awaited<ReturnType<typeof says>>,
  evidence: readonly Evidence[],
  proposed: typeof said.proposed = [],
): ReadStatement {
  const { text, points, fields, texts = {}, conditions = {} } = said;
  return readStatement({
    text,
    points,
    fields: { ...texts, ...conditions },
    index: prepareFigures(evidence),
    own: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : [])),
    ),
    proposed,
    currency: "USD",
    isTrusted: true,
  });
}

describe("whatever the measures are, the rules", () => {
  property.prop([anyEvidence, fc.integer({ min: 1, max: 2 })], { seed: 61, numRuns: 150 })(
    "answer for every agent in the form that is asked, and point to nothing that is not there",
    async (evidence, round) => {
      const roles = [
        ...Analyst.options.map(analystRole),
        researcherRole("bull"),
        researcherRole("bear"),
        researchManager,
        trader,
        ...riskVoices.map(riskRole),
        portfolioManager(true),
      ];
      const said = await Promise.all([
        ...Analyst.options.map((analyst) => says(analystRole(analyst), evidence, round)),
        says(researcherRole("bull"), evidence, round),
        says(researcherRole("bear"), evidence, round),
        says(researchManager, evidence, round),
        says(trader, evidence, round),
        ...riskVoices.map((voice) => says(riskRole(voice), evidence, round)),
        says(portfolioManager(true), evidence, round),
      ]);
      expect(said).toHaveLength(roles.length);
      const proposed = said.flatMap((digest) => digest.proposed);
      for (const one of said) {
        const { text, points, fields, checked, denials } = written(one, evidence, proposed);
        const flagged = allSpans(checked).filter(isFlagged);
        expect({ said: one.text, denials, flagged }).toEqual({ said: one.text, denials: [], flagged: [] });
        const texts = [text, ...points.map(({ claim }) => claim), ...Object.values(fields)];
        expect(texts.filter((line) => line.includes("{{"))).toEqual([]);
      }
    },
  );
});

describe("the rules", () => {
  test("are the same each time, and name themselves", async () => {
    const setup: Setup = { ...coin(), rounds: 2 };
    const [first, second] = [await finishedRun(setup), await finishedRun(setup)];
    expect(everyByte(second)).toEqual(everyByte(first));
    const { config, calls } = first.outcome.run.manifest;
    expect(config).toMatchObject({ llm_provider: "rules", deep_think_llm: "rules", quick_think_llm: "rules" });
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(["rules"]));
    expect(first.outcome.run.usage).toMatchObject({ cost_usd: "0", input_tokens: 0, output_tokens: 0 });
  });

  test("score halves alike on both sides", async () => {
    const item = produced.get("return_63d");
    const other = produced.get("close_vs_sma_200");
    if (item === undefined || other === undefined) throw new Error("there is no such measure");
    const scored = (way: number) =>
      says(
        analystRole("market"),
        [
          { ...item, value: way * 3.75 },
          { ...other, value: way * 5 },
        ],
        1,
      );
    // 0.4 × 3.75 / 15 + 0.8 × 5 / 10 is a half.
    expect((await scored(1)).fields["score"]).toBe(1);
    expect((await scored(-1)).fields["score"]).toBe(-1);
    expect((await scored(0)).fields["score"]).toBe(0);
  });

  test("print the prices of a small coin in full, and set no level within a tick of the entry", async () => {
    const [close, range, trend] = ["close", "atr_14", "close_vs_sma_200"].map((key) => produced.get(key));
    const [sessions, age] = ["sessions_available", "price_age_days"].map((key) => produced.get(key));
    const proposal = (price: number, atr: number) => {
      const given = [
        [close, price],
        [range, atr],
        [trend, 40],
        [sessions, 300],
        [age, 0],
      ] as const;
      return says(
        trader,
        given.flatMap(([item, value]) => (item === undefined ? [] : [{ ...item, value }])),
        1,
      );
    };
    const small = await proposal(4.5e-7, 2e-8);
    expect(small.text).toContain("Buy AAPL at 0.00000045 USD");
    expect(small.fields).toMatchObject({ entry: 4.5e-7, stop: 4.1e-7, target: 5.1e-7 });
    const still = await proposal(1, 0.001);
    expect(still.fields).toMatchObject({ action: "buy", entry: 1, stop: null, target: null, size_pct: null });
  });

  test("do not speak when cancelled", async () => {
    const brief = briefFor("bull", [], 1);
    await expect(reasoner.speak(brief, { signal: AbortSignal.abort(), onDelta: () => {} })).rejects.toThrow(Cancelled);
  });
});
