import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { tools } from "#src/server/mcp/server.ts";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { callTool, dataOf, mcpClient, refusalOf, textOfAnswer } from "#tests/support/mcp-client.ts";
import { emptyHouseList } from "#tests/support/signals.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";

/* Who may do what over `/mcp`, and what of HTTP it takes. */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  await emptyHouseList(testApp);
});
afterAll(() => testApp.drop());

/** What each tool needs of a key; `null`: any key. */
const scopeOf: Readonly<Record<string, Scope | null>> = {
  analyze: "analyses:write",
  get_analysis: "analyses:read",
  list_analyses: "analyses:read",
  cancel_analysis: "analyses:write",
  read_report: "analyses:read",
  list_evidence: "analyses:read",
  get_evidence: "analyses:read",
  ask_report: "analyses:read",
  compare_analyses: "analyses:read",
  list_signals: "signals:read",
  get_track_record: "record:read",
  get_ranking: "record:read",
  list_watchlists: "lists:read",
  list_instruments: null,
  list_portfolios: "portfolios:read",
  get_portfolio: "portfolios:read",
  value_portfolio: "portfolios:read",
  analyze_portfolio: "analyses:write",
  estimate_backtest: "backtests:read",
  start_backtest: "backtests:write",
  get_backtest: "backtests:read",
  list_backtests: "backtests:read",
  get_usage: "analyses:read",
  get_config: null,
};

test("the table of scopes names every tool", () => {
  expect(Object.keys(scopeOf)).toEqual(tools.map(({ name }) => name));
});

describe("who may", () => {
  let locked: FrontDoor;
  beforeAll(async () => {
    locked = await testApp.open({ access: { open: false, loopback: true } });
  });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const accept = { accept: "application/json, text/event-stream" };

  test("without a key is led to the metadata, which says how", async () => {
    const { status, headers, body } = await ask(locked.url, "POST", "/mcp", { json: message, headers: accept });
    expect([status, body]).toEqual([
      401,
      { detail: "send an API key or an access token in the header Authorization: Bearer TOKEN" },
    ]);
    const at = /resource_metadata="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1] ?? "";
    expect(at).toBe(`${locked.url}/.well-known/oauth-protected-resource/mcp`);
    for (const path of [new URL(at).pathname, "/.well-known/oauth-protected-resource"])
      expect((await ask(locked.url, "GET", path)).body).toMatchObject({
        resource: `${locked.url}/mcp`,
        bearer_methods_supported: ["header"],
        scopes_supported: Scope.options,
      });
    await expect(mcpClient(locked.url)).rejects.toThrow("401");
  });

  test("a key reaches its owner's analyses alone, with its own scopes", async () => {
    const ann = await testApp.newKey("ann", { scopes: ["analyses:read"] });
    const { id } = await submit(locked.url, apple, { "x-api-key": await testApp.newKey("ann") });
    const client = await mcpClient(locked.url, { key: ann });
    expect(await dataOf(client, "get_analysis", { id })).toMatchObject({ analysis: { id } });
    for (const [name, args] of [
      ["analyze", { ticker: "AAPL", trade_date: "2025-06-02", wait_seconds: 0 }],
      ["cancel_analysis", { id, discard_result: true }],
    ] as const)
      expect(await refusalOf(client, name, args)).toMatch(/lacks the scope analyses:write.*\/keys/);
    const other = await mcpClient(locked.url, { key: await testApp.newKey("bob") });
    for (const { name } of tools.filter((one) => /_analysis$|report|evidence/.test(one.name)))
      expect(await refusalOf(other, name, { id, question: "Why?", evidence_ids: ["M1"] }), name).toMatch(/no analysis/);
    expect(await refusalOf(other, "compare_analyses", { before: id, after: id })).toMatch(/no analysis/);
    expect(await dataOf(other, "list_analyses")).toEqual({ analyses: [], next_cursor: null });
    expect((await other.listResources()).resources).toEqual([]);
  });

  test.each(Object.entries(scopeOf))("%s needs %s", async (name, scope) => {
    const others = Scope.options.filter((one) => one !== scope);
    const client = await mcpClient(locked.url, { key: await testApp.newKey(`scope-${name}`, { scopes: others }) });
    // Nothing of what a tool does not have is within two letters of what it has.
    const agreed = {
      ...(name === "cancel_analysis" && { discard_result: true }),
      ...(name === "analyze_portfolio" && { budget_usd: "1.00" }),
    };
    const args = {
      ...agreed,
      id: "ana_none",
      before: "ana_none",
      after: "ana_none",
      evidence_ids: ["M1"],
      question: "Why?",
    };
    const symbols = name.endsWith("_backtest") ? { symbols: ["DEMO"] } : {};
    const order = { ...symbols, ticker: "AAPL", trade_date: "2025-06-02", from: "2019-01-02", to: "2019-02-01" };
    const answer = await callTool(client, name, name === "get_usage" ? {} : { ...args, ...order });
    if (scope === null) expect(textOfAnswer(answer)).not.toContain("scope");
    else expect(textOfAnswer(answer)).toContain(`lacks the scope ${scope}`);
  });

  test("a plan without the API, a cookie, a page of another site and another host are refused", async () => {
    const free = await testApp.newKey("eve", { plan: "free" });
    const post = async (given: Record<string, string>) => {
      const headers = { ...accept, "content-type": "application/json", ...given };
      return (await fetch(`${locked.url}/mcp`, { method: "POST", body: JSON.stringify(message), headers })).status;
    };
    expect(await post({ authorization: `Bearer ${free}` })).toBe(403);
    const key = await testApp.newKey("ann");
    expect(await post({ "x-api-key": key })).toBe(200);
    expect(await post({ "x-api-key": key, origin: "https://evil.example" })).toBe(403);
    expect(await post({ "x-api-key": key, origin: locked.url })).toBe(200);
    const browser = await confirmedUser(testApp, locked, "tool-user@example.test");
    expect((await browser.post("/mcp", { json: message })).status).toBe(401);
  });

  test("a plan's requests of a minute end for tools as for everybody", async () => {
    const key = await testApp.newKey("carl");
    const client = await mcpClient(locked.url, { key });
    let words = "";
    for (let calls = 0; calls < 400 && !/rate limit exceeded/.test(words); calls += 1)
      words = await refusalOf(client, "get_config").catch((error: unknown) => String(error));
    expect(words).toMatch(/rate limit exceeded: at most 300 requests per minute/);
  });
});

test("GET and DELETE, which belong to sessions, are not allowed", async () => {
  for (const method of ["GET", "DELETE"]) {
    const { status, headers } = await ask(door.url, method, "/mcp");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  }
});

test("a body that is too large, of another type or no JSON is refused", async () => {
  const post = async (raw: string, type = "application/json") =>
    (await fetch(`${door.url}/mcp`, { method: "POST", body: raw, headers: { "content-type": type } })).status;
  expect(await post(JSON.stringify({ text: "x".repeat(70_000) }))).toBe(413);
  expect(await post("{}", "text/plain")).toBe(415);
  expect(await post("{")).toBe(400);
});
