import { fc, test as property } from "@fast-check/vitest";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { Agent } from "#src/contract/run/answers.ts";
import { callKey } from "#src/debate/turns/model-call.ts";
import { BudgetExceeded, ModelFailed, type OutsideReason } from "#src/core/errors.ts";
import type { AnswerBase, Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import type { Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { everyByte, finishedRun, keepInMap, runAnalysis, stepOf, type Setup } from "#tests/support/run-analysis.ts";
import { plainLine, voices, type Script } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

function saying(script: Script): Setup {
  return { ...setup, reasoner: voices(script) };
}

function failing(agents: readonly string[], reason: OutsideReason = "timeout"): Setup {
  return saying((brief) => {
    if (!agents.includes(brief.agent)) return plainLine(brief);
    throw new ModelFailed("quick-1", reason, "it said nothing");
  });
}

/** Prose the first time, and the plain answer when asked once more. */
function proseAtFirst(agents: readonly string[]): Script {
  return (brief): Line =>
    agents.includes(brief.agent) && brief.again === undefined
      ? { prose: "It depends.", problem: "it holds no JSON object" }
      : plainLine(brief);
}

const deciding = ["research_manager", "trader", "portfolio_manager"];
const others = Agent.options.filter((agent) => !deciding.includes(agent));

describe("an agent whose model fails", () => {
  test.each(others)("%s: the debate goes on without it and says so", async (agent) => {
    const { outcome, events } = await finishedRun(failing([agent]));
    const { result } = outcome.run;
    expect(result).toMatchObject({ rating: "Overweight", is_review: false });
    expect(result.reports.unheard).toEqual([
      { agent, round: 1, reason: "the model gave no answer: quick-1: it said nothing" },
    ]);
    expect(result.reports[agent]).toMatchObject({ turns: [], skipped: expect.stringContaining("it said nothing") });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "agent.finished", agent, skipped: expect.stringContaining("gave no answer") }),
    );
  });

  test.each([
    [["market", "social", "news", "fundamentals"]],
    [["bull", "bear"]],
    [["aggressive", "neutral", "conservative"]],
  ])("%j: a round in which nobody speaks ends the run with its error", async (agents) => {
    const { outcome } = await runAnalysis(failing(agents));
    expect(outcome).toMatchObject({ ok: false, error: expect.any(ModelFailed) });
  });

  test.each(others)("%s with a key that is refused ends the run: nobody else can be asked either", async (agent) => {
    expect((await runAnalysis(failing([agent], "unauthorized"))).outcome).toMatchObject({ ok: false });
  });

  test.each(deciding)("%s may come back: the run ends with its error and can be resumed", async (agent) => {
    const { outcome, kept } = await runAnalysis(failing([agent]));
    expect(outcome).toMatchObject({ ok: false, error: expect.any(ModelFailed) });
    const again = await finishedRun({ ...setup, checkpoint: keepInMap(new Map(kept)) });
    expect(again.outcome.run.result).toMatchObject({ rating: "Overweight" });
    expect(again.outcome.run.result.reports).not.toHaveProperty("unheard");
  });

  test.each([
    ["refused", "refused"],
    ["malformed", "unreadable_answer"],
  ] as const)("the portfolio manager, %s, leaves a REVIEW with everything that was paid for", async (reason, code) => {
    const { outcome } = await finishedRun(failing(["portfolio_manager"], reason));
    expect(outcome.run.result).toMatchObject({
      rating: "REVIEW",
      reports: {
        review_code: code,
        review_reason: expect.stringContaining("did not decide: the model gave no answer"),
        verdict: null,
        levels: null,
        bull: { turns: [{ round: 1 }] },
      },
    });
  });

  test("the trader, withheld, leaves no proposal and no levels", async () => {
    const { outcome } = await finishedRun(failing(["trader"], "refused"));
    expect(outcome.run.result).toMatchObject({ rating: "Overweight", decision: null, reports: { levels: null } });
  });

  test.each(others)("%s: what was said without it is repeated byte for byte", async (agent) => {
    const first = await finishedRun(failing([agent]));
    for (let steps = 0; steps <= first.kept.size; steps += 1) {
      const kept = new Map([...first.kept].slice(0, steps));
      // A model that is well again is asked only what was neither said nor given up.
      const resumed = await finishedRun({
        ...(kept.has(`absent ${agent}/1`) ? setup : failing([agent])),
        checkpoint: keepInMap(kept),
      });
      expect(everyByte(resumed).outcome).toBe(everyByte(first).outcome);
    }
  });
});

describe("an answer without what its agent is there for", () => {
  test.each(deciding)("%s is asked once more, and the second answer counts", async (agent) => {
    const { outcome, calls } = await finishedRun(saying(proseAtFirst([agent])));
    const { result, usage, manifest } = outcome.run;
    expect(result).toMatchObject({ rating: "Overweight", is_review: false });
    expect(result.reports[Agent.parse(agent)]).toMatchObject({ turns: [{ problem: null, read_as: ["asked_again"] }] });
    expect(manifest.calls.map(({ step }) => step)).toContain(`${agent}/1:again`);
    expect(usage.calls).toBe(13);
    const second = calls.find(({ brief }) => brief.again !== undefined);
    const sent = second?.prompt.messages.at(-1)?.content ?? "";
    expect(sent).toContain("It depends.");
    expect(sent).toMatch(/The field "(lean|action|rating)" must be/);
  });

  test.each(others)("%s speaks in prose, and that is enough", async (agent) => {
    const { outcome } = await finishedRun(saying(proseAtFirst([agent])));
    expect(outcome.run.usage.calls).toBe(12);
    expect(outcome.run.result.reports[agent]).toMatchObject({ text: "It depends." });
  });

  test("is asked for no third time", async () => {
    const stubborn = saying((brief) =>
      brief.agent === "trader" ? { prose: "It depends.", problem: "it holds no JSON object" } : plainLine(brief),
    );
    const { outcome } = await finishedRun(stubborn);
    expect(outcome.run.usage.calls).toBe(13);
    expect(outcome.run.result).toMatchObject({
      rating: "Overweight",
      decision: "It depends.",
      reports: { levels: null },
    });
  });

  test("is repeated byte for byte, from every step on", async () => {
    const script = proseAtFirst(deciding);
    const first = await finishedRun(saying(script));
    for (let steps = 0; steps <= first.kept.size; steps += 1) {
      const kept = new Map([...first.kept].slice(0, steps));
      const keptCalls = [...kept.keys()].filter(isCall).length;
      const resumed = await finishedRun({ ...saying(script), checkpoint: keepInMap(kept) });
      expect(everyByte(resumed).outcome).toBe(everyByte(first).outcome);
      expect(resumed.calls.length).toBe(first.calls.length - keptCalls);
    }
  });

  test("is left as it is where the budget does not cover asking again, also when the run is repeated", async () => {
    const cents = (step: string): string => (step.endsWith(":again") ? "1.00" : "0.01");
    const withBudget = (checkpoint: Partial<Setup>): Promise<Awaited<ReturnType<typeof finishedRun>>> =>
      finishedRun({
        ...setup,
        reasoner: priced(proseAtFirst(["portfolio_manager"]), cents),
        settings: { budgetUsd: "0.5" },
        ...checkpoint,
      });
    const first = await withBudget({});
    expect(first.outcome.run.result).toMatchObject({
      rating: "REVIEW",
      reports: {
        review_code: "budget",
        review_reason: expect.stringContaining("does not cover portfolio_manager/1:again"),
      },
    });
    const repeated = await withBudget({ checkpoint: keepInMap(new Map(first.kept)) });
    expect(everyByte(repeated).outcome).toBe(everyByte(first).outcome);
  });

  property.prop([fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 60 })], { seed: 5, numRuns: 40 })(
    "keeps the budget when every call that may be is made twice",
    async (price, limit) => {
      const dollars = (value: number): string => new Decimal(value).div(100).toFixed();
      let paid = new Decimal(0);
      const reasoner = priced(proseAtFirst(deciding), (step) => dollars(step.endsWith(":again") ? price * 2 : price));
      const counting: Reasoner = {
        ...reasoner,
        async speak(brief, options) {
          const spoken = await reasoner.speak(brief, options);
          paid = paid.plus(spoken.call.costUsd ?? "0");
          return spoken;
        },
      };
      const { outcome } = await runAnalysis({ ...setup, reasoner: counting, settings: { budgetUsd: dollars(limit) } });
      expect(paid.lte(dollars(limit))).toBe(true);
      if (outcome.ok) expect(outcome.run.usage.cost_usd).toBe(paid.toFixed());
      else expect(outcome.error).toBeInstanceOf(BudgetExceeded);
    },
  );
});

function isCall(key: string): boolean {
  return key.startsWith(callKey(""));
}

function priced(script: Script, price: (step: string) => string): Reasoner {
  const voice = voices(script);
  return {
    ...voice,
    estimate: (brief) => price(stepOf(brief)),
    async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]) {
      const spoken = await voice.speak(brief, options);
      return { ...spoken, call: { ...spoken.call, costUsd: price(stepOf(brief)) } };
    },
  };
}
