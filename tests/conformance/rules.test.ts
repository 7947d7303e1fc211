import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { analystRole } from "#src/debate/agents/analysts.ts";
import type { Role } from "#src/debate/agents/role.ts";
import { trader } from "#src/debate/agents/trader.ts";
import type { AnswerBase, Brief } from "#src/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { rulesOf } from "#src/reasoners/rules/rules.ts";
import { Cancelled } from "#src/platform/errors.ts";
import { answerOf } from "#src/reasoners/rules/voices.ts";
import { briefFor, coin, everyMeasure, instruments } from "#tests/support/rules-evidence.ts";
import { everyByte, finishedRun, type Setup } from "#tests/support/run-analysis.ts";

const reasoner = createRulesReasoner();

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

  test("score halves alike on both sides", async () => {
    const item = produced.get("return_63d");
    const other = produced.get("close_vs_sma_200");
    if (item === undefined || other === undefined) throw new Error("there is no such measure");
    const scored = (way: number) =>
      says(analystRole("market"), [
        { ...item, value: way * 3.75 },
        { ...other, value: way * 5 },
      ]);
    // 0.4 × 3.75 / 15 + 0.8 × 5 / 10 is a half.
    expect((await scored(1)).fields["score"]).toBe(1);
    expect((await scored(-1)).fields["score"]).toBe(-1);
    expect((await scored(0)).fields["score"]).toBe(0);
  });

  test("set levels at the prices of a small coin, and none within a tick of the entry", async () => {
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
        trader({ allowShort: false, isIndex: false }),
        given.flatMap(([item, value]) => (item === undefined ? [] : [{ ...item, value }])),
      );
    };
    const small = await proposal(4.5e-7, 2e-8);
    expect(small.fields).toMatchObject({ entry: 4.5e-7, stop: 4.1e-7, target: 5.1e-7 });
    const still = await proposal(1, 0.001);
    expect(still.fields).toMatchObject({ action: "buy", entry: 1, stop: null, target: null, size_pct: null });
  });

  describe("propose", () => {
    const role = trader({ allowShort: false, isIndex: false });
    /** A trend this far from its average, with all that a level needs. */
    const trending = (distance: number) =>
      Object.entries({
        close: 100,
        atr_14: 2,
        volatility_21: 25,
        close_vs_sma_200: distance,
        sessions_available: 300,
        price_age_days: 0,
      }).flatMap(([key, value]) => {
        const item = produced.get(key);
        return item === undefined ? [] : [{ ...item, value }];
      });
    const none = { entry: null, stop: null, target: null, size_pct: null };
    const index = { instrument: instruments.index };

    test("half the size on the weaker rating", async () => {
      // A stop 4 % away at a volatility of 25 %: the volatility sets both.
      expect((await says(role, trending(25))).fields).toMatchObject({ action: "buy", stop: 96, size_pct: 8 });
      expect((await says(role, trending(8))).fields).toMatchObject({ action: "buy", stop: 96, size_pct: 4 });
    });

    test("no levels for a sale, unless it may be a short one", async () => {
      expect((await says(role, trending(-25))).fields).toEqual({ action: "sell", ...none });
      const short = await says(role, trending(-25), { allowShort: true });
      expect(short.fields).toMatchObject({ action: "sell", entry: 100, stop: 104, target: 94, size_pct: 8 });
      // An Underweight is no short sale.
      expect((await says(role, trending(-8), { allowShort: true })).fields).toEqual({ action: "sell", ...none });
    });

    test("nothing that cannot be traded, and name the fund that can", async () => {
      for (const distance of [25, -25])
        expect((await says(role, trending(distance), index)).fields).toMatchObject(none);
      const { text } = answerOf({ ...briefFor("trader", trending(25), 1), ...index });
      expect(text).toContain("An index cannot be traded itself. The fund SPY follows it.");
    });
  });

  test("do not speak when cancelled", async () => {
    const brief = briefFor("bull", [], 1);
    await expect(reasoner.speak(brief, { signal: AbortSignal.abort(), onDelta: () => {} })).rejects.toThrow(Cancelled);
  });
});
