import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { AnalysisFilter, AnalysisPage } from "#src/contract/jobs/jobs.ts";
import { systemClock } from "#src/core/clock.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { compareAnalyses, searchAnalyses } from "#src/product/analyses/reading.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";
import { estimateAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { readLiveRun } from "#src/product/analyses/running.ts";
import type { Context } from "#src/product/context.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const everything: AnalysisFilter = { status: null, symbol: null, rating: null, from: null, to: null };

function as(owner: string): Context {
  return {
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 4,
      maxQueued: 100,
      jobTimeoutMs: 60_000,
      webhookAllowPrivate: false,
    },
    actor: { owner, plan: "elite", scopes: Scope.options },
    requestId: "req_test",
  };
}

async function submit(owner: string, ticker: string, tradeDate: string): Promise<string> {
  const { job } = await submitAnalysis(as(owner), {
    body: { ticker, trade_date: tradeDate, asset_type: "stock", analysts: ["market", "news"], max_debate_rounds: 2 },
    idempotencyKey: null,
  });
  return job.id;
}

function search(owner: string, filter: Partial<AnalysisFilter>, page = {}): Promise<AnalysisPage> {
  return searchAnalyses(as(owner), {
    filter: { ...everything, ...filter },
    page: { before: null, after: null, limit: 10, ...page },
  });
}

const ids = ({ analyses }: AnalysisPage): string[] => analyses.map(({ id }) => id);

describe("the list of analyses", () => {
  test("is narrowed by state, symbol in any case, rating and date, and holds one's own alone", async () => {
    const done = await submit("ada", "DEMO", "2019-06-03");
    await succeed(testApp, done);
    const failed = await submit("ada", "AAPL", "2025-06-02");
    await fail(testApp, failed, "the model gave no answer");
    const running = await submit("ada", "aapl", "2025-06-03");
    await start(testApp, running);
    await submit("eve", "AAPL", "2025-06-02");

    expect(ids(await search("ada", {}))).toEqual([running, failed, done]);
    expect(ids(await search("ada", { status: "failed" }))).toEqual([failed]);
    expect(ids(await search("ada", { symbol: "Aapl" }))).toEqual([running, failed]);
    expect(ids(await search("ada", { from: "2019-06-03", to: "2025-06-02" }))).toEqual([failed, done]);
    const [first] = (await search("ada", { symbol: "DEMO" })).analyses;
    const rating = first?.rating ?? null;
    expect(rating).not.toBeNull();
    expect(ids(await search("ada", { rating }))).toEqual([done]);
    expect((await search("ada", { status: "failed" })).analyses).toMatchObject([
      { error: "the model gave no answer", rating: null, progress: null },
    ]);
    // Two analysts, two rounds of two, three risk voices, manager, trader and portfolio manager.
    expect((await search("ada", { status: "running" })).analyses).toMatchObject([{ progress: { done: 0, of: 12 } }]);
  });

  test("is paged down and up again without losing or doubling one", async () => {
    const all: string[] = [];
    for (const day of ["02", "03", "04", "05", "06"]) all.unshift(await submit("bob", "MSFT", `2025-06-${day}`));
    const first = await search("bob", {}, { limit: 2 });
    const second = await search("bob", {}, { limit: 2, before: first.older });
    const third = await search("bob", {}, { limit: 2, before: second.older });
    expect([first, second, third].flatMap(ids)).toEqual(all);
    expect([first.newer, third.older]).toEqual([null, null]);
    const back = await search("bob", {}, { limit: 2, after: third.newer });
    expect(ids(back)).toEqual(ids(second));
    const top = await search("bob", {}, { limit: 2, after: back.newer });
    expect(ids(top)).toEqual(ids(first));
    expect(top.newer).toBeNull();
  });

  test("a run that goes on is read by its owner alone, with all that was said", async () => {
    const id = await submit("cleo", "DEMO", "2019-06-03");
    await start(testApp, id);
    const { job, events, statements } = await readLiveRun(as("cleo"), id);
    expect(job.status).toBe("running");
    expect(events.map(({ type }) => type)).toEqual(["job.queued", "job.running"]);
    expect(statements).toBe(12);
    await expect(readLiveRun(as("eve"), id)).rejects.toThrow(NotFound);
  });
});

describe("two analyses", () => {
  test("are compared when both are one's own, done and not the same", async () => {
    const [before, after] = [await submit("dora", "DEMO", "2019-06-03"), await submit("dora", "DEMO", "2019-06-03")];
    await succeed(testApp, before);
    await expect(compareAnalyses(as("dora"), { before, after })).rejects.toThrow(Conflict);
    await succeed(testApp, after);
    await expect(compareAnalyses(as("dora"), { before, after: before })).rejects.toThrow(
      "choose two different analyses",
    );
    await expect(compareAnalyses(as("eve"), { before, after })).rejects.toThrow(NotFound);
    const runs = await compareAnalyses(as("dora"), { before, after });
    expect(runs.before.run.result).toEqual(runs.after.run.result);
  });
});

describe("the estimate", () => {
  const price = { input: "1", cachedInput: "0.1", output: "10" };
  const models = { deep_think_llm: "deep", quick_think_llm: "quick" };
  const environment: AnalysisEnvironment = {
    config: {
      llm_provider: "openai",
      ...models,
      max_debate_rounds: 1,
      max_risk_discuss_rounds: 1,
      online_tools: false,
    },
    toolSteps: 2,
    prices: { deep: price, quick: price },
    cutoffs: {},
    instruments: [],
    read: () => ({ ok: false, reason: "none" }),
    typedInstruments: () => [],
    readSymbolFile: () => {
      throw new Error("nobody asks for it here");
    },
    coverageOf: () => ({ status: "absent" }),
    evidenceOf: async () => ({ kind: null, coverage: [] }),
    lookUp: async () => ({ status: "unknown" }),
    closes: () => [],
    valuePortfolio: () => Promise.reject(new Error("nobody asks for it here")),
    holdingsOn: () => Promise.reject(new Error("nobody asks for it here")),
    runDelayMs: 0,
  };

  test("comes from the price table before the service has run its models, and stays under the plan's limit by name", async () => {
    const { basis, runs, limitUsd, shapes } = await estimateAnalysis(as("flo"), environment);
    expect({ basis, runs, limitUsd }).toEqual({ basis: "table", runs: 0, limitUsd: "5.00" });
    expect(shapes).toHaveLength(40);
    const small = shapes.find(({ analysts, rounds }) => analysts === 1 && rounds === 1);
    const large = shapes.find(({ analysts, rounds }) => analysts === 4 && rounds === 10);
    // One analyst with two look-ups, bull and bear, three risk voices and three who decide.
    expect(small?.calls).toBe(11);
    expect(Number(large?.costUsd)).toBeGreaterThan(Number(small?.costUsd));
  });

  test("does not invent a price", async () => {
    const { shapes } = await estimateAnalysis(as("flo"), { ...environment, prices: { deep: null, quick: price } });
    expect(shapes.every(({ costUsd }) => costUsd === null)).toBe(true);
  });

  test("of rules is nothing, with no limit to name", async () => {
    const config = { ...environment.config, llm_provider: "rules", deep_think_llm: "rules", quick_think_llm: "rules" };
    const free = { input: "0", cachedInput: "0", output: "0" };
    const rules = { ...environment, config, toolSteps: 0, prices: { deep: free, quick: free } };
    const { basis, limitUsd, shapes } = await estimateAnalysis(as("flo"), rules);
    expect({ basis, limitUsd }).toEqual({ basis: "rules", limitUsd: null });
    expect(new Set(shapes.map(({ costUsd }) => costUsd))).toEqual(new Set(["0"]));
  });

  test("is measured when there are three runs with the same models, and only with those", async () => {
    for (let n = 0; n < 3; n += 1) await succeed(testApp, await submit("gus", "DEMO", "2019-06-03"));
    await testApp.db.pool.query(
      `update analyses set started_at = finished_at - interval '60 seconds',
         usage = jsonb_set(usage, '{cost_usd}', '"0.12"'),
         manifest = jsonb_set(jsonb_set(jsonb_set(manifest, '{config,llm_provider}', '"openai"'),
           '{config,deep_think_llm}', '"deep"'), '{config,quick_think_llm}', '"quick"')
       where owner = 'gus'`,
    );
    const { basis, runs, shapes } = await estimateAnalysis(as("gus"), environment);
    expect({ basis, runs }).toEqual({ basis: "measured", runs: 3 });
    // The runs were of this shape: two analysts and two rounds.
    expect(shapes.find(({ analysts, rounds }) => analysts === 2 && rounds === 2)).toMatchObject({
      costUsd: "0.12",
      seconds: 60,
    });
    const other = { ...environment, config: { ...environment.config, quick_think_llm: "another" } };
    expect((await estimateAnalysis(as("gus"), other)).basis).toBe("table");
  });
});
