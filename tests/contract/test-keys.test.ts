import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { apiVersions, currentVersion } from "#src/contract/api/api-versions.ts";
import { Batch } from "#src/contract/jobs/batches.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import { testLimits, testOwnerOf, testOutcomes } from "#src/contract/api/test-mode.ts";
import { systemClock } from "#src/core/clock.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { deleteAccount, exportData } from "#src/product/accounts/account-data.ts";
import type { AssistantModel } from "#src/product/assistant/public/assistant-tools.ts";
import { apple, ask, type Reply } from "#tests/support/api-client.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { callTool, dataOf, mcpClient } from "#tests/support/mcp-client.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
/** The service's own, which live runs and questions ask. */
let model: ModelServer;
const questions: string[] = [];
const assistantModel: AssistantModel = {
  name: "counted",
  async *claims({ question }) {
    questions.push(question);
    yield* [];
  },
};
beforeAll(async () => {
  testApp = await openTestApp();
  model = await startModelServer();
  door = await testApp.open({ access: { open: false, loopback: true }, assistantModel });
  worker = startMailWorker(testApp, askingModel(model.url));
});
afterAll(async () => {
  worker.stop();
  await model.close();
  await testApp.drop();
});

/** What a test key gets where it is not refused for its scopes. */
const statuses: Readonly<Record<string, number>> = {
  submitAnalysis: 422,
  listAnalyses: 200,
  getAnalysis: 404,
  cancelAnalysis: 404,
  streamEvents: 404,
  listWebhookDeliveries: 404,
  getReportMarkdown: 404,
  getReportHtml: 404,
  getReportJson: 404,
  getReportPdf: 404,
  getReportProof: 404,
  askReport: 404,
  rerunAnalysis: 404,
  getAttributionEstimate: 404,
  submitAttribution: 404,
  getAttribution: 404,
  cancelAttribution: 404,
  getHoldings: 404,
  deleteHoldings: 404,
  getUsage: 200,
  getConfig: 200,
  // Its one line is refused.
  submitBatch: 202,
  listBatches: 200,
  getBatch: 404,
  cancelBatch: 404,
  getBatchResults: 404,
  // Which instruments there are, everybody may know.
  listInstruments: 200,
  submitMcpMessage: 400,
};
const bodies: Readonly<Record<string, object>> = {
  submitAnalysis: apple,
  askReport: { question: "Why?" },
  rerunAnalysis: {},
  getAttributionEstimate: {},
  submitAttribution: {},
  submitBatch: [{ custom_id: "a", request: apple }],
  createWatchlist: { name: "Mine", instruments: [{ symbol: "DEMO" }] },
  replaceWatchlist: { name: "Mine", instruments: [{ symbol: "DEMO" }] },
  addInstrument: { symbol: "^GSPC" },
  submitBacktest: { symbols: ["DEMO"], from: "2018-01-02", to: "2018-06-29" },
  getMemoryEstimate: { symbol: "DEMO", date: "2019-06-03", own_model: { llm_provider: "openai" } },
  submitMemory: { symbol: "DEMO", date: "2019-06-03", own_model: { llm_provider: "openai" }, budget_usd: "5" },
  getBacktestEstimate: { symbols: ["DEMO"], from: "2018-01-02", to: "2018-06-29" },
  submitMcpMessage: {},
  createPortfolio: { name: "Mine", currency: "USD", lots: [] },
  replacePortfolio: { name: "Mine", currency: "USD", lots: [], version: 1 },
  submitPortfolioAnalyses: { budget_usd: "5.00" },
  createWebhook: { url: "https://hooks.example/all", events: ["batch.finished"] },
  replaceWebhook: { url: "https://hooks.example/all", events: ["batch.finished"] },
};

const keyOf = async (owner: string, livemode: boolean, plan: "free" | "elite" = "elite"): Promise<string> =>
  (
    await createKey(systemContext({ ...testApp, clock: systemClock }), {
      owner,
      plan,
      label: "",
      scopes: Scope.options,
      livemode,
    })
  ).key;
const by =
  (key: string) =>
  (method: string, path: string, json?: object, headers: Record<string, string> = {}): Promise<Reply> =>
    ask(door.url, method, path, { ...(json !== undefined && { json }), headers: { "x-api-key": key, ...headers } });
const demo = { ticker: "DEMO", trade_date: "2019-06-03" };
const submit = async (send: ReturnType<typeof by>, json: object = demo): Promise<Job> =>
  Job.parse((await send("POST", "/v1/analyses", json)).body);
/** Waits at the service: a test key has few requests a minute. */
const endedBy = (send: ReturnType<typeof by>, id: string): Promise<Job> =>
  until(`the end of ${id}`, async () => {
    const job = Job.parse((await send("GET", `/v1/analyses/${id}?wait=30`)).body);
    return job.finished_at === null ? null : job;
  });
const batchOf = async (key: string, requests: readonly object[]): Promise<Batch> => {
  const raw = requests.map((request, line) => JSON.stringify({ custom_id: `${line}`, request })).join("\n");
  const headers = { "x-api-key": key, "content-type": "application/jsonl" };
  return Batch.parse((await ask(door.url, "POST", "/v1/batches", { raw, headers })).body);
};

describe("a test key", () => {
  test("gets each documented outcome, marked, and on a plan without the API", async () => {
    const key = await keyOf("ann", false, "free");
    expect(key).toMatch(/^ck_test_[0-9a-hjkmnp-tv-z]{40}$/);
    const ann = by(key);
    const ids: string[] = [];
    for (const { ticker, trade_date } of testOutcomes) {
      const { status, body } = await ann("POST", "/v1/analyses", { ticker, trade_date });
      expect([status, Job.parse(body).livemode]).toEqual([202, false]);
      ids.push(Job.parse(body).id);
    }
    for (const [index, { outcome }] of testOutcomes.entries()) {
      const job = await endedBy(ann, ids[index] ?? "");
      expect(job.livemode).toBe(false);
      expect([testOutcomes[index], job.status === "failed" ? "failed" : job.result?.rating]).toEqual([
        testOutcomes[index],
        outcome,
      ]);
    }
    const report = await ann("GET", `/v1/analyses/${ids[0]}/report.md`);
    expect(String(report.body)).toContain("Test data");
    const run = (await ann("GET", `/v1/analyses/${ids[0]}/report.json`)).body;
    expect(run).toMatchObject({ manifest: { livemode: false, config: { llm_provider: "rules" } } });
    expect(model.calls).toEqual([]);
  });

  test("shares nothing with the live keys of its owner: no list, no usage, no quota", async () => {
    const [live, tester] = [by(await keyOf("bob", true)), by(await keyOf("bob", false))];
    const mine = await submit(live);
    expect(mine).not.toHaveProperty("livemode");
    const tried = await submit(tester);
    expect((await live("GET", `/v1/analyses/${tried.id}`)).status).toBe(404);
    expect((await tester("GET", `/v1/analyses/${mine.id}`)).status).toBe(404);
    expect((await live("GET", "/v1/analyses")).body).toMatchObject({ data: [{ id: mine.id }] });
    expect((await tester("GET", "/v1/analyses")).body).toMatchObject({ data: [{ id: tried.id, livemode: false }] });
    const { rows } = await testApp.db.pool.query(
      "select owner, submitted from monthly_analyses where owner like '%bob'",
    );
    expect(rows).toEqual([{ owner: "bob", submitted: 1 }]);
    await endedBy(tester, tried.id);
    const decisions = await testApp.db.pool.query("select from decisions where run_id = $1", [tried.id]);
    expect(decisions.rowCount).toBe(0);
    expect((await tester("DELETE", `/v1/analyses/${tried.id}`)).body).toMatchObject({ status: "cancelled" });
  });

  test("says what it knows", async () => {
    const tester = by(await keyOf("cid", false));
    const unknown = await tester("POST", "/v1/analyses", { ticker: "AAPL", trade_date: "2025-06-02" });
    expect(unknown.status).toBe(422);
    expect(JSON.stringify(unknown.body)).toContain("test keys know DEMO, ^GSPC, FAIL");
    const own = { ...demo, own_model: { llm_provider: "openai" } };
    expect((await tester("POST", "/v1/analyses", own)).status).toBe(422);
  });

  test("runs batches on test data alone, line by line", async () => {
    const key = await keyOf("kit", false, "free");
    const kit = by(key);
    const { id } = await batchOf(key, [demo, apple, { ...demo, own_model: { llm_provider: "openai" } }]);
    await until("the end of the batch", async () => {
      const { rows } = await testApp.db.pool.query("select from jobs where id = $1 and state = 'succeeded'", [id]);
      return rows.length === 1 ? true : null;
    });
    const lines = String((await kit("GET", `/v1/batches/${id}/results`)).body)
      .trim()
      .split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ status: "succeeded" });
    expect(lines[1]).toContain("test keys know DEMO");
    expect(lines[2]).toContain("is not available to test keys");
    expect((await by(await keyOf("kit", true))("GET", `/v1/batches/${id}`)).status).toBe(404);
  });

  test("asks no model about its reports, and a live key does", async () => {
    const [live, tester] = [by(await keyOf("lea", true)), by(await keyOf("lea", false))];
    const [mine, tried] = [await submit(live), await submit(tester)];
    await endedBy(tester, tried.id);
    const asked = await tester("POST", `/v1/analyses/${tried.id}/questions`, { question: "What is the rating?" });
    expect([asked.status, questions]).toEqual([200, []]);
    expect((await endedBy(live, mine.id)).status).toBe("succeeded");
    await live("POST", `/v1/analyses/${mine.id}/questions`, { question: "What is the rating?" });
    expect(questions).toHaveLength(1);
    expect(model.calls.length).toBeGreaterThan(0);
  });

  test("finds nothing of its owner's live data on any route", async () => {
    const live = by(await keyOf("ivy", true));
    const mine = await submit(live);
    const batch = await batchOf(await keyOf("ivy", true), [demo]);
    const list = (await live("POST", "/v1/lists", { name: "Mine", instruments: [{ symbol: "DEMO" }] })).body;
    const { id: list_id } = z.object({ id: z.string() }).parse(list);
    const ids: Readonly<Record<string, string>> = { job_id: mine.id, batch_id: batch.id, list_id, symbol: "DEMO" };
    const all = Object.values<Route>(routes).filter(({ open }) => open !== true);
    const found: Record<string, number> = {};
    let tester = by("");
    for (const [index, { operationId, method, path }] of all.entries()) {
      // A minute of one key's is not enough for all routes.
      if (index % 25 === 0) tester = by(await keyOf("ivy", false));
      const to = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "none");
      const suffix = operationId === "rerunAnalysis" ? "?from=trader" : "";
      const { status, body } = await tester(method.toUpperCase(), `${to}${suffix}`, bodies[operationId]);
      found[operationId] = status;
      if (status < 400) expect(JSON.stringify(body), operationId).not.toContain(mine.id);
    }
    expect(found).toEqual(
      Object.fromEntries(all.map(({ operationId }) => [operationId, statuses[operationId] ?? 403])),
    );
    expect((await live("GET", `/v1/analyses/${mine.id}`)).body).not.toMatchObject({ status: "cancelled" });
  });

  test("speaks MCP with its own tools and data", async () => {
    const mine = await submit(by(await keyOf("mel", true)));
    const client = await mcpClient(door.url, { key: await keyOf("mel", false) });
    const started = JSON.stringify(await dataOf(client, "analyze", demo));
    expect(started).not.toContain(mine.id);
    expect(JSON.stringify(await dataOf(client, "list_analyses"))).not.toContain(mine.id);
    expect((await callTool(client, "get_analysis", { id: mine.id })).isError).toBe(true);
    expect((await callTool(client, "list_signals")).isError).toBe(true);
    expect((await callTool(client, "analyze", { ...apple, asset_type: "stock" })).isError).toBe(true);
  });

  test("is one of a few, has a minute of its own, and no scope beyond analyses", async () => {
    const ctx = systemContext({ ...testApp, clock: systemClock });
    const wanted = { owner: "dan", plan: "free", label: "", livemode: false } as const;
    await expect(createKey(ctx, { ...wanted, scopes: ["signals:read"] })).rejects.toThrow("a test key can have");
    for (let made = 0; made < testLimits.keys; made += 1) await createKey(ctx, { ...wanted, scopes: Scope.options });
    await expect(createKey(ctx, { ...wanted, scopes: Scope.options })).rejects.toThrow("test keys");
    // Live keys have their own number.
    await createKey(ctx, { ...wanted, livemode: true, scopes: Scope.options });
    const key = await keyOf("eve", false);
    const { headers } = await by(key)("GET", "/v1/config");
    expect(headers.get("ratelimit-limit") ?? headers.get("x-ratelimit-limit")).toBe(
      String(testLimits.requestsPerMinute),
    );
  });

  test("has nothing left when its owner's account is deleted, and its analyses are exported", async () => {
    const owner = "usr_fay";
    await testApp.db.pool.query(
      "insert into users (id, name, email, created_at, updated_at) values ($1, 'Fay', 'fay@example.com', now(), now())",
      [owner],
    );
    const tester = by(await keyOf(owner, false));
    const ended = await submit(tester);
    await endedBy(tester, ended.id);
    const batch = await batchOf(await keyOf(owner, false), [demo, demo]);
    const data: unknown = JSON.parse(await exportData(systemContext(testApp), owner));
    expect(data).toMatchObject({
      batches: [{ id: batch.id, livemode: false }, {}],
    });
    expect(data).toMatchObject({
      analyses: expect.arrayContaining([expect.objectContaining({ id: ended.id, livemode: false })]),
    });
    const actor = { owner, plan: "elite", scopes: Scope.options } as const;
    await deleteAccount(customerContext({ ...testApp, actor }));
    expect((await tester("GET", "/v1/analyses")).status).toBe(401);
    const { rows } = await testApp.db.pool.query(
      "select request ->> 'ticker' as ticker, result, manifest, c.closed_at is not null as closed from analyses a join accounts c on c.id = a.owner where a.owner = $1",
      [testOwnerOf(owner)],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual({ ticker: "-", result: null, manifest: null, closed: true });
    const batches = await testApp.db.pool.query("select from jobs where id = $1", [batch.id]);
    expect(batches.rowCount).toBe(0);
  });

  test("is cancelled with the account, also what started after the last look at what is open", async () => {
    const owner = "usr_gil";
    await testApp.db.pool.query(
      "insert into users (id, name, email, created_at, updated_at) values ($1, 'Gil', 'gil@example.com', now(), now())",
      [owner],
    );
    const tester = by(await keyOf(owner, false));
    const { id } = await submit(tester);
    await endedBy(tester, id);
    const { pool } = testApp.db;
    await pool.query("update analyses set status = 'running', finished_at = null, result = null where id = $1", [id]);
    await pool.query("delete from users where id = $1", [owner]);
    const { rows } = await pool.query(
      "select status, finished_at is not null as ended, result from analyses where id = $1",
      [id],
    );
    expect(rows).toEqual([{ status: "cancelled", ended: true, result: null }]);
  });
});

describe("a version", () => {
  test("is the header's, else the key's, else the newest, and stands in every answer", async () => {
    const key = await keyOf("gus", true);
    const gus = by(key);
    const versionOf = async (headers: Record<string, string> = {}, path = "/v1/config"): Promise<unknown> => {
      const { status, headers: told } = await gus("GET", path, undefined, headers);
      return [status, told.get("conclave-version")];
    };
    const [, older] = apiVersions;
    expect(await versionOf()).toEqual([200, currentVersion]);
    expect(await versionOf({ "conclave-version": older })).toEqual([200, older]);
    expect(await versionOf({ "conclave-version": "" })).toEqual([200, currentVersion]);
    expect(await versionOf({ "conclave-version": older }, "/v1/analyses/ana_none")).toEqual([404, older]);
    expect(await versionOf({ "conclave-version": "2020-01-01" })).toEqual([400, currentVersion]);
    const refused = await gus("GET", "/v1/config", undefined, { "conclave-version": "2020-01-01" });
    expect(refused.body).toMatchObject({ detail: expect.stringContaining(apiVersions.join(", ")) });
    await testApp.db.pool.query("update api_keys set api_version = $2 where prefix = $1", [key.slice(0, 12), older]);
    expect(await versionOf()).toEqual([200, older]);
    expect(await versionOf({ "conclave-version": currentVersion })).toEqual([200, currentVersion]);
    await testApp.db.pool.query("update api_keys set api_version = null where prefix = $1", [key.slice(0, 12)]);
    expect(await versionOf()).toEqual([200, currentVersion]);
  });

  test("before lists omitted reports still has them", async () => {
    const hal = by(await keyOf("hal", true));
    const { id } = await submit(hal);
    await testApp.queue.cancel(id);
    await succeed(testApp, id).catch(() => {});
    const listed = async (headers: Record<string, string> = {}) =>
      JSON.stringify((await hal("GET", "/v1/analyses", undefined, headers)).body).includes('"reports"');
    await testApp.db.pool.query(
      "update analyses set status = 'succeeded', started_at = now(), finished_at = now(), error = null, usage = null, result = $2 where id = $1",
      [id, JSON.stringify({ rating: "Hold", is_review: false, decision: null, reports: { data: {} } })],
    );
    expect(await listed()).toBe(false);
    expect(await listed({ "conclave-version": "2026-10-01" })).toBe(true);
  });
});
