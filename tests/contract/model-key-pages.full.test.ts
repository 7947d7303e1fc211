import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { BacktestEstimateAnswer } from "#src/contract/backtests/backtest-routes.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { Usd } from "#src/contract/jobs/usage.ts";
import { systemClock } from "#src/core/clock.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { ask } from "#tests/support/api-client.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import type { Browser } from "#tests/support/browser.ts";
import { callAction, startPages, type Pages } from "#tests/support/built-pages.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { formsOf } from "#tests/support/echoing-provider.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startKeyServer, type KeyServer } from "#tests/support/key-server.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";

/* What pages and their actions say of keys, accepted and refused: nothing but their last four characters. */

const kept = "sk-kept-zqmarkedzq-0123456789-9Wx4";
const refused = "sk-refused-zqmarkedzq-0123456789-7Yz1";

let testApp: TestApp;
let keyServer: KeyServer;
let pages: Pages;
let door: FrontDoor;
let browser: Browser;
const seen: (readonly [where: string, text: string])[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  keyServer = await startKeyServer();
  pages = await startPages(testApp, { ...keyServer.env, LOG_LEVEL: "trace" });
  // As the pages and the command line have it where nothing is set.
  door = await testApp.open({ webUrl: pages.url, settings: { rounds: 1 } });
  browser = await confirmedUser(testApp, door, "ada@example.com");
}, startPatienceMs);
afterAll(async () => {
  pages.stop();
  await testApp.drop();
  await keyServer.close();
}, startPatienceMs);

async function act(name: string, given: FormData | readonly unknown[]) {
  const action = pages.actions.get(name);
  if (action === undefined) throw new Error(`no page uses ${name}`);
  return callAction(door.url, browser, action, given, (text) => seen.push([name, text]));
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

/** A backtest with models is said to cost the same on its form, over the API and on the command line. */
async function sameEstimates(): Promise<void> {
  const dates = { from: "2019-06-03", to: "2019-06-28" };
  const costs = { commission_bps: 1, slippage_bps: 5 };
  const models = { own_provider: "openai", own_deep: "gpt-5.4", own_quick: "gpt-5.4-mini", budget: "0.01" };
  const asked = { symbols: "DEMO", ...dates, every: "5", commission_bps: "1", slippage_bps: "5", ...models };
  const onPage = await act("backtests.estimateOrder", form({ ...asked, runs: "2", single_call: "on" }));
  const Shown = z.object({ decisions: z.int(), models: z.object({ calls: z.int(), costUsd: Usd }) });
  const { value: page } = z.object({ value: Shown }).parse(onPage);

  const { key } = await createKey(systemContext({ ...testApp, clock: systemClock }), {
    owner: "estimates",
    plan: "elite",
    label: "",
    scopes: ["backtests:read"],
  });
  const own_model = { llm_provider: "openai", deep_think_llm: "gpt-5.4", quick_think_llm: "gpt-5.4-mini" };
  const json = { symbols: ["DEMO"], ...dates, ...costs, models: { own_model, budget_usd: "0.01", runs: 2 } };
  const byApi = await ask(door.url, "POST", "/v1/backtests/estimate", { json, headers: { "x-api-key": key } });
  const api = BacktestEstimateAnswer.parse(byApi.body);
  expect(page).toMatchObject({
    decisions: api.decisions,
    models: { calls: api.models?.calls, costUsd: api.models?.cost_usd },
  });
  expect(api.models).toMatchObject({ exceeds_budget: true, training: { may_remember: true } });

  const cli = conclaveHome({ OPENAI_API_KEY: "sk-nobody", OPENAI_BASE_URL: "http://127.0.0.1:9" });
  const order = ["--symbols", "DEMO", "--from", dates.from, "--to", dates.to, "--every", "5d", "--seeds", "2"];
  const who = ["--provider", "openai", "--deep", "gpt-5.4", "--quick", "gpt-5.4-mini"];
  const { err } = await cli.call("backtest", ...order, ...who, "--budget-usd", "0.0000001");
  const { calls, costUsd } = page.models;
  expect(err).toContain(
    `${page.decisions} decisions made 2 times each, about ${calls} calls for about ${usdText(costUsd)}`,
  );
}

test("no page, action or log says a key", async () => {
  expect(await act("account.keepModelKey", form({ provider: "openai", secret: kept }))).toMatchObject({ ok: true });
  expect(await act("account.testModelKey", ["openai"])).toMatchObject({ ok: true });
  keyServer.treat = "echo";
  const bad = { provider: "anthropic", secret: refused };
  const no = { ok: false, message: expect.stringContaining("refused the key") };
  expect(await act("account.keepModelKey", form(bad))).toMatchObject(no);
  expect(await act("account.testModelKey", ["openai"])).toMatchObject(no);
  seen.push(["/settings/models, posted", await postedPage("/settings/models", form(bad))]);
  const set = { provider: "openai", reasoning_effort: "low", temperature: "0.3", monthly_limit_usd: "20" };
  expect(await act("account.setModelKey", form({ ...set, temperature: "9" }))).toMatchObject({ ok: false });
  expect(await act("account.setModelKey", form({ ...set, monthly_limit_usd: "0" }))).toMatchObject({
    ok: false,
    message: expect.stringContaining("Must be from 0.01 to 10,000 US dollars"),
  });
  expect(await act("account.setModelKey", form(set))).toMatchObject({ ok: true });
  for (const path of ["/settings/models", "/analyses/new", "/signals/lists", "/backtests"]) {
    const { text } = await browser.get(path, { headers: { accept: "text/html" } });
    expect(text, path).toContain("9Wx4");
    seen.push([path, text]);
  }
  const list = {
    id: "",
    name: "Mine",
    stocks: "DEMO",
    coins: "",
    schedule: "close",
    runs: "1",
    own_provider: "openai",
  };
  expect(await act("signals.keepWatchlist", form(list))).toMatchObject({ ok: true });
  const asked = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", analysts: "market" };
  const own = { own_provider: "openai", own_deep: "deep", own_quick: "quick" };
  const once = "0b0f2d1e-5d0c-4c43-8f55-1d2a3b4c5d6e";
  const start = (more: object) =>
    act("analyses.startAnalysis", form({ ...asked, max_debate_rounds: "1", once, ...own, ...more }));
  const withoutKey = { ok: false, message: expect.stringContaining("You have no Groq key") };
  expect(await start({ own_provider: "groq" })).toMatchObject(withoutKey);
  const badName = { ok: false, message: expect.stringContaining("the model's name as the provider lists it") };
  expect(await start({ own_deep: "../files" })).toMatchObject(badName);
  expect(await start({})).toMatchObject({ ok: true });
  const { rows } = await testApp.db.pool.query("select setting from analyses");
  const model = { llm_provider: "openai", deep_think_llm: "deep", quick_think_llm: "quick" };
  expect(rows).toMatchObject([{ setting: { budget_usd: null, own_model: model } }]);
  const order = {
    symbols: "DEMO",
    from: "2019-06-03",
    to: "2019-06-28",
    every: "5",
    commission_bps: "1",
    slippage_bps: "5",
  };
  const owned = { ...order, own_provider: "openai" };
  expect(await act("backtests.estimateOrder", form(owned))).toMatchObject({ ok: false });
  expect(await act("backtests.estimateOrder", form({ ...owned, budget: "0.01" }))).toMatchObject({ ok: true });
  await sameEstimates();
  const unpriced = form({ ...owned, own_deep: "nobody-knows", own_quick: "nobody-knows", budget: "5" });
  expect(await act("backtests.estimateOrder", unpriced)).toMatchObject({ ok: true });
  expect(await act("backtests.orderBacktest", form({ ...owned, own_provider: "groq", budget: "5" }))).toMatchObject(
    withoutKey,
  );
  expect(await act("backtests.orderBacktest", form({ ...owned, budget: "5.00" }))).toMatchObject({ ok: true });
  const ordered = await testApp.db.pool.query<{ id: string; asked: unknown }>(
    "select id, input - 'source' as asked from jobs where kind = 'backtest'",
  );
  const effort = { llm_provider: "openai", reasoning_effort: "low", temperature: 0.3 };
  expect(ordered.rows).toMatchObject([{ asked: { models: { budget_usd: "5.00", own_model: effort } } }]);
  const { text: page } = await browser.get(`/backtests/${ordered.rows[0]?.id ?? ""}`);
  expect(page).toContain("OpenAI on your key, budget $5.00");
  seen.push(["the backtest's page", page]);
  await act("account.exportAccount", []);
  expect(await act("account.endModelKey", ["openai"])).toMatchObject({ ok: true });

  seen.push(["the front door's log", door.logged()], ["the pages' log", pages.said()]);
  const forms = [kept, refused].flatMap(formsOf);
  expect(seen.filter(([, text]) => forms.some((one) => text.includes(one))).map(([where]) => where)).toEqual([]);
  expect(linesWith(await dumpOf(testApp.db), forms)).toEqual([]);
});

/** The page that a browser without a script gets after it has sent a form. */
async function postedPage(path: string, fields: FormData): Promise<string> {
  const { text } = await browser.get(path, { headers: { accept: "text/html" } });
  const found = /<form\b[^>]*>(?:(?!<\/form>).)*name="secret"(?:(?!<\/form>).)*<\/form>/s.exec(text)?.[0] ?? "";
  for (const [tag] of found.matchAll(/<input type="hidden"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
    if (name !== undefined) fields.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  const answer = await fetch(`${door.url}${path}`, {
    method: "POST",
    headers: {
      origin: door.url,
      accept: "text/html",
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    body: fields,
  });
  const page = await answer.text();
  // The refusal is shown, so the form was read.
  expect(page).toContain("Anthropic refused the key");
  return page;
}
