import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import { uploadBacktest } from "#src/product/backtests/backtests.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { emptyHouseList, publish } from "#tests/support/signals.ts";
import { Conclave, ForbiddenError, NotFoundError } from "../../clients/typescript/src/main.ts";

/* @conclave/client on the real front door: every call of it. */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
  await emptyHouseList(testApp);
});
afterAll(() => testApp.drop());

/** What the clients of this file have asked for, as `GET /v1/config`. */
const asked = new Set<string>();

async function clientOf(owner: string, scopes: readonly Scope[] = Scope.options): Promise<Conclave> {
  const apiKey = await testApp.newKey(owner, { scopes, plan: "elite" });
  return new Conclave({
    baseUrl: door.url,
    apiKey,
    fetch: (url, init) => {
      asked.add(`${init.method} ${new URL(url).pathname}`);
      return fetch(url, init);
    },
  });
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const demo = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" } as const;

describe("analyses", () => {
  test("are started once for an idempotency key, listed, followed, waited for and read", async () => {
    const ann = await clientOf("ann");
    const job = await ann.analyses.create({ ...demo, analysts: ["market"] }, { idempotencyKey: "first" });
    expect(job).toMatchObject({ status: "queued", request: { ticker: "DEMO" }, webhookSecret: null });
    expect((await ann.analyses.create({ ...demo, analysts: ["market"] }, { idempotencyKey: "first" })).id).toBe(job.id);
    const following = collected(ann.analyses.stream(job.id));
    const waiting = ann.analyses.wait(job.id);
    await succeed(testApp, job.id);
    expect(await waiting).toMatchObject({
      id: job.id,
      status: "succeeded",
      result: { is_review: expect.any(Boolean) },
    });
    expect((await following).map(({ type }) => type)).toEqual(["job.queued", "job.running", "job.succeeded"]);
    expect(await collected(ann.analyses.stream(job.id, { after: 2 }))).toMatchObject([{ seq: 3 }]);
    expect(await ann.analyses.get(job.id)).toMatchObject({ id: job.id });

    const report = await ann.analyses.report(job.id);
    expect("usage" in report && report.request.ticker).toBe("DEMO");
    expect(await ann.analyses.report(job.id, { format: "markdown" })).toContain("DEMO");
    expect(await ann.analyses.report(job.id, { format: "html" })).toMatch(/^<!doctype html>/i);
    expect(new TextDecoder().decode((await ann.analyses.report(job.id, { format: "pdf" })).slice(0, 5))).toBe("%PDF-");
    expect(await ann.analyses.proof(job.id)).toMatch(/^<!doctype html>/i);
    await expect(ann.analyses.holdings(job.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(ann.analyses.deleteHoldings(job.id)).rejects.toBeInstanceOf(NotFoundError);
    expect(await ann.analyses.ask(job.id, "What is the rating?")).toMatchObject({ claims: expect.any(Array) });
    expect(await collected(ann.analyses.webhookDeliveries(job.id))).toEqual([]);
    expect((await ann.usage({ from: "2020-01-01T00:00:00Z" })).jobs.succeeded).toBe(1);
    expect((await ann.config()).llm_provider).toBe("rules");
  });

  test("are paged through, cancelled, and rerun where they have succeeded", async () => {
    const bob = await clientOf("bob");
    const ids: string[] = [];
    for (let day = 3; day < 8; day += 1)
      ids.unshift((await bob.analyses.create({ ...demo, trade_date: `2019-06-0${day}` })).id);
    expect((await collected(bob.analyses.list({ limit: 2 }))).map(({ id }) => id)).toEqual(ids);
    const page = await bob.analyses.list({ limit: 2 });
    expect([page.data.length, (await page.next())?.data[0]?.id]).toEqual([2, ids[2]]);
    const [first = "", second = ""] = ids;
    expect(await bob.analyses.cancel(first)).toMatchObject({ status: "cancelled" });
    expect(await collected(bob.analyses.list({ status: "cancelled" }))).toMatchObject([{ id: first }]);
    await start(testApp, second);
    await fail(testApp, second, "no answer");
    expect(await bob.analyses.wait(second)).toMatchObject({ status: "failed", error: "no answer" });
    await expect(bob.analyses.rerun(second, { from: "trader" })).rejects.toMatchObject({ code: "conflict" });
    await expect(bob.analyses.estimateAttribution(second, { top: 3 })).rejects.toMatchObject({ code: "conflict" });
    await expect(bob.analyses.attribute(second)).rejects.toMatchObject({ code: "conflict" });
    await expect(bob.analyses.attribution(second)).rejects.toBeInstanceOf(NotFoundError);
    await expect(bob.analyses.cancelAttribution(second)).rejects.toBeInstanceOf(NotFoundError);
  });

  test("tell the secret of their webhook once", async () => {
    const hook = await clientOf("hook");
    const job = await hook.analyses.create({ ...demo, webhook_url: "https://example.com/hook" });
    expect(job.webhookSecret).toMatch(/^whsec_/);
  });

  test("of others are not there, and a key without the scope is refused", async () => {
    const stranger = await clientOf("stranger");
    const { id } = await (await clientOf("owner")).analyses.create(demo);
    await expect(stranger.analyses.get(id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(stranger.analyses.wait(id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(collected(stranger.analyses.stream(id))).rejects.toBeInstanceOf(NotFoundError);
    const reader = await clientOf("reader", ["analyses:read"]);
    await expect(reader.analyses.create(demo)).rejects.toBeInstanceOf(ForbiddenError);
  });

  test("are answered in the version that was asked for", async () => {
    const apiKey = await testApp.newKey("versions");
    const old = new Conclave({ baseUrl: door.url, apiKey, version: "1999-01-01" });
    await expect(old.config()).rejects.toMatchObject({ code: "bad_request" });
  });
});

test("batches are started from lines, followed, cancelled, and give a result a line", async () => {
  const cat = await clientOf("cat");
  const lines = ["a", "b", "c"].map((custom_id) => ({ custom_id, request: demo }));
  const batch = await cat.batches.create(lines, { budgetUsd: "5.00" });
  expect(batch).toMatchObject({ status: "queued", counts: { total: 3, waiting: 3 }, budget_usd: "5.00" });
  expect(await collected(cat.batches.list())).toMatchObject([{ id: batch.id }]);
  const waiting = cat.batches.wait(batch.id, { everyMs: 50 });
  expect(await cat.batches.cancel(batch.id)).toMatchObject({ id: batch.id });
  expect(await waiting).toMatchObject({ status: "cancelled", counts: { cancelled: 3 } });
  const results = await collected(cat.batches.results(batch.id));
  expect(results.map(({ custom_id, status }) => [custom_id, status])).toEqual([
    ["a", "cancelled"],
    ["b", "cancelled"],
    ["c", "cancelled"],
  ]);
  expect(await collected(cat.batches.results(batch.id, { after: 2 }))).toHaveLength(1);
});

test("signals are listed, read, and told as they are published", async () => {
  const dan = await clientOf("dan");
  const stop = new AbortController();
  const stream = dan.signals.stream({ signal: stop.signal });
  const next = stream.next();
  await expect.poll(() => door.meters.streams.get().then(({ values }) => values[0]?.value)).toBe(1);
  const number = await publish(testApp, "STREAMED", "Buy");
  expect(await next).toMatchObject({ value: { type: "signal.published", entry: { number, symbol: "STREAMED" } } });
  stop.abort(new Error("seen"));
  await expect(stream.next()).rejects.toThrow("seen");
  expect((await dan.signals.stream({ after: number - 1 }).next()).value).toMatchObject({ entry: { number } });
  const [listed] = await collected(dan.signals.list({ symbol: "STREAMED" }));
  expect(await dan.signals.get(listed?.signal.id ?? "")).toMatchObject({ signal: { rating: "Buy" } });
  // The signal of this test was published without an analysis.
  await expect(dan.signals.proof(listed?.signal.id ?? "")).rejects.toBeInstanceOf(NotFoundError);
  expect(await dan.record.get()).toMatchObject({ list: "house" });
  expect(await collected(dan.record.signals({ limit: 1 }))).not.toEqual([]);
  expect(await dan.record.ranking({ order: "symbol" })).toMatchObject({ live: false });
  await expect(dan.record.instrument("NOSUCH")).rejects.toBeInstanceOf(NotFoundError);
  expect((await collected(dan.instruments.list({ limit: 1 }))).map(({ symbol }) => symbol)).toContain("DEMO");
  expect(await dan.instruments.get("^GSPC")).toMatchObject({ symbol: "^GSPC" });
});

test("lists are made, changed, added to and deleted", async () => {
  const eve = await clientOf("eve");
  const list = { name: "Mine", instruments: [{ symbol: "DEMO" }] };
  const { id } = await eve.lists.create(list);
  expect(await eve.lists.addInstrument(id, { symbol: "^GSPC" })).toMatchObject({ instruments: [{}, {}] });
  expect(await eve.lists.replace(id, { ...list, name: "Renamed" })).toMatchObject({ name: "Renamed" });
  expect(await eve.lists.list()).toMatchObject([{ id }]);
  expect(await eve.lists.get(id)).toMatchObject({ id });
  expect(await eve.lists.nextRuns(id, { limit: 2 })).toMatchObject([{ symbols: ["DEMO"] }, {}]);
  expect(await eve.lists.runs(id)).toEqual([]);
  expect(await eve.lists.delete(id)).toBeUndefined();
  await expect(eve.lists.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

test("memory is estimated, and measured on a key of one's own alone", async () => {
  const gil = await clientOf("gil");
  const own_model = { llm_provider: "openai", deep_think_llm: "gpt-5.4", quick_think_llm: "gpt-5.4" } as const;
  const asked = { symbol: "DEMO", date: "2019-06-03", own_model };
  expect(await gil.memory.estimate(asked)).toMatchObject({ symbol: "DEMO", repetitions: 10, deep: "gpt-5.4" });
  await expect(gil.memory.create({ ...asked, budget_usd: "5" })).rejects.toMatchObject({ status: 422 });
  expect(await gil.memory.list()).toEqual([]);
  for (const one of ["get", "cancel", "wait"] as const)
    await expect(gil.memory[one]("mem_none")).rejects.toBeInstanceOf(NotFoundError);
});

test("backtests are ordered, waited for, read and deleted", async () => {
  const fay = await clientOf("fay");
  const asked = { symbols: ["DEMO"], from: "2018-01-02", to: "2018-06-29" };
  expect(await fay.backtests.estimate(asked)).toMatchObject({ decisions: 25, models: null });
  const started = await fay.backtests.create(asked);
  expect(started).toMatchObject({ status: "queued", notes: [expect.any(String)] });
  expect(await fay.backtests.pause(started.id)).toMatchObject({ status: "paused" });
  expect(await fay.backtests.resume(started.id)).toMatchObject({ status: "queued" });
  const waiting = fay.backtests.wait(started.id, { everyMs: 50 });
  await fay.backtests.cancel(started.id);
  expect(await waiting).toMatchObject({ status: "cancelled" });
  await fay.backtests.delete(started.id);
  await expect(fay.backtests.get(started.id)).rejects.toBeInstanceOf(NotFoundError);
  const actor = { owner: "fay", plan: "elite", scopes: Scope.options } as const;
  const bytes = new TextEncoder().encode(JSON.stringify(await smallResult()));
  const id = await uploadBacktest(customerContext({ db: testApp.db, actor }), bytes);
  expect(await collected(fay.backtests.list())).toMatchObject([{ id }]);
  expect(await fay.backtests.result(id)).toMatchObject({ settings: { symbols: expect.any(Array) } });
  await expect(fay.backtests.trades(id)).rejects.toBeInstanceOf(NotFoundError);
  await expect(fay.backtests.validity(id)).rejects.toBeInstanceOf(NotFoundError);
  expect(await fay.backtests.judge(id)).toMatchObject({ backtest_id: id, status: "queued", report: null });
  expect(await fay.backtests.validity(id)).toMatchObject({ status: "queued" });
  await expect(fay.backtests.validityMarkdown(id)).rejects.toBeInstanceOf(NotFoundError);
});

test("the log of requests is read", async () => {
  const gus = await clientOf("gus");
  await gus.config();
  await expect.poll(async () => (await gus.requests.list({ route: "/v1/config" })).data.length).toBe(1);
  const [logged] = await collected(gus.requests.list({ route: "/v1/config" }));
  expect(await gus.requests.get(logged?.id ?? "")).toMatchObject({ method: "GET", path: "/v1/config", status: 200 });
});

test("webhooks of the account are made, tested, changed and deleted", async () => {
  const hal = await clientOf("hal");
  const made = await hal.webhooks.create({ url: "https://hooks.example/all", events: ["batch.finished"] });
  expect(made.secret).toMatch(/^whsec_/);
  expect(await hal.webhooks.list()).toMatchObject([{ id: made.id, status: "active" }]);
  const changed = { url: "https://hooks.example/other", name: "Other", events: ["plan.ending"] } as const;
  expect(await hal.webhooks.replace(made.id, { ...changed, events: [...changed.events] })).toMatchObject(changed);
  expect((await hal.webhooks.rotateSecret(made.id)).secret).not.toBe(made.secret);
  const sent = await hal.webhooks.test(made.id);
  expect(await collected(hal.webhooks.deliveries(made.id))).toEqual([sent]);
  await expect(hal.webhooks.redeliver(made.id, sent.id)).rejects.toMatchObject({ status: 409 });
  expect(await hal.webhooks.pause(made.id)).toMatchObject({ status: "paused" });
  expect(await hal.webhooks.resume(made.id)).toMatchObject({ status: "active" });
  await hal.webhooks.delete(made.id);
  await expect(hal.webhooks.get(made.id)).rejects.toBeInstanceOf(NotFoundError);
});

test("portfolios are saved, read, valued, changed, analysed and deleted", async () => {
  const ivo = await clientOf("ivo");
  const lots = [{ symbol: "DEMO", quantity: "10", cost_per_unit: "40", acquired: "2019-03-01" }];
  const made = await ivo.portfolios.create({ name: "Mine", currency: "USD", lots });
  expect(await ivo.portfolios.list()).toMatchObject([{ id: made.id, name: "Mine" }]);
  const changed = await ivo.portfolios.replace(made.id, { name: "Ours", currency: "USD", lots, version: made.version });
  expect(await ivo.portfolios.get(made.id)).toEqual(changed);
  const value = await ivo.portfolios.valuation(made.id, { as_of: "2019-06-03" });
  expect(value).toMatchObject({ portfolio_id: made.id, cost: "400.00", positions: [{ symbol: "DEMO" }] });
  const batch = await ivo.portfolios.analyze(made.id, { budget_usd: "5.00", trade_date: "2019-06-03" });
  expect(batch.counts.total).toBe(1);
  await ivo.portfolios.delete(made.id);
  await expect(ivo.portfolios.get(made.id)).rejects.toBeInstanceOf(NotFoundError);
});

test("every operation of /v1 has a call, and the tests above made it", () => {
  const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const { paths } = described.parse(JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8")));
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
  expect(operations.length).toBeGreaterThan(30);
  const wasAsked = (operation: string): boolean => {
    const pattern = new RegExp(`^${operation.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    return [...asked].some((one) => pattern.test(one));
  };
  expect(operations.filter((operation) => !wasAsked(operation))).toEqual([]);
});
