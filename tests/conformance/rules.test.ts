import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { type Role, trader } from "#src/debate/agents.ts";
import type { AnswerBase, Brief } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner, answerOf } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { rulesOf } from "#src/debate/reasoners/rules/rules.ts";
import { Cancelled } from "#src/core/errors.ts";
import { briefFor, coin, everyMeasure, instruments } from "#tests/support/rules-evidence.ts";
import { everyByte, finishedRun, type Setup } from "#tests/support/run-analysis.ts";

const reasoner = createRulesReasoner();

const produced = await everyMeasure();

describe("the table of rules", () => {
  test("reads only measures that runs really produce", () => {
    const read = Analyst.options.flatMap((analyst) => rulesOf[analyst].map(({ key }) => key));
    expect(read.length).toBeGreaterThan(15);
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

  test("has no premium that can only ever speak for one side", () => {
    const range: Record<string, readonly [number, number]> = { "%": [-95, 150], x: [-3, 60] };
    const oneSided = Analyst.options.flatMap((analyst) =>
      rulesOf[analyst]
        .filter(({ key, size }) => size !== null && !key.startsWith("volatility"))
        .flatMap(({ key, strength }) => {
          const [least, most] = range[produced.get(key)?.unit ?? ""] ?? [-50, 50];
          const strengths = Array.from(
            { length: 600 },
            (_, index) => strength(least + ((most - least) * index) / 599, () => 10) ?? 0,
          );
          return Math.min(...strengths) < -0.9 && Math.max(...strengths) > 0.9 ? [] : [key];
        }),
    );
    expect(oneSided).toEqual([]);
  });
});

async function says<A extends AnswerBase>(role: Role<A>, evidence: readonly Evidence[], about: Partial<Brief<A>> = {}) {
  const brief: Brief<A> = { ...briefFor(role.agent, evidence, 1), answer: role.answer, ...about };
  const spoken = await reasoner.speak(brief, { signal: new AbortController().signal, onDelta: () => {} });
  if (spoken.kind !== "statement" || spoken.answer === null) throw new Error(`${role.agent} gave no answer`);
  return role.digest(spoken.answer);
}

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

  const values = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).flatMap(([key, value]) => {
      const item = produced.get(key);
      return item === undefined ? [] : [{ ...item, value }];
    });
  const calm = { volatility_63: 10, sessions_available: 300, price_age_days: 0 };

  test("enter at the last close, set neither stop nor target, and size by the daily range", async () => {
    const role = trader({ allowShort: false, isIndex: false });
    const small = await says(role, values({ ...calm, close: 4.56789e-7, atr_14: 2e-8 }));
    // Two ranges are 8.8 % of the close, and may cost half a percent.
    expect(small.fields).toMatchObject({ action: "buy", entry: 4.568e-7, stop: null, target: null, size_pct: 5.7 });
    const still = await says(role, values({ ...calm, close: 1, atr_14: 0.001 }));
    expect(still.fields).toMatchObject({ action: "buy", entry: 1, size_pct: 20 });
    const unknown = await says(role, values({ ...calm, close: 100 }));
    expect(unknown.fields).toMatchObject({ action: "buy", entry: 100, size_pct: null });
  });

  describe("propose", () => {
    const role = trader({ allowShort: false, isIndex: false });
    const priced = { ...calm, close: 100, atr_14: 2 };
    /** Everything that can speak against a share. */
    const poor = {
      return_252d: -50,
      pe_ttm: 60,
      roe_ttm: -5,
      cash_conversion: -0.5,
      beta_252: 3,
      correlation_252: 1,
      revenue_growth_q: -20,
      revenue_growth_yoy: 0,
      days_since_last_filing: 5,
    };
    const none = { entry: null, stop: null, target: null, size_pct: null };
    const index = { instrument: instruments.index };

    test("half the size on the weaker rating", async () => {
      // A setback of two ranges is 4 % of the close; at a volatility of 25 % the 8 % that it may cost are halved.
      expect((await says(role, values(priced))).fields).toMatchObject({ action: "buy", size_pct: 12.5 });
      const weaker = await says(role, values({ ...priced, volatility_63: 25 }));
      expect(weaker.fields).toMatchObject({ action: "buy", size_pct: 4 });
    });

    test("no levels for a sale, unless it may be a short one", async () => {
      const given = values({ ...priced, ...poor, volatility_63: 15 });
      expect((await says(role, given)).fields).toEqual({ action: "sell", ...none });
      const short = await says(role, given, { allowShort: true });
      expect(short.fields).toMatchObject({ action: "sell", entry: 100, stop: null, target: null });
      // An Underweight is no short sale.
      const weaker = values({ ...priced, ...poor, volatility_63: 40 });
      expect((await says(role, weaker, { allowShort: true })).fields).toEqual({ action: "sell", ...none });
    });

    test("nothing that cannot be traded, and name the fund that can", async () => {
      expect((await says(role, values(priced), index)).fields).toMatchObject(none);
      const { text } = answerOf({ ...briefFor("trader", values(priced), 1), ...index });
      expect(text).toContain("An index cannot be traded itself. The fund SPY follows it.");
    });
  });

  test("do not speak when cancelled", async () => {
    const brief = briefFor("bull", [], 1);
    await expect(reasoner.speak(brief, { signal: AbortSignal.abort(), onDelta: () => {} })).rejects.toThrow(Cancelled);
  });
});
