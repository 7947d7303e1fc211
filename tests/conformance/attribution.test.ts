import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import type { Attribution } from "#src/contract/jobs/attribution.ts";
import { attributeRun, estimateAttribution, planAttribution } from "#src/debate/attribution/plan.ts";
import { type AttributionTools, type KeptRun, flipped } from "#src/debate/attribution/attribute.ts";
import { keptAnswers, type KeptAnswer } from "#src/debate/attribution/reuse.ts";
import { isAsHashed } from "#src/debate/evidence/numbering.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { holdsOf } from "#src/server/compose/job-environments.ts";
import { systemClock } from "#src/core/clock.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { outlookOn } from "#src/debate/reasoners/rules/opinion.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { attributionRows } from "#src/report/attribution.ts";
import { archivePath } from "#tests/support/archives.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { startModelServer, type ModelCall } from "#tests/support/model-server.ts";
import { agentOf } from "#tests/support/habits/run-habit.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";

/* What a rating rests on is measured: the decisive fact is found, and only answers that can differ are paid for. */

const settings = {
  runId: "run-1",
  codeVersion: "test",
  seed: 7,
  rounds: 1,
  riskRounds: 1,
  toolSteps: 0,
  onlineTools: false,
  budgetUsd: null,
};
const wish = { evidence: null, agents: null, flips: true, most: 500 };

async function keptRun(vendors: VendorChain, reasoner: Reasoner, ticker: string, tradeDate: string): Promise<KeptRun> {
  const { outcome, kept } = await finishedRun({ vendors, reasoner, ticker, tradeDate });
  const steps = new Map([...kept].map(([key, text]): [string, unknown] => [key, JSON.parse(text)]));
  return { run: outcome.run, settings, request: outcome.run.request, steps };
}

function toolsOf(vendors: VendorChain, reasoner: Reasoner, paid: KeptAnswer[] = []): AttributionTools {
  return {
    vendors,
    reasoner,
    clock: systemClock,
    signal: new AbortController().signal,
    answers: keptAnswers(paid, (answer) => {
      paid.push(answer);
      return Promise.resolve();
    }),
    outlook: reasoner.provider === "rules" ? (evidence, asset) => outlookOn(evidence, asset).score : null,
  };
}

const nothing = () => {};

describe("with the rules", () => {
  const archive = archivePath("crypto");
  test.skipIf(archive === null)("all evidence is tried at no cost, and the score moves as the rules say", async () => {
    const vendors = await archiveChain(archive);
    if (vendors === null) throw new Error("the archive is missing");
    const reasoner = createRulesReasoner();
    const kept = await keptRun(vendors, reasoner, "BTC-USD", "2017-06-05");
    const plan = planAttribution(kept, wish);
    const result = await attributeRun(toolsOf(vendors, reasoner), kept, {
      plan,
      repetitions: 1,
      budget: "0",
      onDone: nothing,
    });
    const { evidence } = kept.run.manifest;
    const withoutIds = result.lines.flatMap(({ change }) =>
      change.kind === "without_evidence" ? [change.evidence] : [],
    );
    const about = evidence.filter(({ key }) => key !== "sessions_available" && key !== "price_age_days");
    expect(about.length).toBeLessThan(evidence.length);
    expect(withoutIds.toSorted()).toEqual(about.map(({ id }) => id).toSorted());
    expect(result).toMatchObject({ rating: "Overweight", cost_usd: "0", stopped: null });
    // Against the rules themselves, on the list of evidence that the last word is given on.
    const line = (kind: string, id: string) =>
      result.lines.find(({ change }) => change.kind === kind && "evidence" in change && change.evidence === id);
    const year = evidence.find(({ key }) => key === "return_252d");
    const heard = evidence.filter(({ id }) => id !== year?.id);
    const wholeScore = outlookOn(evidence, "crypto").score;
    expect(result.score).toBeCloseTo(wholeScore, 12);
    expect(line("without_evidence", year?.id ?? "")?.score_shift).toBeCloseTo(
      outlookOn(heard, "crypto").score - wholeScore,
      9,
    );
    expect(line("flipped_evidence", year?.id ?? "")).toMatchObject({ changed: 1 });
    // What no rule reads moves nothing.
    const unread = evidence.find(({ key }) => key === "sma_20");
    expect(line("without_evidence", unread?.id ?? "")).toMatchObject({
      changed: 0,
      score_shift: 0,
      runs: [{ words: [] }],
    });
    // Sorted: evidence before agents, and of each what changes the rating above what does not.
    const isEvidence = result.lines.map(({ change }) => "evidence" in change);
    expect(isEvidence.indexOf(false)).toBeGreaterThan(isEvidence.lastIndexOf(true));
    for (const kind of [true, false]) {
      const changed = result.lines.filter((_, at) => isEvidence[at] === kind).map((one) => one.changed > 0);
      if (changed.includes(false)) expect(changed.indexOf(false)).toBeGreaterThan(changed.lastIndexOf(true));
    }
    expect(result.skipped.length + result.lines.length).toBeGreaterThan(evidence.length * 2 - 1);
    expect(attributionRows(result)[0]?.[1]).not.toBe("Overweight");
  });
});

describe("evidence with its sign turned", () => {
  test("is hashed anew, mirrored where the middle is neither way, and left alone where a sign is no direction", async () => {
    const { run } = await keptRun(chainOfCompany(), createRulesReasoner(), "AAPL", MONDAY);
    const byKey = (key: string) => run.manifest.evidence.find((item) => item.key === key);
    const [day, rsi, close, count] = [
      byKey("return_63d"),
      byKey("rsi_14"),
      byKey("close"),
      byKey("sessions_available"),
    ];
    if (day === undefined || rsi === undefined || close === undefined || count === undefined)
      throw new Error("evidence is missing");
    expect(flipped(day)?.value).toBe(-(day.value ?? 0));
    expect(flipped(rsi)?.value).toBeCloseTo(100 - (rsi.value ?? 0), 9);
    expect([flipped(close), flipped(count)]).toEqual([null, null]);
    expect(isAsHashed(flipped(day) ?? day)).toBe(true);
  });
});

/** A model that rates by one line of the evidence, the third dispatch of the news, and by nothing else. */
function decidedByOneLine({ prompt }: Pick<ModelCall, "prompt">): Record<string, unknown> {
  const agent = agentOf({ prompt });
  const sees = prompt.includes("Dispatch 3 about the company") || prompt.includes("the third dispatch decides");
  const id = /\[(N\d+)\][^\n]*Dispatch 3/.exec(prompt)?.[1];
  const point = {
    claim: sees ? "the third dispatch decides" : "nothing decides",
    evidence: id === undefined ? [] : [id],
    side: "context",
  };
  const base = { text: `As ${agent}: ${point.claim}.` };
  switch (agent) {
    case "market":
    case "social":
    case "fundamentals":
      return { ...base, text: `As ${agent} I have no view.`, score: 0, points: [] };
    case "news":
      return { ...base, score: sees ? 2 : 0, points: [point] };
    case "research_manager":
      return { ...base, lean: sees ? "Buy" : "Hold", points: [point] };
    case "trader":
      return { ...base, action: sees ? "buy" : "hold", entry: null, stop: null, target: null, size_pct: null };
    case "portfolio_manager":
      return {
        ...base,
        rating: sees ? "Buy" : "Hold",
        thesis: point.claim,
        target: null,
        horizon_days: 30,
        confidence: 0.5,
      };
    default:
      return { ...base, size_pct: null, points: [point] };
  }
}

describe("with a model over HTTP that rates by one line", () => {
  const price = { input: "1", cached_input: "1", output: "2" };

  async function planted() {
    const server = await startModelServer({
      script: decidedByOneLine,
    });
    const reasoner = createLlmReasoner({
      provider: "openai-compatible",
      settings: { baseUrl: server.url, apiKey: "sk-test-0123456789" },
      models: { deep: "big", quick: "small" },
      prices: { big: price, small: price },
    });
    const vendors = chainOfCompany();
    const kept = await keptRun(vendors, reasoner, "AAPL", MONDAY);
    const decisive = kept.run.manifest.evidence.find(({ text }) => text?.includes("Dispatch 3"))?.id ?? "";
    return { server, reasoner, vendors, kept, decisive, before: server.calls.length };
  }

  test("the one decisive line is found, and what is paid is the price of the changed calls alone", async () => {
    const { server, reasoner, vendors, kept, decisive, before } = await planted();
    expect(kept.run.result.rating).toBe("Buy");
    const ofLetter = (letter: string) =>
      kept.run.manifest.evidence.filter(({ id }) => id.startsWith(letter) && id !== decisive);
    const others = ["M", "S", "N"].flatMap((letter) =>
      ofLetter(letter)
        .slice(-2)
        .map(({ id }) => id),
    );
    const plan = planAttribution(kept, {
      evidence: [...others, decisive],
      agents: ["news", "bear", "portfolio_manager"],
      flips: false,
      most: 0,
    });
    expect(plan.skipped).toMatchObject([{ change: { agent: "portfolio_manager" } }]);
    const paid: KeptAnswer[] = [];
    const estimate = estimateAttribution(kept, plan.changes, 2, { holdOf: () => "0.01", atOnce: 4 });
    const order = { plan, repetitions: 2, budget: estimate.cost_usd, onDone: nothing };
    const result = await attributeRun(toolsOf(vendors, reasoner, paid), kept, order);
    const [first] = result.lines;
    expect(first?.change).toEqual({ kind: "without_evidence", evidence: decisive });
    const agents = result.lines.flatMap(({ change }) => (change.kind === "without_agent" ? change.agent : []));
    expect(agents).toEqual(["news", "bear"]);
    expect(result.lines.filter(({ changed }) => changed > 0)).toHaveLength(2);
    expect(first).toMatchObject({ changed: 2, rating_shift: -2, runs: [{ rating: "Hold" }, { rating: "Hold" }] });
    expect(first?.runs[0]?.words).toContain("portfolio_manager");
    // Every call that the server was asked for is one whose prompt is none of the run's, and all of them are counted.
    const made = server.calls.length - before;
    expect(result.calls).toBe(made);
    expect(paid).toHaveLength(made);
    const cost = paid.reduce((sum, { spoken }) => sum.plus(spoken.call.costUsd ?? "NaN"), new Decimal(0));
    expect(result.cost_usd).toBe(cost.toFixed());
    const byHand = server.calls.slice(before).length;
    expect(byHand).toBeLessThan(estimate.calls);
    expect(new Decimal(estimate.cost_usd ?? 0).gte(cost)).toBe(true);
    // A line that only its analyst reads, and that changes no word, costs that one call.
    const idle = result.lines.find(
      ({ change }) => change.kind === "without_evidence" && change.evidence.startsWith("S"),
    );
    expect(idle?.runs.map(({ calls }) => calls)).toEqual([1, 1]);
    // Again: all answers are there.
    const again = await attributeRun(toolsOf(vendors, reasoner, paid), kept, order);
    expect(server.calls.length - before).toBe(made);
    expect(again).toMatchObject({ calls: 0, cost_usd: "0" } satisfies Partial<Attribution>);
    await server.close();
  });

  test("the money is held before each call, and what was measured by then stands", async () => {
    const { server, reasoner, vendors, kept, decisive, before } = await planted();
    const plan = planAttribution(kept, { evidence: [decisive, "M1"], agents: [], flips: false, most: 0 });
    const poor = await attributeRun(toolsOf(vendors, reasoner), kept, {
      plan,
      repetitions: 1,
      budget: "0.000001",
      onDone: nothing,
    });
    expect(server.calls.length).toBe(before);
    expect(poor).toMatchObject({ lines: [], calls: 0, stopped: expect.stringContaining("budget") });
    await server.close();
  });

  test("the announced limit lets it finish, though each call is held at the most that it can cost", async () => {
    const { server, reasoner, vendors, kept, decisive } = await planted();
    const plan = planAttribution(kept, { evidence: [decisive], agents: ["news"], flips: false, most: 0 });
    const holdOf = holdsOf({ reasoner: { prices: { big: price, small: price } } }, kept.run);
    const { cost_usd: cost, limit_usd: limit } = estimateAttribution(kept, plan.changes, 1, { holdOf, atOnce: 4 });
    const order = { plan, repetitions: 1, onDone: nothing };
    const whole = await attributeRun(toolsOf(vendors, reasoner), kept, { ...order, budget: limit });
    expect(whole).toMatchObject({ stopped: null, lines: [{ changed: 1 }, { changed: 1 }] });
    expect(Number(whole.cost_usd)).toBeLessThanOrEqual(Number(limit));
    const tight = await attributeRun(toolsOf(vendors, reasoner), kept, { ...order, budget: cost });
    expect(tight.stopped).toContain("budget");
    await server.close();
  });

  test("every call that was paid for is counted, also where the money ended in the middle of a change", async () => {
    const { server, reasoner, vendors, kept, decisive, before } = await planted();
    const plan = planAttribution(kept, { evidence: [decisive], agents: [], flips: false, most: 0 });
    const paid: KeptAnswer[] = [];
    const order = { plan, repetitions: 1, onDone: nothing };
    const cut = await attributeRun(toolsOf(vendors, reasoner, paid), kept, { ...order, budget: "0.04" });
    expect(cut).toMatchObject({ lines: [], stopped: expect.stringContaining("budget") });
    expect(paid.length).toBeGreaterThan(0);
    const cost = paid.reduce((sum, { spoken }) => sum.plus(spoken.call.costUsd ?? "NaN"), new Decimal(0));
    expect([cut.calls, cut.cost_usd]).toEqual([server.calls.length - before, cost.toFixed()]);
    const rest = await attributeRun(toolsOf(vendors, reasoner, paid), kept, { ...order, budget: null });
    expect(rest.calls + cut.calls).toBe(server.calls.length - before);
    await server.close();
  });

  test("a stop keeps what was paid for, and going on pays for none of it again", async () => {
    const { server, reasoner, vendors, kept, decisive, before } = await planted();
    const plan = planAttribution(kept, { evidence: ["M1", decisive], agents: [], flips: false, most: 0 });
    const paid: KeptAnswer[] = [];
    const stop = new AbortController();
    const tools = { ...toolsOf(vendors, reasoner, paid), signal: stop.signal };
    const cut = await attributeRun(tools, kept, { plan, repetitions: 1, budget: null, onDone: () => stop.abort() });
    expect(cut).toMatchObject({ lines: [{ change: { evidence: "M1" } }], stopped: expect.stringContaining("stopped") });
    const whole = await attributeRun(toolsOf(vendors, reasoner, paid), kept, {
      plan,
      repetitions: 1,
      budget: null,
      onDone: nothing,
    });
    expect(whole.lines).toHaveLength(2);
    expect(server.calls.length - before).toBe(paid.length);
    expect(server.repeatedFinishedCalls()).toEqual([]);
    await server.close();
  });
});
