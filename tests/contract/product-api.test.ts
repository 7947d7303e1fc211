import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { EvidenceCoverage } from "#src/contract/run/evidence.ts";
import { Scope, plans, type Plan } from "#src/contract/accounts/plans.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { uploadBacktest } from "#src/product/backtests/backtests.ts";
import { ask, errorsOf, type Ask, type Reply } from "#tests/support/api-client.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { followEvents, idsOf } from "#tests/support/event-stream.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { emptyHouseList, publish, signalEntry } from "#tests/support/signals.ts";

/* The product besides analyses, as a program uses it: every answer is held to openapi.json by `ask`. */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
  await emptyHouseList(testApp);
});
afterAll(() => testApp.drop());

interface Program {
  (method: string, path: string, given?: Ask): Promise<Reply>;
  readonly key: string;
}

async function program(
  owner: string,
  scopes: readonly Scope[] = Scope.options,
  plan: Plan = "elite",
): Promise<Program> {
  const key = await testApp.newKey(owner, { scopes, plan });
  const send = (method: string, path: string, { headers = {}, ...given }: Ask = {}): Promise<Reply> =>
    ask(door.url, method, path, { ...given, headers: { "x-api-key": key, ...headers } });
  return Object.assign(send, { key });
}

const idOf = ({ body }: Reply): string => z.object({ id: z.string() }).parse(body).id;
const dataOf = ({ body }: Reply): unknown[] => z.object({ data: z.array(z.unknown()) }).parse(body).data;
const nextOf = ({ body }: Reply): string | null =>
  z.object({ next_cursor: z.string().nullable() }).parse(body).next_cursor;
const detailOf = ({ body }: Reply): string => z.object({ detail: z.string() }).parse(body).detail;

const demo = { symbol: "DEMO", asset_type: "stock" };
const list = { name: "Mine", instruments: [demo] };
const hook = { url: "https://hooks.example/all", events: ["batch.finished"] };
const toMeasure = { symbol: "DEMO", date: "2019-06-03", own_model: { llm_provider: "openai" } };
const order = { symbols: ["DEMO"], from: "2018-01-02", to: "2018-06-29" };

describe("scopes", () => {
  const needs = [
    ["GET", "/v1/signals", "signals:read"],
    ["GET", "/v1/signals/events", "signals:read"],
    ["GET", "/v1/signals/sig_1", "signals:read"],
    ["GET", "/v1/lists", "lists:read"],
    ["POST", "/v1/lists", "lists:write", list],
    ["GET", "/v1/lists/wl_1", "lists:read"],
    ["PUT", "/v1/lists/wl_1", "lists:write", list],
    ["DELETE", "/v1/lists/wl_1", "lists:write"],
    ["POST", "/v1/lists/wl_1/instruments", "lists:write", demo],
    ["GET", "/v1/lists/wl_1/next-runs", "lists:read"],
    ["GET", "/v1/lists/wl_1/runs", "lists:read"],
    ["POST", "/v1/backtests", "backtests:write", order],
    ["POST", "/v1/backtests/estimate", "backtests:read", order],
    ["GET", "/v1/backtests", "backtests:read"],
    ["GET", "/v1/backtests/bt_1", "backtests:read"],
    ["POST", "/v1/backtests/bt_1/cancel", "backtests:write"],
    ["DELETE", "/v1/backtests/bt_1", "backtests:write"],
    ["GET", "/v1/backtests/bt_1/result.json", "backtests:read"],
    ["GET", "/v1/backtests/bt_1/trades.csv", "backtests:read"],
    ["POST", "/v1/backtests/bt_1/validity", "backtests:write"],
    ["GET", "/v1/backtests/bt_1/validity", "backtests:read"],
    ["GET", "/v1/backtests/bt_1/validity.md", "backtests:read"],
    ["POST", "/v1/memory/estimate", "backtests:read", toMeasure],
    ["POST", "/v1/memory", "backtests:write", { ...toMeasure, budget_usd: "5" }],
    ["GET", "/v1/memory", "backtests:read"],
    ["GET", "/v1/memory/mem_1", "backtests:read"],
    ["POST", "/v1/memory/mem_1/cancel", "backtests:write"],
    ["POST", "/v1/webhooks", "webhooks:write", hook],
    ["GET", "/v1/webhooks", "webhooks:read"],
    ["GET", "/v1/webhooks/whe_1", "webhooks:read"],
    ["PUT", "/v1/webhooks/whe_1", "webhooks:write", hook],
    ["DELETE", "/v1/webhooks/whe_1", "webhooks:write"],
    ["POST", "/v1/webhooks/whe_1/pause", "webhooks:write"],
    ["POST", "/v1/webhooks/whe_1/resume", "webhooks:write"],
    ["POST", "/v1/webhooks/whe_1/rotate-secret", "webhooks:write"],
    ["POST", "/v1/webhooks/whe_1/test", "webhooks:write"],
    ["GET", "/v1/webhooks/whe_1/deliveries", "webhooks:read"],
    ["POST", "/v1/webhooks/whe_1/deliveries/msg_1/redeliver", "webhooks:write"],
    ["GET", "/v1/requests", "requests:read"],
    ["GET", "/v1/requests/log_1", "requests:read"],
    ["GET", "/v1/record", "record:read"],
    ["GET", "/v1/record/signals", "record:read"],
    ["GET", "/v1/record/instruments/AAPL", "record:read"],
    ["GET", "/v1/ranking", "record:read"],
    ["GET", "/v1/ranking?live=true", "signals:read"],
    ["GET", "/v1/instruments/AAPL", "analyses:read"],
    ["GET", "/v1/instruments/AAPL", "signals:read"],
    ["GET", "/v1/instruments/AAPL", "lists:read"],
  ] as const;

  test.each(needs)("%s %s needs %s", async (method, path, scope, json?: object) => {
    const without = await program(
      `without ${scope}`,
      Scope.options.filter((one) => one !== scope),
    );
    const refused = await without(method, path, json === undefined ? {} : { json });
    expect([refused.status, detailOf(refused)]).toEqual([403, `the key lacks the scope ${scope}`]);
  });

  test("a key with those of before reads and starts analyses, and nothing else", async () => {
    const old = await program("old", ["analyses:read", "analyses:write"]);
    expect((await old("GET", "/v1/analyses")).status).toBe(200);
    for (const path of ["/v1/signals", "/v1/lists", "/v1/backtests", "/v1/record", "/v1/instruments/DEMO"])
      expect((await old("GET", path)).status, path).toBe(403);
  });

  test("a plan that has ended ends them all", async () => {
    const ann = await program("ended");
    await testApp.db.pool.query("update accounts set plan_until = now() - interval '1 second' where id = 'ended'");
    for (const path of ["/v1/signals", "/v1/lists", "/v1/backtests", "/v1/record", "/v1/ranking", "/v1/instruments"])
      expect((await ann("GET", path)).status, path).toBe(403);
  });
});

describe("signals", () => {
  test("are listed page by page, filtered, and read one by one with their marks", async () => {
    const ann = await program("reader");
    for (const rating of ["Buy", "Hold", "Sell"] as const) await publish(testApp, "PAGED", rating);
    const first = await ann("GET", "/v1/signals?symbol=PAGED&limit=2");
    expect(dataOf(first)).toMatchObject([{ signal: { rating: "Sell" } }, { signal: { rating: "Hold" } }]);
    const rest = await ann("GET", `/v1/signals?symbol=PAGED&limit=2&cursor=${nextOf(first)}`);
    expect(dataOf(rest)).toMatchObject([
      { signal: { rating: "Buy" }, marks: [{ horizon: 1, status: "open" }, {}, {}, {}] },
    ]);
    expect(nextOf(rest)).toBeNull();
    expect(dataOf(await ann("GET", "/v1/signals?symbol=PAGED&rating=Hold"))).toHaveLength(1);
    expect(dataOf(await ann("GET", "/v1/signals?symbol=PAGED&changed=true"))).toEqual([]);
    const [newest] = z.array(z.object({ signal: z.object({ id: z.string() }) })).parse(dataOf(first));
    expect((await ann("GET", `/v1/signals/${newest?.signal.id}`)).body).toMatchObject({ signal: { rating: "Sell" } });
  });

  test("of another's list are not there", async () => {
    const [ann, bob] = [await program("ann"), await program("bob")];
    const own = idOf(await ann("POST", "/v1/lists", { json: list }));
    const entry = signalEntry("DEMO", "Buy");
    await testApp.db.transaction((tx) => appendEntry(tx, own, entry, systemClock.now()));
    expect(dataOf(await ann("GET", `/v1/signals?list=${own}`))).toHaveLength(1);
    expect((await ann("GET", `/v1/signals/${entry.id}`)).status).toBe(200);
    for (const path of [`/v1/signals?list=${own}`, `/v1/signals/${entry.id}`, `/v1/signals/events?list=${own}`])
      expect((await bob("GET", path)).status, path).toBe(404);
  });

  test("stream to a key, from where it left off, and of its own lists", async () => {
    const ann = await program("streamer");
    const follow = (path: string, seen?: string) =>
      followEvents(`${door.url}/v1/signals/events${path}`, {
        "x-api-key": ann.key,
        ...(seen !== undefined && { "last-event-id": seen }),
      });
    const live = await follow("");
    expect(live.status).toBe(200);
    const number = await publish(testApp, "LIVE", "Sell");
    await expect.poll(() => idsOf(live)).toEqual([number]);
    const later = await follow("", String(number - 1));
    await expect.poll(() => idsOf(later)).toEqual([number]);
    const after = await follow(`?after=${number - 1}`);
    await expect.poll(() => idsOf(after)).toEqual([number]);
    const own = idOf(await ann("POST", "/v1/lists", { json: list }));
    const mine = await follow(`?list=${own}&after=0`);
    await publish(testApp, "DEMO", "Hold", { list: own });
    await expect.poll(() => idsOf(mine)).toEqual([1]);
    for (const stream of [live, later, after, mine]) stream.leave();
  });
});

describe("lists", () => {
  test("are made once for an Idempotency-Key, changed whole, added to and deleted", async () => {
    const ann = await program("lister");
    const headers = { "idempotency-key": "first" };
    const made = await ann("POST", "/v1/lists", { json: list, headers });
    expect([made.status, made.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const id = idOf(made);
    expect(made.headers.get("location")).toBe(`/v1/lists/${id}`);
    const again = await ann("POST", "/v1/lists", { json: list, headers });
    expect([idOf(again), again.headers.get("idempotent-replayed")]).toEqual([id, "true"]);
    expect((await ann("POST", "/v1/lists", { json: { ...list, name: "Other" }, headers })).status).toBe(409);
    expect(dataOf(await ann("GET", "/v1/lists"))).toHaveLength(1);
    const changed = await ann("PUT", `/v1/lists/${id}`, { json: { ...list, name: "Renamed", runs: "3" } });
    expect(changed.body).toMatchObject({ id, name: "Renamed", runs: 3, schedule: { kind: "close" } });
    expect(changed.body).toMatchObject({ rerun_on_break: false, allow_short: false });
    await ann("PUT", `/v1/lists/${id}`, { json: { ...list, rerun_on_break: true, allow_short: true } });
    // What does not know the setting leaves it as it is.
    const kept = await ann("PUT", `/v1/lists/${id}`, { json: list });
    expect(kept.body).toMatchObject({ rerun_on_break: true, allow_short: true });
    const added = await ann("POST", `/v1/lists/${id}/instruments`, { json: { symbol: "^GSPC" } });
    expect(added.body).toMatchObject({ instruments: [demo, { symbol: "^GSPC", asset_type: "stock" }] });
    expect((await ann("POST", `/v1/lists/${id}/instruments`, { json: { symbol: "demo" } })).status).toBe(409);
    const [next] = z
      .array(z.object({ symbols: z.array(z.string()) }))
      .parse(dataOf(await ann("GET", `/v1/lists/${id}/next-runs?limit=1`)));
    expect(next?.symbols.toSorted()).toEqual(["DEMO", "^GSPC"]);
    expect(dataOf(await ann("GET", `/v1/lists/${id}/runs`))).toEqual([]);
    expect((await ann("DELETE", `/v1/lists/${id}`)).status).toBe(204);
    expect((await ann("GET", `/v1/lists/${id}`)).status).toBe(404);
    expect((await ann("DELETE", `/v1/lists/${id}`)).status).toBe(404);
    expect((await ann("POST", "/v1/lists", { json: list, headers })).status).toBe(409);
  });

  test("of two requests with one key at once one list comes", async () => {
    const ann = await program("twice");
    const headers = { "idempotency-key": "same" };
    const both = await Promise.all([1, 2, 3].map(() => ann("POST", "/v1/lists", { json: list, headers })));
    expect(new Set(both.map(idOf)).size).toBe(1);
    expect(both.filter((one) => one.headers.get("idempotent-replayed") === null)).toHaveLength(1);
  });

  test("hold as many as the plan says, and what is wrong is told in its field", async () => {
    const ann = await program("full");
    for (let n = 0; n < plans.elite.watchlists; n += 1)
      expect((await ann("POST", "/v1/lists", { json: list })).status).toBe(201);
    expect(detailOf(await ann("POST", "/v1/lists", { json: list }))).toBe("the Elite plan allows 20 watchlists");
    const bad = async (json: object) =>
      errorsOf(await ann("POST", "/v1/lists", { json })).map(({ loc }) => loc.join("."));
    expect(await bad({ name: "x", instruments: [{ symbol: "NOSUCH" }] })).toEqual(["body.instruments"]);
    expect(await bad({ name: "", instruments: [], runs: 9 })).toEqual(["body.name", "body.instruments", "body.runs"]);
    expect(await bad({ name: "x", instruments: [{ symbol: "DEMO", asset_type: "bond" }] })).toEqual([
      "body.instruments.0.asset_type",
    ]);
    expect(await bad({ name: "a\u0000b", instruments: [demo] })).toEqual(["body.name"]);
    const cron = { kind: "cron", cron: "every day", zone: "Europe/London" };
    expect((await ann("POST", "/v1/lists", { json: { ...list, schedule: cron } })).status).toBe(400);
    expect((await ann("POST", "/v1/lists", { raw: "{", headers: { "content-type": "application/json" } })).status).toBe(
      422,
    );
    expect((await ann("POST", "/v1/lists", { raw: "name=x" })).status).toBe(415);
  });

  test("of others are not there", async () => {
    const [ann, bob] = [await program("own"), await program("thief")];
    const id = idOf(await ann("POST", "/v1/lists", { json: list }));
    for (const [method, path, json] of [
      ["GET", `/v1/lists/${id}`],
      ["PUT", `/v1/lists/${id}`, list],
      ["DELETE", `/v1/lists/${id}`],
      ["POST", `/v1/lists/${id}/instruments`, { symbol: "^GSPC" }],
      ["GET", `/v1/lists/${id}/next-runs`],
      ["GET", `/v1/lists/${id}/runs`],
      ["GET", "/v1/lists/house"],
      ["PUT", "/v1/lists/house", list],
      ["DELETE", "/v1/lists/house"],
      ["GET", "/v1/lists/%00"],
    ] as const)
      expect((await bob(method, path, json === undefined ? {} : { json })).status, `${method} ${path}`).toBe(404);
    expect((await ann("GET", `/v1/lists/${id}`)).body).toMatchObject({ instruments: [demo] });
  });

  test("work on an open server, where nobody has an account yet", async () => {
    const open = await testApp.open();
    const made = await ask(open.url, "POST", "/v1/lists", { json: list });
    expect(made.status).toBe(201);
    expect((await ask(open.url, "POST", "/v1/backtests", { json: order })).status).toBe(202);
  });
});

describe("backtests", () => {
  test("are ordered once for an Idempotency-Key, followed, cancelled and deleted", async () => {
    const ann = await program("tester");
    const headers = { "idempotency-key": "one" };
    const started = await ann("POST", "/v1/backtests", { json: order, headers });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({
      status: "queued",
      request: { symbols: ["DEMO"], every: 5, commission_bps: 1, slippage_bps: 5, short: false },
      progress: { done: 0, total: 25 },
      notes: ["DEMO uses synthetic data."],
    });
    const id = idOf(started);
    expect(started.headers.get("location")).toBe(`/v1/backtests/${id}`);
    expect(idOf(await ann("POST", "/v1/backtests", { json: order, headers }))).toBe(id);
    expect((await ann("POST", "/v1/backtests", { json: { ...order, every: 10 }, headers })).status).toBe(409);
    expect((await ann("POST", "/v1/backtests", { json: order })).status).toBe(409);
    expect(dataOf(await ann("GET", "/v1/backtests"))).toMatchObject([{ id, status: "queued" }]);
    expect((await ann("GET", `/v1/backtests/${id}/result.json`)).status).toBe(404);
    for (const time of ["once", "again"])
      expect((await ann("POST", `/v1/backtests/${id}/cancel`)).body, time).toMatchObject({ id, status: "cancelled" });
    expect((await ann("GET", `/v1/backtests/${id}`)).body).toMatchObject({ status: "cancelled" });
    const bob = await program("other tester");
    for (const [method, path] of [
      ["GET", `/v1/backtests/${id}`],
      ["GET", `/v1/backtests/${id}/result.json`],
      ["GET", `/v1/backtests/${id}/trades.csv`],
      ["POST", `/v1/backtests/${id}/cancel`],
      ["DELETE", `/v1/backtests/${id}`],
    ] as const)
      expect((await bob(method, path)).status, `${method} ${path}`).toBe(404);
    expect((await ann("DELETE", `/v1/backtests/${id}`)).status).toBe(204);
    expect((await ann("GET", `/v1/backtests/${id}`)).status).toBe(404);
  });

  test("give their result, as it was made", async () => {
    const ann = await program("uploader");
    const actor = { owner: "uploader", plan: "elite", scopes: Scope.options } as const;
    const result = await smallResult();
    const id = await uploadBacktest(
      customerContext({ db: testApp.db, actor }),
      new TextEncoder().encode(JSON.stringify(result)),
    );
    expect((await ann("GET", `/v1/backtests/${id}/result.json`)).body).toEqual(JSON.parse(JSON.stringify(result)));
    expect((await ann("GET", `/v1/backtests/${id}/trades.csv`)).status).toBe(404);
    expect((await ann("GET", `/v1/backtests/${id}`)).body).toMatchObject({ status: "succeeded", source: "elsewhere" });
  });

  test("that cannot be made are refused in their field", async () => {
    const ann = await program("careless");
    const bad = async (json: object) =>
      errorsOf(await ann("POST", "/v1/backtests", { json })).map(({ loc, type }) => `${loc.join(".")} ${type}`);
    expect(await bad({ ...order, symbols: ["NOSUCH"] })).toEqual(["body.symbols value_error"]);
    expect(await bad({ ...order, from: "2019-01-02" })).toEqual(["body.from value_error"]);
    expect(await bad({ ...order, to: "2999-01-01" })).toEqual(["body.to value_error"]);
    expect(await bad({ ...order, every: 0, slippage_bps: -1, short: "maybe", symbols: [] })).toEqual([
      "body.symbols too_short",
      "body.every greater_than_equal",
      "body.slippage_bps greater_than_equal",
      "body.short bool_parsing",
    ]);
    expect(await bad({ ...order, symbols: Array.from({ length: 31 }, () => "DEMO") })).toEqual([
      "body.symbols too_long",
    ]);
    const own = { own_model: { llm_provider: "openai" }, budget_usd: "1" };
    expect(await bad({ ...order, models: own })).toEqual(["body.own_model value_error"]);
    const huge = { symbols: ["^GSPC", "DEMO"], from: "2000-01-03", to: "2020-06-30", every: 1 };
    expect((await ann("POST", "/v1/backtests", { json: huge })).status).toBe(403);
  });
});

const Covered = z.object({ coverage: z.array(EvidenceCoverage) });

describe("the record", () => {
  test("is read with its figures, its signals by page, its ranking and its instruments", async () => {
    const ann = await program("watcher");
    await publish(testApp, "SEALED", "Buy");
    expect((await ann("GET", "/v1/record")).body).toMatchObject({ list: "house", runs: { signal: 0 } });
    const first = await ann("GET", "/v1/record/signals?limit=1");
    expect(dataOf(first)).toMatchObject([{ sealed: true, signal: null }]);
    const second = await ann("GET", `/v1/record/signals?limit=1&cursor=${nextOf(first)}`);
    expect(dataOf(second)).toHaveLength(1);
    expect(dataOf(second)).not.toEqual(dataOf(first));
    expect((await ann("GET", "/v1/ranking")).body).toMatchObject({ live: false, opinions: [] });
    const live = z.object({ opinions: z.array(z.object({ symbol: z.string() })) });
    const { opinions } = live.parse((await ann("GET", "/v1/ranking?live=yes&order=symbol")).body);
    expect(opinions.map(({ symbol }) => symbol)).toContain("SEALED");
    expect((await ann("GET", "/v1/record/instruments/SEALED")).status).toBe(404);
    expect((await ann("GET", "/v1/instruments/sealed")).body).toMatchObject({ symbol: "SEALED", signals: [{}] });
    expect((await ann("GET", "/v1/instruments/%5EGSPC")).body).toMatchObject({ symbol: "^GSPC", signals: [] });
    const { coverage } = Covered.parse((await ann("GET", "/v1/instruments/demo")).body);
    expect(coverage).toContainEqual(expect.objectContaining({ kind: "bars", status: "held", source: "archive:demo" }));
    expect(coverage).toContainEqual({ kind: "macro", status: "missing", problem: null });
    expect((await ann("GET", "/v1/instruments/%00")).status).toBe(404);
    expect((await ann("GET", "/v1/ranking?order=luck")).status).toBe(422);
  });

  test("lists the instruments of the archives, found by symbol or name", async () => {
    const ann = await program("searcher", []);
    const page = await ann("GET", "/v1/instruments?limit=1");
    expect(dataOf(page)).toMatchObject([{ symbol: "DEMO", synthetic: true }]);
    expect(dataOf(await ann("GET", `/v1/instruments?cursor=${nextOf(page)}`))).toMatchObject([{ symbol: "^GSPC" }]);
    expect(dataOf(await ann("GET", "/v1/instruments?search=gspc"))).toHaveLength(1);
    expect(dataOf(await ann("GET", "/v1/instruments?search=nothing"))).toEqual([]);
  });
});
