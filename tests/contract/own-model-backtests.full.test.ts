import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { Backtest, BacktestAsked } from "#src/contract/backtests/backtests.ts";
import type { OwnModel } from "#src/contract/jobs/model-keys.ts";
import { cancelJob } from "#src/product/jobs/jobs.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import {
  deleteBacktest,
  getBacktest,
  getBacktestResult,
  listBacktests,
  pauseBacktest,
  resumeBacktest,
  startBacktest,
  getValidity,
} from "#src/product/backtests/backtests.ts";
import { changeModelKey, deleteModelKey, listModelKeys, saveModelKey } from "#src/product/model-keys/model-keys.ts";
import type { Context } from "#src/product/context.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { demoOrder, somebody } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { customersAt } from "#tests/support/key-server.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";

const cancelBacktest = (ctx: Context, id: string) => cancelJob(ctx, { kind: backtestJob, id });

/** What the operator lets a run cost: less than any call. */
const nextToNothing = "0.0000001";
const own: OwnModel = { llm_provider: "openai", deep_think_llm: "deep", quick_think_llm: "quick" };

let testApp: TestApp;
let worker: MailWorker;
let operators: ModelServer;
let customers: ModelServer;
let ann: Context;
/** Who gets no answers. */
let unanswered: string | null = null;

const startWorker = (): MailWorker =>
  startMailWorker(testApp, {
    ...askingModel(operators.url),
    ...customersAt(customers.url, operators.url),
    SERVICE_RUN_BUDGET_USD: nextToNothing,
  });
beforeAll(async () => {
  testApp = await openTestApp();
  operators = await startModelServer();
  customers = await startModelServer({
    latencyMs: 20,
    plan: ({ headers }) => ({ kind: headers.authorization === unanswered ? "hang" : "answer" }),
  });
  worker = startWorker();
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await Promise.all([operators.close(), customers.close()]);
});
beforeEach(async () => {
  ann = await somebodyWithKey();
});

async function somebodyWithKey(): Promise<Context> {
  const actor = { ...(await somebody(testApp.db, "elite")), scopes: Scope.options };
  const ctx = customerContext({ ...testApp, actor });
  const probe = () => Promise.resolve({ kind: "accepted" as const });
  await saveModelKey(ctx, { provider: "openai", key: `sk-${actor.owner}-0123456789`, probe });
  return ctx;
}

/** Of so many decisions, a session each. */
function order(decisions: 2 | 4 | 8 | 12, budgetUsd: string, model = own): BacktestAsked {
  const to = { 2: "2019-06-04", 4: "2019-06-06", 8: "2019-06-12", 12: "2019-06-18" }[decisions];
  return { ...demoOrder("2019-06-03", to, 1), models: { own_model: model, budget_usd: budgetUsd } };
}
const start = (asked: BacktestAsked, decisions: number, ctx = ann): Promise<string> =>
  startBacktest(ctx, { asked, decisions });
const ended = (id: string, ctx = ann): Promise<Backtest> =>
  until(
    `the end of ${id}`,
    async () => {
      const backtest = await getBacktest(ctx, id);
      return backtest.finished_at === null ? null : backtest;
    },
    100_000,
  );
const keyOf = ({ actor }: Context): string => `Bearer sk-${actor.owner}-0123456789`;
const callsOf = (ctx: Context) => customers.calls.filter(({ headers }) => headers.authorization === keyOf(ctx));

test("its report is made by itself, of kept answers", async () => {
  const id = await start(order(2, "5"), 2);
  const backtest = await ended(id);
  const validity = await until(`the report of ${id}`, async () => {
    const found = await getValidity(ann, id);
    return found?.finished_at == null ? null : found;
  });
  const temporal = validity.report?.sections.find((section) => section.id === "temporal_integrity");
  expect(temporal).toMatchObject({ verdict: "pass", reason: "twins_alike" });
  expect(await getBacktest(ann, id)).toMatchObject({ spent_usd: backtest.spent_usd });
  const { keys } = await listModelKeys(ann);
  expect(keys).toMatchObject([{ provider: "openai", monthly_limit_usd: null, used_usd: backtest.spent_usd }]);
});

test("a worker that is killed pays for no answer twice, and what is asked again another time costs nothing", async () => {
  const id = await start(order(4, "50"), 4);
  await until("half of the calls", async () => (callsOf(ann).length > 20 ? true : null));
  worker.stop();
  const before = callsOf(ann).length;
  worker = startWorker();
  expect(await ended(id)).toMatchObject({ state: "succeeded", done: 4, stopped: null });
  const { result } = await getBacktestResult(ann, id);
  expect(callsOf(ann).length).toBeGreaterThan(before);
  const answered = callsOf(ann).filter(({ outcome }) => outcome === "finished").length;
  // Nothing but what was under way when the worker died is asked again.
  expect(answered - result.usage.calls).toBeLessThanOrEqual(16);
  const made = callsOf(ann).length;
  const again = await start(order(4, "50"), 4);
  expect(await ended(again)).toMatchObject({ state: "succeeded", done: 4, spent_usd: "0" });
  expect(callsOf(ann)).toHaveLength(made);
  expect((await getBacktestResult(ann, again)).result).toEqual(result);
});

test("it stops at its budget with what it has, and a larger budget pays for the rest alone", async () => {
  const first = await start(order(12, "0.45"), 12);
  const stopped = await ended(first);
  expect(stopped).toMatchObject({
    state: "succeeded",
    total: 12,
    held_usd: "0",
    stopped: expect.stringContaining("the budget of $0.45 does not cover the next call"),
  });
  expect(stopped.done).toBeGreaterThan(0);
  expect(stopped.done).toBeLessThan(12);
  expect(Number(stopped.spent_usd)).toBeLessThanOrEqual(0.45);
  const { result } = await getBacktestResult(ann, first);
  expect(result.decisions).toHaveLength(stopped.done);
  expect(result.settings.to < "2019-06-18").toBe(true);
  const paid = callsOf(ann).length;
  const second = await ended(await start(order(12, "50"), 12));
  expect(second).toMatchObject({ state: "succeeded", done: 12, stopped: null });
  const whole = await getBacktestResult(ann, second.id);
  expect(whole.result.usage.calls).toBe(callsOf(ann).length);
  expect(callsOf(ann).length - paid).toBeLessThan(whole.result.usage.calls);
  expect(whole.result.decisions.slice(0, stopped.done)).toEqual(result.decisions);
});

test("a budget that covers nothing is told, and nothing is asked", async () => {
  const { state, error } = await ended(await start(order(2, "0.001"), 2));
  expect([state, error]).toEqual(["failed", expect.stringContaining("the budget of $0.001 does not cover")]);
  expect(callsOf(ann)).toEqual([]);
});

test("nobody waits for it: neither others' backtests nor one's own by rules", async () => {
  const bob = await somebodyWithKey();
  unanswered = keyOf(ann);
  const [long, other] = [await start(order(8, "50"), 8), await start(order(2, "50"), 2, bob)];
  await expect(start(order(2, "50"), 2)).rejects.toThrow("you already have a backtest with your models running");
  const rules = await start(demoOrder("2019-01-02", "2019-03-29"), 13);
  expect(await ended(rules)).toMatchObject({ state: "succeeded", done: 13 });
  expect(await ended(other, bob)).toMatchObject({ state: "succeeded" });
  await until("its calls", async () => (callsOf(ann).length >= 4 ? true : null));
  expect(await getBacktest(ann, long)).toMatchObject({ state: "running", done: 0 });
  expect(Number((await getBacktest(ann, long)).held_usd)).toBeGreaterThan(0);
  await cancelBacktest(ann, long);
  expect(await ended(long)).toMatchObject({ state: "cancelled" });
  await until("the calls to be dropped", async () =>
    callsOf(ann).every(({ outcome }) => outcome === "aborted") ? true : null,
  );
  await deleteBacktest(ann, long);
  const { rows } = await testApp.db.pool.query("select from backtest_answers where owner = $1", [ann.actor.owner]);
  expect(rows).toEqual([]);
});

test("a key's monthly limit is held before each call, and is told with what was used", async () => {
  await changeModelKey(ann, { provider: "openai", defaults: {}, limitUsd: "0.3" });
  const stopped = await ended(await start(order(8, "50"), 8));
  expect(stopped.stopped ?? stopped.error).toContain("your monthly limit of $0.30 for your OpenAI key does not cover");
  const { keys } = await listModelKeys(ann);
  expect(Number(keys[0]?.used_usd)).toBeLessThanOrEqual(0.3);
  expect(Number(keys[0]?.used_usd)).toBeGreaterThan(0);
});

test("a key that is deleted ends it with what it has", async () => {
  const id = await start(order(8, "50"), 8);
  await until("a few decisions", async () => ((await getBacktest(ann, id)).done > 2 ? true : null));
  await deleteModelKey(ann, { provider: "openai" });
  const { state, stopped, done } = await ended(id);
  expect([state, stopped]).toEqual(["succeeded", expect.stringContaining("your OpenAI key was deleted")]);
  expect(done).toBeGreaterThan(2);
  await expect(start(order(2, "1"), 2)).rejects.toThrow("you have no OpenAI key");
});

test("a paused one spends nothing, outlives its worker, lets others by, and goes on where it stood", async () => {
  const id = await start(order(8, "50"), 8);
  await until("the first decisions", async () => ((await getBacktest(ann, id)).done >= 4 ? true : null));
  expect(await pauseBacktest(ann, id)).toMatchObject({ state: "paused" });
  expect(await pauseBacktest(ann, id), "repeatable").toMatchObject({ state: "paused" });
  // What was under way ends, is paid and is kept; then nothing is held and nobody is asked.
  await until("the calls under way", async () =>
    callsOf(ann).every(({ outcome }) => outcome !== "open") ? true : null,
  );
  await until("their bill", async () => ((await getBacktest(ann, id)).held_usd === "0" ? true : null));
  const paused = await getBacktest(ann, id);
  const made = callsOf(ann).length;
  expect(callsOf(ann).map(({ outcome }) => outcome)).toEqual(callsOf(ann).map(() => "finished"));
  worker.stop();
  worker = startWorker();
  // Its place is free: another one is made meanwhile, by a worker that leaves the paused one alone.
  const other = await start(order(2, "50", { ...own, deep_think_llm: "other" }), 2);
  expect(await ended(other)).toMatchObject({ state: "succeeded" });
  expect((await listBacktests(ann, { before: null, limit: 10 })).backtests.map(({ state }) => state)).toEqual([
    "succeeded",
    "paused",
  ]);
  expect(await getBacktest(ann, id)).toEqual(paused);
  const between = callsOf(ann).length;
  const taken = await start(order(8, "50", { ...own, deep_think_llm: "third" }), 8);
  await expect(resumeBacktest(ann, id)).rejects.toThrow("you already have a backtest with your models running");
  expect((await getBacktest(ann, id)).state).toBe("paused");
  await cancelBacktest(ann, taken);
  const before = callsOf(ann).length;
  expect(between).toBeGreaterThan(made);
  expect(await resumeBacktest(ann, id)).toMatchObject({ state: "queued", done: paused.done });
  const finished = await ended(id);
  expect(finished).toMatchObject({ state: "succeeded", done: 8, stopped: null, held_usd: "0" });
  expect(await resumeBacktest(ann, id), "one that has ended stays as it is").toEqual(finished);
  expect(await pauseBacktest(ann, id)).toEqual(finished);
  // No answer is paid twice: all that was asked for it stands on its bill, once.
  const { result } = await getBacktestResult(ann, id);
  expect(made + callsOf(ann).slice(before).length).toBe(result.usage.calls);
  expect(Number(result.usage.cost_usd)).toBeCloseTo(Number(finished.spent_usd), 10);
});

test("one that the engine has forgotten while it was paused goes on from its answers", async () => {
  const id = await start(order(4, "50"), 4);
  await until("the first decisions", async () => ((await getBacktest(ann, id)).done >= 4 ? true : null));
  await pauseBacktest(ann, id);
  await until("the calls under way", async () =>
    callsOf(ann).every(({ outcome }) => outcome !== "open") ? true : null,
  );
  await until("their bill", async () => ((await getBacktest(ann, id)).held_usd === "0" ? true : null));
  worker.stop();
  await testApp.queue.forget([id]);
  worker = startWorker();
  await resumeBacktest(ann, id);
  expect(await ended(id)).toMatchObject({ state: "succeeded", done: 4 });
  expect((await getBacktestResult(ann, id)).result.usage.calls).toBe(callsOf(ann).length);
});
