import { describe, expect, onTestFinished, test } from "vitest";
import { measureMemory, type MeasuringTools, type MemoryOrder } from "#src/backtest/memory/measure.ts";
import { prepareMemory } from "#src/backtest/memory/prepare.ts";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import { measurementsOf } from "#src/product/memory/queries/memory-measurements.ts";
import { keptAnswers, type KeptAnswer } from "#src/debate/attribution/reuse.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { fixedClock } from "#src/core/clock.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { company, MONDAY } from "#tests/support/company.ts";
import { bar, instrument, memoryVendor, news, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "#tests/support/model-server.ts";
import { reading, remembering } from "#tests/support/remembering-model.ts";

/* A model that remembers prices is told from one that reads, over HTTP, by what stays of its opinion without the name. */

const now = "2026-02-01T12:00:00Z";
const settings = {
  runId: "memory",
  codeVersion: "test",
  seed: 7,
  rounds: 1,
  riskRounds: 1,
  toolSteps: 0,
  onlineTools: false,
  budgetUsd: null,
};
const price = { input: "1", cached_input: "1", output: "2" };
const named = news("2025-05-29T14:00:00Z", "Apple (NASDAQ:AAPL) opened a store on May 29, 2025");

type Future = "kept" | "mirrored" | "missing";

/** A company with a name, and what became of it after MONDAY. */
function vendorsOf(future: Future = "kept"): VendorChain {
  const { bars = [], news: told = [], ...rest } = company();
  const last = bars.find(({ date }) => date === MONDAY)?.close ?? 0;
  const later = {
    kept: bars,
    mirrored: bars.map((one) => (one.date > MONDAY ? bar(one.date, last ** 2 / one.close) : one)),
    missing: bars.filter(({ date }) => date <= MONDAY),
  };
  const listed = { ...instrument("AAPL"), name: "Apple Inc." };
  return vendorChainOf(memoryVendor("test", { ...rest, bars: later[future], news: [...told, named] }, [listed]));
}

const closes = new Map((company().bars ?? []).map(({ date, close }) => [date, close]));

async function model(script: NonNullable<ModelServerOptions["script"]>): Promise<ModelServer> {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close());
  return server;
}

function toolsOf(server: ModelServer, vendors: VendorChain, paid: KeptAnswer[] = []): MeasuringTools {
  return {
    vendors,
    reasoner: createLlmReasoner({
      provider: "openai-compatible",
      settings: { baseUrl: server.url, apiKey: "sk-test-0123456789" },
      models: { deep: "big", quick: "small" },
      prices: { big: price, small: price },
    }),
    clock: fixedClock(Date.parse(now)),
    signal: new AbortController().signal,
    answers: keptAnswers(paid, (answer) => {
      paid.push(answer);
      return Promise.resolve();
    }),
  };
}

function prepare(tools: MeasuringTools) {
  const symbol = parseSymbol("AAPL", "stock");
  if (!symbol.ok) throw new Error(symbol.reason);
  const request = AnalysisRequest.parse({ ticker: "AAPL", trade_date: MONDAY, analysts: ["market", "news"] });
  return prepareMemory(tools, createRulesReasoner(), { symbol: symbol.symbol, request, settings });
}

async function measured(tools: MeasuringTools, order: Partial<MemoryOrder> = {}) {
  const usual = { repetitions: 10, budget: null, cutoff: null, onRated: () => {} };
  return measureMemory(tools, await prepare(tools), { ...usual, ...order });
}

/** Of the horizons of the quiz so many end before the company's last price; each is asked ten times, twice over. */
const asked = 50;

describe("a model that remembers prices", () => {
  test("scores a high share of memory, which falls away without the name and in other years", async () => {
    const server = await model(remembering({ ticker: "AAPL", year: "2025", closes, became: "down" }));
    const result = MemoryMeasurement.parse(await measured(toolsOf(server, vendorsOf())));
    expect(result).toMatchObject({
      rating: "Sell",
      agreement: { named: 1, named_masked: 0, named_shifted: 0, masked_shifted: 1 },
      // No headline moves what it knows.
      false_headline: { says: "up" },
      followed_false_news: { count: 0, of: 10 },
      quiz: {
        named: { right: { count: asked, of: asked, interval: { status: "given" } }, unknown: 0 },
        masked: { right: { count: 0, of: asked }, unknown: asked },
      },
    });
    const prompts = server.calls.map(({ prompt }) => prompt);
    const of = (head: string) => prompts.filter((prompt) => prompt.startsWith(`INSTRUMENT ${head}`));
    // The mask leaves no name in any prompt, and moved dates leave no year of the real ones.
    expect(of("MASKED").length).toBeGreaterThan(20);
    expect(of("MASKED").filter((prompt) => /AAPL|Apple|NASDAQ/i.test(prompt))).toEqual([]);
    const shifted = prompts.filter((prompt) => prompt.includes("trade date 2053-06-02"));
    expect(shifted.length).toBeGreaterThan(10);
    expect(shifted.filter((prompt) => /(?<!\d)20[012]\d(?!\d)/.test(prompt))).toEqual([]);
    expect(shifted.join()).toContain("May 29, 2053");
  });
});

describe("a model that reads the evidence", () => {
  test("keeps its opinion in every world, follows the headline and knows no later price", async () => {
    const server = await model(reading());
    const result = await measured(toolsOf(server, vendorsOf()));
    expect(result).toMatchObject({
      rating: "Overweight",
      agreement: { named: 1, masked: 1, shifted: 1, named_masked: 1, named_shifted: 1, masked_shifted: 1 },
      followed_false_news: { count: 10, of: 10 },
      quiz: { named: { right: { count: 0 }, unknown: asked } },
    });
  });

  test("with one repetition agrees with nobody", async () => {
    const server = await model(reading());
    const result = await measured(toolsOf(server, vendorsOf()), { repetitions: 1 });
    expect(result.agreement).toMatchObject({ named: null, named_masked: 1 });
  });
});

describe("the measurement", () => {
  test("shows the model nothing that came later: only the score and the headline's side depend on it", async () => {
    const told = async (future: Future) => {
      // Its words do not depend on the headline, so the prompts of others do not either.
      const server = await model(remembering({ ticker: "AAPL", year: "2025", closes, became: "down" }));
      const { quiz, false_headline: headline } = await measured(toolsOf(server, vendorsOf(future)), { repetitions: 1 });
      const prompts = server.calls.map(({ system, prompt }) => `${system}\n${prompt}`);
      return {
        quiz,
        says: headline?.says,
        prompts: new Set(prompts.filter((prompt) => !/withdraws its outlook|raises its outlook/.test(prompt))),
      };
    };
    const kept = await told("kept");
    const isQuiz = (prompt: string) => prompt.includes("closed test of recall");
    expect([...kept.prompts].filter(isQuiz)).toHaveLength(2);
    for (const future of ["mirrored", "missing"] as const) {
      const other = await told(future);
      expect([other.quiz === null, other.says]).toEqual(future === "missing" ? [true, undefined] : [false, "down"]);
      const expected = [...kept.prompts].filter((prompt) => future !== "missing" || !isQuiz(prompt));
      expect(other.prompts, future).toEqual(new Set(expected));
    }
  });

  test("holds its money before each call, goes on after a stop, and pays for no answer twice", async () => {
    const server = await model(reading());
    const vendors = vendorsOf();
    const paid: KeptAnswer[] = [];
    const prepared = await prepare(toolsOf(server, vendors));
    expect(server.calls).toEqual([]);
    const poor = await measured(toolsOf(server, vendors, paid), { repetitions: 2, budget: "0.000001" });
    expect(server.calls).toEqual([]);
    expect(poor).toMatchObject({
      rating: "REVIEW",
      agreement: { named_masked: null },
      stopped: expect.stringContaining("budget"),
    });
    const stop = new AbortController();
    const tools = { ...toolsOf(server, vendors, paid), signal: stop.signal };
    const cut = await measured(tools, { repetitions: 2, onRated: (world) => world === "masked" && stop.abort() });
    expect(cut).toMatchObject({ ratings: { named: ["Overweight"], masked: ["Overweight"], shifted: [] } });
    expect(cut.stopped).toContain("stopped");
    const whole = await measured(toolsOf(server, vendors, paid), { repetitions: 2 });
    expect(whole).toMatchObject({ stopped: null, agreement: { named_shifted: 1 } });
    expect(server.calls).toHaveLength(paid.length);
    const finished = server.calls.filter(({ outcome }) => outcome === "finished");
    expect(finished.length).toBeLessThanOrEqual(prepared.calls * 2);
    const again = await measured(toolsOf(server, vendors, paid), { repetitions: 2 });
    expect(again).toMatchObject({ calls: 0, cost_usd: "0" });
  });
});

describe("conclave study memory", () => {
  const args = ["memory", "DEMO", "--date", "2019-06-03", "--repeat", "1", "--analysts", "market,news"];

  test("shows the price first, measures after --yes, and pays for nothing twice", async () => {
    const server = await model(reading());
    const cli = conclaveHome(askingModel(server.url));
    const priced = await cli.call(...args);
    expect([priced.code, priced.out, server.calls.length]).toEqual([0, "", 0]);
    expect(priced.err).toMatch(/1 repetition, about \d+ calls for at most \$\d/);
    expect(priced.err).toContain("Add --yes to continue");
    expect(priced.err).toContain("made up: no model can remember them");
    const { code, out } = await cli.call(...args, "--yes", "--json");
    expect(code).toBe(0);
    const made = server.calls.length;
    const measured = MemoryMeasurement.parse(JSON.parse(out));
    expect(measured).toMatchObject({
      symbol: "DEMO",
      period: "2019",
      deep: "deep",
      calls: made,
      agreement: { named_masked: 1 },
    });
    const again = await cli.call(...args, "--yes");
    expect(server.calls).toHaveLength(made);
    expect(again.out).toContain(
      "100% of pairs with and without it, 100% of pairs on real and other dates. One date cannot tell memory",
    );
    expect(again.out).toContain("0 calls made");
    const beside = await cli.call("analyze", "DEMO", "--date", "2019-03-01", "--analysts", "market", "--offline");
    expect(beside.out.replaceAll(/\s+/g, " ")).toContain(
      "Memory: measured on 1 date of 2019 and 1 instrument, whether these models' opinions go with the name cannot be told yet",
    );
    const unread = await cli.call(...args.slice(0, -1), "market");
    expect(unread.err).toContain("No analyst reads news, so there is no false headline");
    const { db, url, drop } = await freshDatabase();
    onTestFinished(drop);
    const stored = await conclaveHome({ ...askingModel(server.url), CONCLAVE_HOME: cli.home, DATABASE_URL: url }).call(
      ...args,
      "--yes",
      "--store",
    );
    expect([stored.code, stored.err]).toEqual([0, expect.stringContaining("reports of this service show it")]);
    const models = { provider: "openai-compatible", deep: "deep", quick: "quick" };
    expect(await measurementsOf(db.sql, models, { from: "2019", to: "2019" })).toMatchObject([{ symbol: "DEMO" }]);
  });

  test("has nothing to ask of the rules engine", async () => {
    const { code, out } = await conclaveHome().call(...args);
    expect([code, out]).toEqual([0, expect.stringContaining("The rules engine has no training data")]);
  });
});
