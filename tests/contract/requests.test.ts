import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { LoggedRequest, LoggedRequestDetail, requestLogLimits } from "#src/contract/api/requests.ts";
import { Scope, type Scope as ScopeName } from "#src/contract/accounts/plans.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { forgetRequests } from "#src/product/requests/queries/api-requests.ts";
import { systemClock } from "#src/core/clock.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { apple, ask, type Ask, type Reply } from "#tests/support/api-client.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { until } from "#tests/support/mail-worker.ts";
import { callTool, mcpClient } from "#tests/support/mcp-client.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
});
afterAll(() => testApp.drop(), 60_000);

const Page = z.object({ data: z.array(LoggedRequest), next_cursor: z.string().nullable() });

async function newKey(owner: string, livemode = true, scopes: readonly ScopeName[] = Scope.options) {
  const ctx = systemContext({ ...testApp, clock: systemClock });
  return createKey(ctx, { owner, plan: livemode ? "elite" : null, label: `of ${owner}`, scopes, livemode });
}

const as =
  (key: string) =>
  (method: string, path: string, given: Ask = {}) =>
    ask(door.url, method, path, { ...given, headers: { "x-api-key": key, ...given.headers } });

const pageOf = ({ body }: Reply): z.infer<typeof Page> => Page.parse(body);

/** The log as its owner reads it, once `n` requests are in it that are not reads of the log. */
function logged(ann: ReturnType<typeof as>, n: number, query = ""): Promise<LoggedRequest[]> {
  return until("the requests are in the log", async () => {
    const { data } = pageOf(await ann("GET", `/v1/requests?limit=100${query}`));
    const made = data.filter(({ route }) => !route.startsWith("/v1/requests"));
    return made.length >= n ? made : null;
  });
}

test("what was asked with an account's keys is kept with how it ended, and never with a secret", async () => {
  const live = await newKey("ann");
  const tried = await newKey("ann", false);
  const ann = as(live.key);
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const hook = { webhook_url: "https://hooks.example/opens/sesame", webhook_secret: secret };
  const json = { ...apple, ...hook };
  const made = await ann("POST", "/v1/analyses", {
    json,
    headers: { "user-agent": "tried/1", "x-request-id": "own-1" },
  });
  expect(made.status).toBe(202);
  expect((await ann("POST", "/v1/analyses", { json: { ...apple, trade_date: "2025-02-30" } })).status).toBe(422);
  expect((await ann("GET", "/v1/analyses/ana_none?wait=0")).status).toBe(404);
  expect((await as(tried.key)("GET", "/v1/analyses?limit=5")).status).toBe(200);

  const rows = await logged(ann, 4);
  expect(rows.map(({ method, path, route, status }) => [method, path, route, status])).toEqual([
    ["GET", "/v1/analyses?limit=5", "/v1/analyses", 200],
    ["GET", "/v1/analyses/ana_none?wait=0", "/v1/analyses/{job_id}", 404],
    ["POST", "/v1/analyses", "/v1/analyses", 422],
    ["POST", "/v1/analyses", "/v1/analyses", 202],
  ]);
  const [byTest, , refused, first] = rows;
  expect(byTest?.key).toEqual({ id: tried.id, name: "of ann", prefix: tried.prefix, livemode: false });
  expect(first).toMatchObject({
    request_id: "own-1",
    user_agent: "tried/1",
    key: { id: live.id, prefix: live.prefix, livemode: true },
    error: null,
  });
  expect(first?.response_bytes).toBeGreaterThan(100);
  expect(refused?.error).toMatch(/^body\.trade_date: /);

  const detail = LoggedRequestDetail.parse((await ann("GET", `/v1/requests/${first?.id}`)).body);
  expect(JSON.parse(detail.body ?? "")).toEqual({
    ...apple,
    webhook_url: "https://hooks.example/[redacted]",
    webhook_secret: "[redacted]",
  });
  const { rows: raw } = await testApp.db.pool.query("select * from api_requests");
  for (const hidden of [secret, "sesame", live.key, tried.key, live.key.slice(0, 14)])
    expect(JSON.stringify(raw)).not.toContain(hidden);
});

test("it is filtered by key, status, route and time, and read page by page", async () => {
  const [one, other] = [await newKey("bea"), await newKey("bea")];
  const bea = as(one.key);
  for (let n = 0; n < 3; n += 1) await bea("GET", `/v1/analyses/ana_${n}`);
  await as(other.key)("GET", "/v1/config");
  const all = await logged(bea, 4);
  const found = async (query: string): Promise<string[]> =>
    pageOf(await bea("GET", `/v1/requests?limit=100&${query}`)).data.map(({ path }) => path);
  expect(await found(`key_id=${other.id}`)).toEqual(["/v1/config"]);
  expect(await found("status=4xx")).toEqual(["/v1/analyses/ana_2", "/v1/analyses/ana_1", "/v1/analyses/ana_0"]);
  expect(await found("status=404")).toHaveLength(3);
  expect(await found("status=5xx")).toEqual([]);
  expect(await found(`route=${encodeURIComponent("/v1/analyses/{job_id}")}`)).toHaveLength(3);
  const [newest] = all;
  expect(await found(`to=${newest?.created_at}&status=2xx`)).toEqual([]);
  expect(await found(`from=${newest?.created_at}&to=2100-01-01`)).toContain("/v1/config");
  expect((await bea("GET", "/v1/requests?status=9xx")).status).toBe(422);

  const seen: string[] = [];
  const failures = "/v1/requests?status=404&limit=2";
  let { data, next_cursor: next } = pageOf(await bea("GET", failures));
  for (;;) {
    seen.push(...data.map(({ path }) => path));
    if (next === null) break;
    ({ data, next_cursor: next } = pageOf(await bea("GET", `${failures}&cursor=${next}`)));
  }
  expect(seen).toEqual(["/v1/analyses/ana_2", "/v1/analyses/ana_1", "/v1/analyses/ana_0"]);
});

test("nobody reads another's, and a key without the scope not its own", async () => {
  const cid = as((await newKey("cid")).key);
  await cid("GET", "/v1/config");
  const [mine] = await logged(cid, 1);
  const dan = as((await newKey("dan")).key);
  expect(pageOf(await dan("GET", `/v1/requests?cursor=${mine?.id}`)).data).toEqual([]);
  expect((await dan("GET", `/v1/requests/${mine?.id}`)).status).toBe(404);
  const test = as((await newKey("cid", false)).key);
  expect((await test("GET", "/v1/requests")).status).toBe(403);
  const { rows } = await testApp.db.pool.query("select id from api_requests where owner = $1", [testOwnerOf("cid")]);
  expect(rows).toEqual([]);
});

test("a long body is kept to its limit, a batch's lines and the calls of an assistant's tools are there", async () => {
  const key = await newKey("eve");
  const eve = as(key.key);
  await eve("POST", "/v1/analyses", { json: { ...apple, note: "x".repeat(20_000) } });
  const lines = JSON.stringify({ custom_id: "one", request: apple, webhook_secret: "whsec_AAAAAAAAAAAA" });
  await eve("POST", "/v1/batches", { raw: `${lines}\n`, headers: { "content-type": "application/jsonl" } });
  const client = await mcpClient(door.url, { key: key.key });
  await callTool(client, "list_analyses", {});
  await client.close();
  const rows = await logged(eve, 3);
  const bodies = await Promise.all(
    rows
      .filter(({ method }) => method === "POST")
      .map(async ({ id }) => LoggedRequestDetail.parse((await eve("GET", `/v1/requests/${id}`)).body)),
  );
  const [batch, long] = bodies;
  expect(batch).toMatchObject({ route: "/v1/batches", body_truncated: false });
  expect(batch?.body).toContain('"webhook_secret":"[redacted]"');
  expect([long?.body?.length, long?.body_truncated]).toEqual([requestLogLimits.body, true]);
  expect(rows.map(({ route }) => route)).toContain("/v1/analyses");
});

test("after 30 days they are deleted, and of many the oldest", async () => {
  const { id: key } = await newKey("fay");
  const add = (id: string, days: number): Promise<unknown> =>
    testApp.db.pool.query(
      `insert into api_requests (id, owner, key_id, at, method, path, route, status, duration_ms, request_id, api_version)
       values ($1, 'fay', $2, now() - make_interval(days => $3), 'GET', '/', '/', 200, 1, 'r', '2026-11-01')`,
      [id, key, days],
    );
  for (const [id, days] of [
    ["log_a", 31],
    ["log_b", 3],
    ["log_c", 2],
    ["log_d", 1],
  ] as const)
    await add(id, days);
  const left = async (): Promise<string[]> =>
    (
      await testApp.db.pool.query<{ id: string }>("select id from api_requests where owner = 'fay' order by id")
    ).rows.map(({ id }) => id);
  const day = 24 * 60 * 60_000;
  await forgetRequests(testApp.db.sql, systemClock.now() - requestLogLimits.keptDays * day, 100);
  expect(await left()).toEqual(["log_b", "log_c", "log_d"]);
  await forgetRequests(testApp.db.sql, systemClock.now() - requestLogLimits.keptDays * day, 2);
  expect(await left()).toEqual(["log_c", "log_d"]);
});
