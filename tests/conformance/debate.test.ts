import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { DebateEvent } from "#src/contract/run/events.ts";
import { Run } from "#src/contract/run/run.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import type { Prompt } from "#src/debate/reasoners/prompt.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun, runAnalysis, type RecordedCall, type Setup } from "#tests/support/run-analysis.ts";
import { claimOf, looksUp, plainLine, stage, usefulCall, voices, waves } from "#tests/support/voices.ts";

const setup: Setup = {
  vendors: chainOfCompany(),
  reasoner: voices(plainLine),
  ticker: "AAPL",
  tradeDate: MONDAY,
};

const risk = ["aggressive", "conservative", "neutral"];

describe("who speaks when", () => {
  test("those who may move at the same time do, and nobody before all of them have spoken", async () => {
    const on = stage(plainLine);
    const running = runAnalysis({ ...setup, reasoner: voices(on.script), rounds: 2, settings: { riskRounds: 2 } });
    expect(await on.waiting()).toEqual(["fundamentals/1", "market/1", "news/1", "social/1"]);
    on.letGo(["market/1", "news/1", "social/1"]);
    expect(await on.waiting()).toEqual(["fundamentals/1"]);
    on.letGo(["fundamentals/1"]);
    expect(await on.waiting()).toEqual(["bear/1", "bull/1"]);
    on.letGo(["bull/1"]);
    expect(await on.waiting()).toEqual(["bear/1"]);
    expect(await waves(on)).toEqual([
      ["bear/1"],
      ["bear/2", "bull/2"],
      ["research_manager/1"],
      ["trader/1"],
      risk.map((voice) => `${voice}/1`),
      risk.map((voice) => `${voice}/2`),
      ["portfolio_manager/1"],
    ]);
    expect((await running).outcome).toMatchObject({ ok: true });
  });

  const shapes = fc.record({
    analysts: fc.shuffledSubarray([...Analyst.options], { minLength: 1 }),
    rounds: fc.integer({ min: 1, max: 3 }),
    riskRounds: fc.integer({ min: 1, max: 3 }),
    lookUps: fc.record({
      market: fc.nat(3),
      social: fc.nat(3),
      news: fc.nat(3),
      fundamentals: fc.nat(3),
    }),
    toolSteps: fc.nat(2),
  });

  property.prop([shapes], { seed: 11, numRuns: 25 })(
    "a run makes N + tools + 2D + 3R + 3 calls in a chain of (1 + tools) + D + R + 3",
    async ({ analysts, rounds, riskRounds, lookUps, toolSteps }) => {
      const on = stage(
        looksUp(usefulCall, ({ agent }) => {
          const analyst = Analyst.safeParse(agent);
          return analyst.success ? lookUps[analyst.data] : 0;
        }),
      );
      const running = finishedRun({
        ...setup,
        reasoner: voices(on.script, true),
        analysts,
        rounds,
        settings: { riskRounds, toolSteps },
      });
      const chain = (await waves(on)).length;
      const { calls, outcome } = await running;
      const made = analysts.map((analyst) => Math.min(lookUps[analyst], toolSteps));
      const tools = made.reduce((sum, count) => sum + count, 0);
      expect(calls).toHaveLength(analysts.length + tools + 2 * rounds + 3 * riskRounds + 3);
      expect(chain).toBe(1 + Math.max(...made) + rounds + riskRounds + 3);
      expect(outcome.run.usage.calls).toBe(calls.length);
      expect(outcome.run.manifest.calls.map(({ step }) => step).toSorted()).toEqual(
        calls.map(({ step }) => step).toSorted(),
      );
    },
  );

  test("an analyst without evidence is not asked, and its report says so", async () => {
    const { calls, outcome, events } = await finishedRun({
      ...setup,
      vendors: chainOfCompany({ social: [], news: [] }),
    });
    expect(calls.map(({ step }) => step)).not.toContain("social/1");
    expect(calls).toHaveLength(2 + 2 + 3 + 3);
    const { reports } = outcome.run.result;
    expect(reports.social).toEqual({
      agent: "social",
      text: "",
      turns: [],
      skipped: "no data, so it was not asked",
    });
    expect(reports.market?.skipped).toBeNull();
    expect(events).toContainEqual(
      expect.objectContaining({ type: "agent.finished", agent: "news", skipped: "no data, so it was not asked" }),
    );
  });

  test("an analyst that is named twice speaks once", async () => {
    const { calls } = await finishedRun({ ...setup, analysts: ["market", "market", "news", "market"] });
    expect(calls.map(({ step }) => step).slice(0, 3)).toEqual(["market/1", "news/1", "bull/1"]);
    expect(calls).toHaveLength(2 + 2 + 3 + 3);
  });

  test("managers are asked the deep model and all others the quick one", async () => {
    const { outcome } = await finishedRun(setup);
    const deep = outcome.run.manifest.calls.filter(({ model }) => model === "deep-1").map(({ agent }) => agent);
    expect(deep).toEqual(["research_manager", "portfolio_manager"]);
    expect(new Set(outcome.run.manifest.calls.map(({ model }) => model))).toEqual(new Set(["deep-1", "quick-1"]));
  });
});

/** The prompt without its last part, the ask. */
function withoutAsk({ system, messages }: Prompt): string {
  return [system, ...messages.filter(({ part }) => part !== "ask").map(({ content }) => content)].join("\n\n");
}

function promptOf(calls: readonly RecordedCall[], step: string): string {
  const found = calls.find((call) => call.step === step);
  if (found === undefined) throw new Error(`no call ${step}`);
  return withoutAsk(found.prompt);
}

describe("what each has heard", () => {
  test("openings are blind to each other, and a rebuttal has heard the round before and not its own", async () => {
    const { calls } = await finishedRun({ ...setup, rounds: 2, settings: { riskRounds: 2 } });
    for (const side of ["bull", "bear"]) {
      for (const other of ["bull", "bear"]) {
        expect(promptOf(calls, `${side}/1`)).not.toContain(claimOf(other, 1));
        expect(promptOf(calls, `${side}/2`)).toContain(claimOf(other, 1));
        expect(promptOf(calls, `${side}/2`)).not.toContain(claimOf(other, 2));
      }
      expect(promptOf(calls, "research_manager/1")).toContain(claimOf(side, 2));
    }
    for (const voice of risk) {
      for (const other of risk) {
        expect(promptOf(calls, `${voice}/1`)).not.toContain(claimOf(other, 1));
        expect(promptOf(calls, `${voice}/2`)).toContain(claimOf(other, 1));
        expect(promptOf(calls, `${voice}/2`)).not.toContain(claimOf(other, 2));
      }
      expect(promptOf(calls, "portfolio_manager/1")).toContain(claimOf(voice, 2));
    }
    for (const analyst of Analyst.options) {
      for (const other of Analyst.options) expect(promptOf(calls, `${analyst}/1`)).not.toContain(claimOf(other, 1));
      expect(promptOf(calls, "bull/1")).toContain(claimOf(analyst, 1));
    }
  });

  test("after the analysts every prompt begins with all that the one before it was given", async () => {
    const { calls } = await finishedRun({
      ...setup,
      reasoner: voices(
        looksUp(usefulCall, () => 1),
        true,
      ),
      rounds: 3,
      settings: { riskRounds: 2, toolSteps: 1 },
    });
    const later = calls.filter(({ brief }) => !Analyst.safeParse(brief.agent).success);
    expect(later).toHaveLength(6 + 6 + 3);
    for (const [index, { step }] of later.entries()) {
      for (const before of later.slice(0, index)) {
        expect(promptOf(later, step).startsWith(promptOf(later, before.step)), `${before.step} → ${step}`).toBe(true);
      }
    }
    expect(promptOf(later, "bull/1").length).toBeGreaterThan(1000);
  });

  test("an analyst reads the evidence of its own kind only", async () => {
    const { calls } = await finishedRun(setup);
    const letters = calls.slice(0, 4).map(({ brief }) => new Set(brief.evidence.map(({ id }) => id.charAt(0))));
    expect(letters).toEqual([new Set("M"), new Set("S"), new Set("N"), new Set("F")]);
  });
});

describe("look-ups", () => {
  const withTools = { ...setup, settings: { toolSteps: 2 } };

  test("what is found is numbered on, is shared when cited, and what was known keeps its id", async () => {
    const twice = looksUp(
      (brief) => [
        { id: "a", name: "price_history", input: { sessions: 30 } },
        { id: "b", name: "price_history", input: { sessions: 30 } },
        { id: "c", name: "return_over", input: { sessions: 40 + brief.steps.length } },
      ],
      ({ agent }) => (agent === "market" ? 2 : 0),
    );
    const { calls, outcome, events } = await finishedRun({ ...withTools, reasoner: voices(twice, true) });
    const last = calls.find(({ step }) => step === "market/1.2")?.brief;
    const known = last?.evidence.length ?? 0;
    const ids = last?.steps.map(({ results }) => results.map(({ evidence }) => evidence.map(({ id }) => id)));
    expect(known).toBeGreaterThan(20);
    expect(ids).toEqual([
      [[`M${known + 1}`], [`M${known + 1}`], [`M${known + 2}`]],
      [[`M${known + 1}`], [`M${known + 1}`], [`M${known + 3}`]],
    ]);
    const all = outcome.run.manifest.evidence.map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    expect(all.slice(-3)).toEqual([`M${known + 1}`, `M${known + 2}`, `M${known + 3}`]);
    expect(events.flatMap((event) => (event.type === "agent.tool" ? event.found : []))).toEqual([1, 0, 1, 0, 0, 1]);
  });

  test("news that the first look had keeps its id", async () => {
    const search = looksUp(
      () => [{ id: "a", name: "search_news", input: { query: "dispatch 5", days: 30 } }],
      ({ agent }) => (agent === "news" ? 1 : 0),
    );
    const { calls } = await finishedRun({ ...withTools, reasoner: voices(search, true) });
    const brief = calls.find(({ step }) => step === "news/1.1")?.brief;
    const known = brief?.evidence.find(({ text }) => text?.startsWith("Dispatch 5"));
    expect(known).toBeDefined();
    expect(brief?.steps[0]?.results[0]?.evidence).toEqual([known]);
  });

  test("an unknown tool and bad input are refused in words, and the run goes on", async () => {
    const wrong = looksUp(
      () => [
        { id: "a", name: "read_mind", input: {} },
        { id: "b", name: "price_history", input: { sessions: 9999 } },
        { id: "c", name: "price_history", input: { sessions: 10, until: "2025-07-01" } },
        { id: "d", name: "search_news", input: { query: "dispatch", days: 5 } },
        { id: "e", name: "price_history", input: undefined },
      ],
      ({ agent }) => (agent === "market" ? 1 : 0),
    );
    const { calls, outcome } = await finishedRun({ ...withTools, reasoner: voices(wrong, true) });
    const after = calls.find(({ step }) => step === "market/1.1");
    const [mind, far, dated, foreign, none] = after?.brief.steps[0]?.results ?? [];
    expect(mind).toEqual({ id: "a", evidence: [], note: 'refused: there is no tool "read_mind"' });
    expect(far?.note).toMatch(/^refused: .*250/);
    expect(dated?.evidence.map(({ at }) => at)).toEqual([MONDAY]);
    expect(foreign?.note).toBe('refused: there is no tool "search_news"');
    expect(none?.note).toMatch(/^refused: /);
    expect(after?.prompt.messages.map(({ content }) => content).join("\n")).toContain("there is no tool");
    expect(outcome.run.result.rating).toBe("Overweight");
  });

  test("after the last step no tools are open, and the debate goes on without one who asks all the same", async () => {
    const { calls } = await finishedRun({
      ...withTools,
      reasoner: voices(
        looksUp(usefulCall, () => 99),
        true,
      ),
    });
    const market = calls.filter(({ brief }) => brief.agent === "market");
    expect(market.map(({ step, brief }) => [step, brief.tools.length > 0])).toEqual([
      ["market/1", true],
      ["market/1.1", true],
      ["market/1.2", false],
    ]);
    const stubborn = voices(({ agent, ...rest }) => {
      const brief = { agent, ...rest };
      return agent === "market" ? { tools: usefulCall(brief) } : plainLine(brief);
    }, true);
    const { outcome } = await finishedRun({ ...withTools, reasoner: stubborn });
    expect(outcome.run.result.reports).toMatchObject({
      market: { turns: [], skipped: expect.stringContaining("asked for tools when none were open") },
      unheard: [{ agent: "market", round: 1 }],
    });
  });

  test("nobody after the analysts has tools, and no one has where the reasoner uses none or none are allowed", async () => {
    const { calls } = await finishedRun({ ...withTools, reasoner: voices(plainLine, true) });
    expect(calls.filter(({ brief }) => brief.tools.length > 0).map(({ step }) => step)).toEqual(
      Analyst.options.map((analyst) => `${analyst}/1`),
    );
    const without = await Promise.all([
      finishedRun({ ...withTools, reasoner: voices(plainLine, false) }),
      finishedRun({ ...setup, reasoner: voices(plainLine, true) }),
    ]);
    expect(without.flatMap((run) => run.calls).every(({ brief }) => brief.tools.length === 0)).toBe(true);
  });

  test("no look-up brings anything from after the run's instant", async () => {
    const greedy = looksUp(
      ({ agent }) => {
        const calls: Record<string, { name: string; input: unknown }[]> = {
          market: [
            { name: "price_history", input: { sessions: 250 } },
            { name: "return_over", input: { sessions: 2 } },
          ],
          social: [{ name: "search_social", input: { query: "post", days: 90 } }],
          news: [{ name: "search_news", input: { query: "dispatch", days: 90 } }],
          fundamentals: [{ name: "filing_history", input: { concept: "NetIncomeLoss", periods: 12 } }],
        };
        return (calls[agent] ?? []).map((call, index) => ({ id: String(index), ...call }));
      },
      () => 1,
    );
    const { calls } = await finishedRun({ ...withTools, reasoner: voices(greedy, true) });
    const found = calls.flatMap(({ brief }) =>
      brief.steps.flatMap(({ results }) => results.flatMap((one) => one.evidence)),
    );
    expect(new Set(found.map(({ id }) => id.charAt(0)))).toEqual(new Set("MSNF"));
    expect(found.filter(({ at }) => at > MONDAY)).toEqual([]);
    expect(JSON.stringify(found)).not.toMatch(/day after|7777|2025-06-0[3-9]/);
  });
});

describe("events", () => {
  test("each agent starts, speaks, ends, in this order and once a round, and the run ends last", async () => {
    const { events } = await finishedRun({
      ...setup,
      reasoner: voices(
        looksUp(usefulCall, () => 1),
        true,
      ),
      rounds: 2,
      settings: { riskRounds: 2, toolSteps: 1 },
    });
    for (const event of events) expect(DebateEvent.parse(event)).toEqual(event);
    const turns = Map.groupBy(events, (event) => ("agent" in event ? `${event.agent}/${event.round}` : "run"));
    for (const [turn, of] of turns) {
      const types = of.map(({ type }) => type.replace("agent.", ""));
      if (turn === "run") expect(types).toEqual(["debate.finished"]);
      else if (/^(market|social|news|fundamentals)/.test(turn))
        expect(types).toEqual(["started", "tool", "delta", "finished"]);
      else expect(types).toEqual(["started", "delta", "finished"]);
    }
    expect(turns.size).toBe(4 + 4 + 1 + 1 + 6 + 1 + 1);
    expect(events.at(-1)).toEqual({ type: "debate.finished", rating: "Overweight", is_review: false });
  });
});

describe("the run", () => {
  test("is what the contract says, with or without a store of steps", async () => {
    const reasoner = createRulesReasoner();
    const { outcome } = await finishedRun({ ...setup, reasoner, rounds: 2 });
    expect(Run.parse(outcome.run)).toEqual(outcome.run);
    const unkept = await finishedRun({ ...setup, reasoner, rounds: 2, checkpoint: noCheckpoint });
    expect(unkept.outcome).toEqual(outcome);
  });
});
