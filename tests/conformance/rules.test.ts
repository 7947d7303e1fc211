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
import { briefFor, coin, everyMeasure } from "#tests/support/rules-evidence.ts";
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

async function says<A extends AnswerBase>(role: Role<A>, evidence: readonly Evidence[]) {
  const brief: Brief<A> = { ...briefFor(role.agent, evidence, 1), answer: role.answer };
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
        trader,
        given.flatMap(([item, value]) => (item === undefined ? [] : [{ ...item, value }])),
      );
    };
    const small = await proposal(4.5e-7, 2e-8);
    expect(small.fields).toMatchObject({ entry: 4.5e-7, stop: 4.1e-7, target: 5.1e-7 });
    const still = await proposal(1, 0.001);
    expect(still.fields).toMatchObject({ action: "buy", entry: 1, stop: null, target: null, size_pct: null });
  });

  test("do not speak when cancelled", async () => {
    const brief = briefFor("bull", [], 1);
    await expect(reasoner.speak(brief, { signal: AbortSignal.abort(), onDelta: () => {} })).rejects.toThrow(Cancelled);
  });
});
