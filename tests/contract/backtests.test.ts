import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fc, test as propertyTest } from "@fast-check/vitest";
import { join } from "node:path";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { composeBacktestEnvironment } from "#src/server/compose/job-environments.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { backtestLimits } from "#src/contract/backtests/backtests.ts";
import { plans, type Plan } from "#src/contract/accounts/plans.ts";
import { readEverything } from "#src/product/accounts/queries/user-export.ts";
import { succeedBacktest } from "#src/product/backtests/queries/backtests.ts";
import { endJob, noteProgress, takeJob } from "#src/product/jobs/queries/jobs.ts";
import { fixedClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { Conflict, Forbidden, InvalidInput, NotFound } from "#src/core/errors.ts";
import { deleteAccount } from "#src/product/accounts/account-data.ts";
import { failAbandoned, cancelJob } from "#src/product/jobs/jobs.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import {
  deleteBacktest,
  estimateBacktest,
  getBacktest,
  getBacktestResult,
  listBacktests,
  startBacktest,
  uploadBacktest,
} from "#src/product/backtests/backtests.ts";
import { readUploadedBacktest } from "#src/product/backtests/lib/new-backtest.ts";
import { summaryOf } from "#src/product/backtests/public/order.ts";
import type { Context } from "#src/product/context.ts";
import { keepMeasurement } from "#src/product/memory/memory.ts";
import { demoOrder, smallResult, somebody } from "#tests/support/backtests.ts";
import { renderBacktest } from "#src/report/backtest/backtest-report.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { memoryMeasurement } from "#tests/support/memory-measurements.ts";

const cancelBacktest = (ctx: Context, id: string) => cancelJob(ctx, { kind: backtestJob, id });

const at = Date.UTC(2026, 0, 10);
const demo = join(import.meta.dirname, "../../demo");
const asked = demoOrder("2019-01-02", "2019-06-28");
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

let testApp: TestApp;
let small: BacktestResult;
beforeAll(async () => {
  [testApp, small] = await Promise.all([openTestApp(), smallResult()]);
});
afterAll(() => testApp.drop());

async function contextOf(plan: Plan = "free"): Promise<Context> {
  return {
    db: testApp.db,
    queue: testApp.queue,
    clock: fixedClock(at),
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 4,
      maxQueued: 100,
      jobTimeoutMs: 60_000,
      webhookAllowPrivate: false,
    },
    actor: await somebody(testApp.db, plan),
    requestId: "req_test",
  };
}

const start = (ctx: Context, decisions = 25): Promise<string> => startBacktest(ctx, { asked, decisions });

describe("an order", () => {
  test("waits in the queue, with one of an owner's under way at a time", async () => {
    const ctx = await contextOf();
    const id = await start(ctx);
    expect(await getBacktest(ctx, id)).toMatchObject({ state: "queued", source: "here", asked, done: 0, total: 25 });
    await expect(start(ctx)).rejects.toThrow(Conflict);
    const { rows } = await testApp.db.pool.query(
      "select status, queue_name from dbos.workflow_status where workflow_uuid = $1",
      [id],
    );
    expect(rows).toEqual([{ status: "ENQUEUED", queue_name: "backtests" }]);
    await cancelBacktest(ctx, id);
    expect(await getBacktest(ctx, id)).toMatchObject({ state: "cancelled" });
    await start(ctx);
  });

  test("pressed many times at once it is made once", async () => {
    const ctx = await contextOf("elite");
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => start(ctx)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listBacktests(ctx, { before: null, limit: 10 })).kept).toBe(1);
  });

  test("holds to the plan's decisions and to what the plan keeps", async () => {
    const ctx = await contextOf();
    const { backtestDecisions: most, backtests } = plans.free;
    await expect(start(ctx, most + 1)).rejects.toThrow(Forbidden);
    for (let made = 0; made < backtests; made += 1) await cancelBacktest(ctx, await start(ctx, most));
    await expect(start(ctx)).rejects.toThrow(`the Free plan stores up to ${backtests} backtests`);
    await expect(uploadBacktest(ctx, bytes(small))).rejects.toThrow(Forbidden);
    const [newest] = (await listBacktests(ctx, { before: null, limit: 1 })).backtests;
    await deleteBacktest(ctx, newest?.id ?? "");
    await start(ctx);
  });

  test("goes from state to state as the table says, and never back", async () => {
    const ctx = await contextOf();
    const { sql, pool } = ctx.db;
    const id = await start(ctx);
    expect(await noteProgress(sql, id, { done: 1, total: 25 }), "not running yet").toBe(false);
    const taken = { owner: ctx.actor.owner, input: { ...asked, source: "here" }, state: "running" };
    expect(await takeJob(sql, id, at)).toMatchObject(taken);
    expect(await takeJob(sql, id, at + 9), "taken over from a dead worker").toMatchObject(taken);
    expect(await noteProgress(sql, id, { done: 20, total: 25 })).toBe(true);
    await cancelBacktest(ctx, id);
    expect(await noteProgress(sql, id, { done: 25, total: 25 })).toBe(false);
    expect(await takeJob(sql, id, at)).toBeNull();
    expect(await endJob(sql, id, { state: "failed", error: "late" }, at)).toBe(false);
    const end = { result: JSON.stringify(small), trades: "", summary: summaryOf(small) };
    expect(await ctx.db.transaction((tx) => succeedBacktest(tx, id, end, at)), "a late end").toBe(false);
    await expect(getBacktestResult(ctx, id)).rejects.toThrow(NotFound);
    await expect(pool.query("update jobs set state = 'running' where id = $1", [id])).rejects.toThrow(
      "does not go from cancelled to running",
    );
  });

  test("whose workflow ended without a word fails", async () => {
    const ctx = await contextOf();
    const id = await start(ctx);
    await takeJob(ctx.db.sql, id, at);
    await ctx.db.pool.query(
      "update dbos.workflow_status set status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' where workflow_uuid = $1",
      [id],
    );
    await failAbandoned(ctx);
    expect(await getBacktest(ctx, id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("stopped several times"),
    });
  });
});

test("another's is not there", async () => {
  const [owner, other] = [await contextOf(), await contextOf("elite")];
  const id = await uploadBacktest(owner, bytes(small));
  for (const ask of [getBacktest, getBacktestResult, cancelBacktest, deleteBacktest])
    await expect(ask(other, id)).rejects.toThrow(NotFound);
  expect((await listBacktests(other, { before: null, limit: 10 })).backtests).toEqual([]);
  expect((await getBacktestResult(owner, id)).result).toEqual(small);
});

test("lists go back page by page", async () => {
  const ctx = await contextOf("signals");
  const ids = [];
  for (let made = 0; made < 3; made += 1) ids.unshift(await uploadBacktest(ctx, bytes(small)));
  const first = await listBacktests(ctx, { before: null, limit: 2 });
  const second = await listBacktests(ctx, { before: first.older, limit: 2 });
  expect([...first.backtests, ...second.backtests].map(({ id }) => id)).toEqual(ids);
  expect(second.older).toBeNull();
});

describe("a result that is brought", () => {
  test("is kept as it is, and marked", async () => {
    const ctx = await contextOf();
    const id = await uploadBacktest(ctx, bytes(small));
    expect(await getBacktest(ctx, id)).toMatchObject({
      source: "elsewhere",
      state: "succeeded",
      summary: { decisions: small.decisions.length, provider: "rules" },
    });
    const { result, trades } = await getBacktestResult(ctx, id);
    expect(result).toEqual(small);
    expect(trades).toBeNull();
  });

  const portfolio = (): BacktestResult["portfolio"] => structuredClone(small.portfolio);

  test("of the first version is read without its intervals, which were too narrow", () => {
    const narrow = { low: 0.1, high: 0.2 };
    const old = {
      ...small,
      version: 1,
      portfolio: {
        ...small.portfolio,
        strategies: small.portfolio.strategies.map((one) => ({
          ...one,
          intervals: { annual_return: narrow, sharpe: null, excess_annual_return: narrow },
        })),
      },
      hit_rates: small.hit_rates.map((rate) => ({ ...rate, hit_rate_interval: narrow })),
    };
    const { result } = readUploadedBacktest(bytes(old));
    expect(result.version).toBe(1);
    expect(result.hit_rates.every(({ hit_rate_interval: one }) => one?.status === "withdrawn")).toBe(true);
    expect(result.portfolio.strategies.map(({ metrics }) => metrics)).toEqual(
      small.portfolio.strategies.map(({ metrics }) => metrics),
    );
    const report = renderBacktest(result);
    expect(report).toContain("whose intervals were too narrow");
    expect(report).not.toContain("10.0% to 20.0%");
  });

  test.each<[string, () => Uint8Array, RegExp]>([
    ["nothing", () => new Uint8Array(), /empty/],
    ["no JSON", () => new TextEncoder().encode("{"), /is not JSON/],
    ["no UTF-8", () => new Uint8Array([0x22, 0xff, 0xfe, 0x22]), /is not JSON/],
    ["another JSON", () => bytes({ rating: "Buy" }), /not a backtest result\.json/],
    ["another version", () => bytes({ ...small, version: 3 }), /version/],
    ["an interval without width", () => bytes({ ...small, portfolio: pointed(portfolio()) }), /annual_return/],
    ["a huge one", () => new Uint8Array(backtestLimits.uploadBytes + 1), /larger than the limit of 4 MB/],
    ["a line that is too short", () => bytes({ ...small, portfolio: shorter(portfolio()) }), /strategies\.0\.equity/],
    ["time that goes back", () => bytes({ ...small, portfolio: backwards(portfolio()) }), /chronological order/],
    [
      "a strategy too few",
      () => bytes({ ...small, portfolio: { ...portfolio(), strategies: [] } }),
      /has debate 0 times/,
    ],
    ["a symbol that is none", () => bytes({ ...small, settings: { ...small.settings, symbols: ["<b>"] } }), /symbol/],
    ["half a character", () => bytes({ ...small, assumptions: ["\ud800"] }), /characters/],
    ["a NUL", () => bytes({ ...small, assumptions: ["\0"] }), /characters/],
  ])("%s is refused in words", async (_name, file, words) => {
    const ctx = await contextOf();
    await expect(uploadBacktest(ctx, file())).rejects.toThrow(InvalidInput);
    await expect(uploadBacktest(ctx, file())).rejects.toThrow(words);
    expect((await listBacktests(ctx, { before: null, limit: 1 })).kept).toBe(0);
  });

  propertyTest.prop([fc.uint8Array({ maxLength: 200 })], { seed: 7 })("no bytes break the reading", (file) => {
    expect(() => readUploadedBacktest(file)).toThrow(InvalidInput);
  });

  propertyTest.prop([fc.jsonValue()], { seed: 7, numRuns: 60 })(
    "whatever stands in place of a part is refused or read",
    (value) => {
      for (const name of ["settings", "decisions", "portfolio", "hit_rates", "luck"])
        try {
          readUploadedBacktest(bytes({ ...small, [name]: value }));
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInput);
        }
    },
  );
});

function shorter(portfolio: BacktestResult["portfolio"]): unknown {
  return {
    ...portfolio,
    strategies: portfolio.strategies.map((one) => ({ ...one, equity: one.equity.slice(1) })),
  };
}

/** With an interval that says that nothing is uncertain. */
function pointed(portfolio: BacktestResult["portfolio"]): unknown {
  const point = { status: "given", low: 0.8, high: 0.8, effective: 5 };
  return {
    ...portfolio,
    strategies: portfolio.strategies.map((one) => ({ ...one, intervals: { ...one.intervals, annual_return: point } })),
  };
}

function backwards(portfolio: BacktestResult["portfolio"]): unknown {
  return { ...portfolio, equity_sessions: portfolio.equity_sessions.toReversed() };
}

describe("the page for a new backtest", () => {
  const environment = () =>
    composeBacktestEnvironment(
      readSettings({ SERVICE_ONLINE_TOOLS: "false", CONCLAVE_HOME: "/nowhere" }),
      demo,
      fixedClock(at),
    );

  test("reads an order as the command line does, and counts its decisions", async () => {
    const { read } = await environment();
    const order = { ...asked, symbols: ["^gspc", "demo", "DEMO"] };
    const known = read(order);
    expect(known).toMatchObject({
      ok: true,
      decisions: 50,
      asked: { symbols: ["DEMO", "^GSPC"], asset_type: "stock" },
    });
    const ctx = await contextOf();
    if (known.ok)
      expect(await estimateBacktest(ctx, { order: known, environment: null })).toMatchObject({
        decisions: 50,
        most: 300,
        seconds: 1,
        models: null,
      });
  });

  test("warns of dates in the models' training period, with what was measured of it", async () => {
    const { read } = await environment();
    const order = read(asked);
    if (!order.ok) throw new Error("the order cannot be read");
    const settings = readSettings({ SERVICE_ONLINE_TOOLS: "false", CONCLAVE_HOME: "/nowhere" });
    const usual = await composeAnalysisEnvironment(settings, demo, fixedClock(at));
    const ctx = await contextOf();
    const cutoffs = { ours: "2018-12-31" };
    const trainingOf = async (model: string, from = order.asked.from) => {
      const config = { ...usual.config, llm_provider: "openai", deep_think_llm: model, quick_think_llm: model };
      const later = { ...order, asked: { ...order.asked, from } };
      return (await estimateBacktest(ctx, { order: later, environment: { ...usual, config, cutoffs } })).models
        ?.training;
    };
    await keepMeasurement(ctx, memoryMeasurement(2, { provider: "openai", deep: "gpt-4.1", quick: "gpt-4.1" }));
    const measured = [{ period: "2019", agreement: { named: 1, named_masked: 0.2 } }];
    expect(await trainingOf("gpt-4.1")).toMatchObject({ cutoff: "2024-06-30", mayRemember: true, measured });
    expect(await trainingOf("gpt-4.1", "2024-07-01")).toMatchObject({ mayRemember: false });
    expect(await trainingOf("ours")).toMatchObject({ cutoff: "2018-12-31", mayRemember: false });
    expect(await trainingOf("unheard-of")).toEqual({ cutoff: null, mayRemember: true, measured: [] });
  });

  test("says which field cannot be read, and why", async () => {
    const { read } = await environment();
    expect(read({ ...asked, symbols: ["AAPL"] })).toMatchObject({ ok: false, field: "symbols" });
    expect(read({ ...asked, symbols: ["!"] })).toMatchObject({ ok: false, field: "symbols" });
    expect(read({ ...asked, to: "2026-01-10" })).toMatchObject({ ok: false, field: "to" });
    expect(read({ ...asked, from: "2019-07-01" })).toMatchObject({ ok: false, field: "from" });
    expect(read({ ...asked, from: "2020-02-03", to: "2020-03-02" })).toMatchObject({ ok: false, field: "from" });
    expect(read({ ...asked, from: "2015-01-05" })).toMatchObject({
      ok: true,
      notes: [expect.stringContaining("REVIEW"), expect.any(String)],
    });
  });

  test("has the archive that ships where online vendors answer everything else", async () => {
    const online = await composeBacktestEnvironment(readSettings({ CONCLAVE_HOME: "/nowhere" }), demo, fixedClock(at));
    expect(online.instruments.map(({ symbol }) => symbol).toSorted()).toEqual(["DEMO", "^GSPC"]);
  });
});

test("an account takes its backtests along, and they go with it", async () => {
  const ctx = await contextOf();
  const id = await uploadBacktest(ctx, bytes(small));
  const { backtests } = await readEverything(ctx.db.sql, ctx.actor.owner);
  expect(backtests).toMatchObject([{ id, source: "elsewhere", result: small }]);
  await deleteAccount(ctx);
  const { rows } = await testApp.db.pool.query("select from backtest_results where backtest = $1", [id]);
  expect(rows).toEqual([]);
});
