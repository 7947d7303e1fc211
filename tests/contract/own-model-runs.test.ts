import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import type { OwnModel } from "#src/contract/jobs/model-keys.ts";
import { Scope, plans } from "#src/contract/accounts/plans.ts";
import { getAnalysis, getRun } from "#src/product/analyses/reading.ts";
import { readLiveRun } from "#src/product/analyses/running.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import { saveReportLanguage } from "#src/product/accounts/profile.ts";
import { changeModelKey, listModelKeys, deleteModelKey, saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { getBacktest, getBacktestResult, startBacktest } from "#src/product/backtests/backtests.ts";
import { listWatchlists, saveWatchlist } from "#src/product/signals/watchlists.ts";
import { startRuns } from "#src/product/signals/runs.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import { demoOrder } from "#tests/support/backtests.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { keyOfCall } from "#tests/support/echoing-provider.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { customersAt } from "#tests/support/key-server.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { houseOff, anySymbol } from "#tests/support/signals.ts";

/** What the operator lets a run cost: less than any call. */
const nextToNothing = "0.0000001";
const first = "sk-first-0123456789-aaaa";
const second = "sk-second-0123456789-bbbb";
const own: OwnModel = { llm_provider: "openai", deep_think_llm: "deep", quick_think_llm: "quick" };

let testApp: TestApp;
let worker: MailWorker;
let operators: ModelServer;
let customers: ModelServer;
let people = 0;
let ann: Context;

beforeAll(async () => {
  testApp = await openTestApp();
  operators = await startModelServer();
  customers = await startModelServer({ latencyMs: 150 });
  worker = startMailWorker(testApp, {
    ...askingModel(operators.url),
    ...customersAt(customers.url, operators.url),
    SERVICE_RUN_BUDGET_USD: nextToNothing,
  });
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await Promise.all([operators.close(), customers.close()]);
});
beforeEach(async () => {
  const owner = `usr_${(people += 1)}`;
  await testApp.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, 'Name', $1 || '@example.com', now(), now())",
    [owner],
  );
  await testApp.db.pool.query(
    "insert into accounts (id, plan, created_at) values ($1, 'free', now()) on conflict do nothing",
    [owner],
  );
  const actor = { owner, plan: "free", scopes: Scope.options } as const;
  ann = customerContext({ ...testApp, actor, settings: { budgetUsd: nextToNothing } });
});

const save = (key: string): Promise<void> =>
  saveModelKey(ann, { provider: "openai", key, probe: () => Promise.resolve({ kind: "accepted" }) });
const start = async (model: OwnModel | null, key: string | null = null): Promise<string> => {
  const asked = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", max_debate_rounds: 1 } as const;
  const body = { ...asked, analysts: ["market" as const], own_model: model };
  return (await submitAnalysis(ann, { body, idempotencyKey: key })).job.id;
};
const ended = (id: string): Promise<Job> =>
  until(`the end of ${id}`, async () => {
    const job = await getAnalysis(ann, id);
    return job.finished_at === null ? null : job;
  });
const calls = (key: string): number => customers.calls.filter((call) => keyOfCall(call) === key).length;

test("a run on a key of one's own takes nothing from the operator's budget, and one without it still does", async () => {
  await save(first);
  const [paid, free] = [await start(own), await start(null)];
  expect(await ended(paid)).toMatchObject({ status: "succeeded" });
  expect(await ended(free)).toMatchObject({ status: "failed", error: expect.stringContaining(nextToNothing) });
  expect(operators.calls).toEqual([]);
  const { run } = await getRun(ann, paid);
  expect(run.manifest.config).toMatchObject({
    llm_provider: "openai",
    deep_think_llm: "deep",
    quick_think_llm: "quick",
    budget_usd: null,
    own_key: true,
  });
  // By the prices that the operator set for models of these names.
  expect(Number(run.usage.cost_usd)).toBeGreaterThan(0);
  expect(run.usage.calls).toBe(calls(first));
  // What it works from is there to be seen beside its transcript, and stays.
  const { data, ownKey } = await readLiveRun(ann, paid);
  expect({ symbol: data?.data.symbol, chart: data?.chart, ownKey }).toEqual({
    symbol: "DEMO",
    chart: run.manifest.chart,
    ownKey: true,
  });
  // One on an own key counts against the plan, and one that ended before anybody spoke does not.
  expect(await readQuota(ann)).toEqual({ submitted: 1, limit: plans.free.analysesPerMonth });
  const { rows } = await testApp.db.pool.query("select from decisions where run_id = $1", [paid]);
  expect(rows).toEqual([]);
});

test("a key that is deleted ends the run before its next call, and the run can be started again", async () => {
  await save(second);
  const before = calls(second);
  const stopped = await start(own);
  await until("a few calls", async () => (calls(second) > before + 2 ? true : null));
  await deleteModelKey(ann, { provider: "openai" });
  const made = calls(second);
  const { status, error } = await ended(stopped);
  expect([status, error]).toEqual(["failed", expect.stringMatching(/your OpenAI key was deleted; add one/)]);
  expect(calls(second)).toBeLessThanOrEqual(made + 1);
  await expect(start(own)).rejects.toThrow("you have no OpenAI key; add one under Account, Models");

  await save(second);
  expect(await ended(await start(own))).toMatchObject({ status: "succeeded" });
});

test("a key that is gone before the run begins is told as that", async () => {
  await save(first);
  // Takes the only slot of the plan.
  const [ahead, behind] = [await start(own), await start(own)];
  await until("the first one to run", async () => ((await getAnalysis(ann, ahead)).status === "running" ? true : null));
  await deleteModelKey(ann, { provider: "openai" });
  expect(await ended(ahead)).toMatchObject({ status: "failed" });
  expect(await ended(behind)).toMatchObject({ status: "failed", error: expect.stringContaining("was deleted") });
});

test("a key that is replaced counts from the next call on", async () => {
  const [old, fresh] = [`${first}-old`, `${first}-new`];
  await save(old);
  const id = await start(own);
  await until("a few calls", async () => (calls(old) > 2 ? true : null));
  await save(fresh);
  expect(await ended(id)).toMatchObject({ status: "succeeded" });
  expect(calls(fresh)).toBeGreaterThan(0);
});

test("models and key belong to what an idempotency key stands for", async () => {
  await save(first);
  const id = await start(own, "once");
  expect(await start(own, "once")).toBe(id);
  await expect(start(null, "once")).rejects.toThrow("different body");
  await expect(start({ ...own, deep_think_llm: "other" }, "once")).rejects.toThrow("different body");
});

test("a provider without models of its own needs their names", async () => {
  const none: OwnModel = { llm_provider: "openrouter", deep_think_llm: null, quick_think_llm: null };
  await expect(start(none)).rejects.toThrow("OpenRouter has no default models; enter a model");
});

test("what is set for a key is asked with where the run names nothing, and stands in the manifest", async () => {
  await save(second);
  const defaults = { deep_think_llm: "set-deep", reasoning_effort: "low" as const, temperature: 0.3 };
  await changeModelKey(ann, { provider: "openai", defaults, limitUsd: null });
  const plain: OwnModel = { llm_provider: "openai", deep_think_llm: null, quick_think_llm: "quick" };
  const id = await start({ ...plain, reasoning_effort: "high" }, "set");
  // What is set later neither moves the run nor makes it another one.
  await changeModelKey(ann, { provider: "openai", defaults: {}, limitUsd: null });
  expect(await start({ ...plain, reasoning_effort: "high" }, "set")).toBe(id);
  await expect(start(plain, "set")).rejects.toThrow("different body");
  expect(await ended(id)).toMatchObject({ status: "succeeded" });
  const { run } = await getRun(ann, id);
  expect(run.manifest.config).toMatchObject({
    deep_think_llm: "set-deep",
    quick_think_llm: "quick",
    reasoning_effort: "high",
    temperature: 0.3,
  });
  const asked = customers.calls.filter(({ model }) => model === "set-deep");
  expect(asked.length).toBeGreaterThan(0);
  for (const { body } of asked) expect(body).toMatchObject({ reasoning_effort: "high", temperature: 0.3 });
});

test("a key's monthly limit ends a run before the call that could cross it, and a replaced key keeps it", async () => {
  await save(first);
  await changeModelKey(ann, { provider: "openai", defaults: {}, limitUsd: "0.25" });
  await save(`${first}-replaced`);
  const before = calls(`${first}-replaced`);
  const job = await ended(await start(own));
  expect(job).toMatchObject({
    status: "failed",
    error: expect.stringContaining("your monthly limit of $0.25 for your OpenAI key does not cover the next call"),
  });
  const { keys } = await listModelKeys(ann);
  expect(keys).toMatchObject([{ monthly_limit_usd: "0.25" }]);
  const used = Number(keys[0]?.used_usd);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(0.25);
  expect(calls(`${first}-replaced`)).toBeGreaterThan(before);
});

test("a list of one's own runs on its owner's key and in its language, and the service's budget is not asked", async () => {
  await save(first);
  await saveReportLanguage(ann, "de");
  const list = { id: null, name: "Mine", instruments: [{ symbol: "DEMO", asset_type: "stock" as const }], runs: 1 };
  const watchlist = { ...list, schedule: { kind: "close" as const }, own_model: own };
  const {
    list: { id },
  } = await saveWatchlist(ann, { environment: anySymbol, watchlist });
  expect(await listWatchlists(ann)).toMatchObject([{ id, own_model: own, language: "de" }]);
  await saveReportLanguage(ann, "en");
  await saveWatchlist(ann, { environment: anySymbol, watchlist: { ...watchlist, id } });
  await testApp.db.pool.query(
    "insert into signal_runs (list, symbol, session, asset_type, due_at) values ($1, 'DEMO', '2019-06-03', 'stock', now())",
    [id],
  );
  // The worker's own schedule starts it, or this does.
  await startRuns(ann, { signals: houseOff, jobs: ann.settings });
  const { rows } = await testApp.db.pool.query<{ id: string; setting: unknown }>(
    "select id, setting, request from analyses where owner = $1",
    [ann.actor.owner],
  );
  expect(rows).toMatchObject([{ setting: { own_model: own, budget_usd: null }, request: { language: "de" } }]);
  const made = rows[0]?.id ?? "";
  expect(await ended(made)).toMatchObject({ status: "succeeded", request: { language: "de" } });
  expect((await getRun(ann, made)).run.manifest.request).toMatchObject({ language: "de" });
  expect(customers.calls.at(-1)?.prompt).toContain("German");
  await deleteModelKey(ann, { provider: "openai" });
  await expect(saveWatchlist(ann, { environment: anySymbol, watchlist: { ...watchlist, id } })).rejects.toThrow(
    "no OpenAI key",
  );
});

test("a backtest's models are the owner's: the operator pays nothing, and the result names them", async () => {
  await save(first);
  const [paid, before] = [operators.calls.length, calls(first)];
  const asked = { ...demoOrder("2019-06-03", "2019-06-04", 1), models: { own_model: own, budget_usd: "5" } };
  const id = await startBacktest(ann, { asked, decisions: 2 });
  const backtest = await until(`the end of ${id}`, async () => {
    const one = await getBacktest(ann, id);
    return one.finished_at === null ? null : one;
  });
  expect(backtest).toMatchObject({ state: "succeeded", done: 2, total: 2, stopped: null, held_usd: "0" });
  const { result } = await getBacktestResult(ann, id);
  const { reasoner, single_call: beside } = result.settings;
  expect(reasoner).toEqual({ provider: "openai", deep: "deep", quick: "quick", base_url: null, own_key: true });
  expect(result.usage.calls).toBe(calls(first) - before);
  expect(Number(result.usage.cost_usd)).toBeCloseTo(Number(backtest.spent_usd), 10);
  expect(Number(backtest.spent_usd)).toBeGreaterThan(0);
  expect(operators.calls).toHaveLength(paid);
  // Each debate has its single call, on the same bill, and the rules beside it.
  expect(beside).toBe(true);
  expect(result.decisions.map(({ baselines }) => [baselines?.single_call?.rating, baselines?.rules?.rating])).toEqual([
    ["Overweight", expect.any(String)],
    ["Overweight", expect.any(String)],
  ]);
  expect(result.debate_excess).toMatchObject([
    { over: "single_call", same_ratings: 2, decisions: 2, calls: result.usage.calls - 4 },
    { over: "rules", calls: result.usage.calls - 2 },
  ]);
});
