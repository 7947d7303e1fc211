import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { Job } from "#src/contract/jobs/analysis.ts";
import type { CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { readSettings } from "#src/core/config/config.ts";
import { exportData } from "#src/product/accounts/account-data.ts";
import type { Context } from "#src/product/context.ts";
import {
  checkModelKey,
  changeModelKey,
  listModelKeys,
  saveModelKey,
  type KeyProbe,
} from "#src/product/model-keys/model-keys.ts";
import { getBacktest, getBacktestResult, startBacktest } from "#src/product/backtests/backtests.ts";
import { listRuns } from "#src/product/signals/runs.ts";
import { listWatchlists, saveWatchlist } from "#src/product/signals/watchlists.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { demoOrder } from "#tests/support/backtests.ts";
import { echo, formsOf, keyOfCall } from "#tests/support/echoing-provider.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startKeyServer, type KeyServer } from "#tests/support/key-server.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { anySymbol } from "#tests/support/signals.ts";
import { newUser, userIdOf } from "#tests/support/sign-in.ts";

/*
 * A customer's keys go everywhere that a key can go: to providers that work, that refuse a key, and that repeat it in
 * every form in what they say. Then everything that anybody can read is searched for them.
 */

/** What each provider does with a call. */
const treatments = {
  openai: "answers",
  groq: "refuses the call with status 400",
  mistral: "refuses the key",
  xai: "breaks off with an error in the stream",
  deepseek: "has no quota left",
  openrouter: "sends the call elsewhere",
} as const satisfies Partial<Record<CustomerProvider, string>>;
type Treated = keyof typeof treatments;
const treated: readonly Treated[] = ["openai", "groq", "mistral", "xai", "deepseek", "openrouter"];
const keyOf = (provider: string): string => `sk-${provider}-zqmarkedzq-0123456789-9Wx4`;
const refused = keyOf("refused");

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
let ada: Context;
let probe: KeyProbe;
let apiKey: string;
let owner: string;
let servers: Readonly<Record<Treated, ModelServer>>;
let operators: ModelServer;
let elsewhere: ModelServer;
let keyServer: KeyServer;
let hook: { readonly server: Server; readonly url: string; readonly heard: string[] };
/** Everything that somebody could read, by where. */
const seen: (readonly [where: string, text: string])[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  keyServer = await startKeyServer();
  keyServer.treat = "echo";
  operators = await startModelServer();
  elsewhere = await startModelServer();
  const models = ["deep", "quick"];
  servers = {
    openai: await startModelServer({ models }),
    groq: await startModelServer({ models, plan: (call) => echo(call, 400) }),
    mistral: await startModelServer({ models, plan: (call) => echo(call, 401) }),
    deepseek: await startModelServer({ models, plan: (call) => echo(call, 402) }),
    openrouter: await startModelServer({
      models,
      plan: (call) => ({
        kind: "status",
        status: 308,
        headers: { location: `${elsewhere.url}/chat/completions?key=${keyOfCall(call)}` },
      }),
    }),
    xai: await startModelServer({
      models,
      plan: (call) => ({
        kind: "raw",
        pieces: [`data: ${JSON.stringify({ error: { message: keyOfCall(call) } })}\n\n`],
      }),
    }),
  };
  hook = await startHook();
  const theirs = treated.map((name) => `${name}=${servers[name].url}`);
  const env = {
    LOG_LEVEL: "trace",
    // What the operator's models may cost is next to nothing.
    ...askingModel(operators.url),
    SERVICE_LLM_BASE_URL: [operators.url, `anthropic=${keyServer.url}`, ...theirs].join(","),
    SERVICE_RUN_BUDGET_USD: "0.0000001",
    WEBHOOK_ALLOW_PRIVATE: "1",
  };
  probe = composeCustomerModels(readSettings(env)).check;
  door = await testApp.open({ settings: { webhookAllowPrivate: true, budgetUsd: "0.0000001" } });
  worker = startMailWorker(testApp, { ...env, PORT: String(door.port) });
  owner = await userIdOf(await newUser(testApp, door, "ada@example.com"));
  const wanted = { owner, plan: "elite", label: "bot", scopes: Scope.options } as const;
  apiKey = (await createKey(systemContext(testApp), wanted)).key;
  ada = customerContext({ ...testApp, actor: wanted });
});
afterAll(async () => {
  worker.stop();
  hook.server.close();
  await testApp.drop();
  await Promise.all([keyServer, operators, elsewhere, ...Object.values(servers)].map((server) => server.close()));
});

async function startHook(): Promise<typeof hook> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      heard.push(JSON.stringify(request.headers) + body);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, url: `http://127.0.0.1:${address.port}/hook`, heard };
}

async function api(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${door.url}${path}`, { ...init, headers: { "x-api-key": apiKey, ...init.headers } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = path.endsWith(".pdf") && answer.ok ? readPdf(bytes).text : new TextDecoder().decode(bytes);
  seen.push([`${init.method ?? "GET"} ${path}`, JSON.stringify([...answer.headers]) + text]);
  return text;
}

async function start(provider: Treated): Promise<string> {
  const body = {
    ticker: "DEMO",
    trade_date: "2019-06-03",
    analysts: ["market"],
    max_debate_rounds: 1,
    webhook_url: hook.url,
    own_model: { llm_provider: provider, deep_think_llm: "deep", quick_think_llm: "quick" },
  };
  const headers = { "content-type": "application/json" };
  return Job.parse(JSON.parse(await api("/v1/analyses", { method: "POST", headers, body: JSON.stringify(body) }))).id;
}

const ended = (id: string): Promise<Job> =>
  until(`the end of ${id}`, async () => {
    const job = Job.parse(JSON.parse(await api(`/v1/analyses/${id}?wait=5`)));
    return job.finished_at === null ? null : job;
  });

/** A job's events, as they are told to whoever follows it. */
async function eventsOf(id: string): Promise<void> {
  const stop = new AbortController();
  const answer = await fetch(`${door.url}/v1/analyses/${id}/events`, {
    headers: { "x-api-key": apiKey },
    signal: stop.signal,
  });
  let text = "";
  try {
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString("utf8");
      if (/event: job\.(succeeded|failed)/.test(text)) break;
    }
  } finally {
    stop.abort();
  }
  seen.push([`events of ${id}`, text]);
}

/** A backtest of one decision with each provider, one after the other, as far as it comes. */
async function backtestAll(): Promise<void> {
  const states = [];
  for (const provider of treated) {
    const models = {
      own_model: { llm_provider: provider, deep_think_llm: "deep", quick_think_llm: "quick" },
      budget_usd: "50",
    };
    const asked = { ...demoOrder("2019-06-03", "2019-06-04", 5), models };
    const id = await startBacktest(ada, { asked, decisions: 1 });
    const backtest = await until(`the end of the backtest with ${provider}`, async () => {
      const one = await getBacktest(ada, id);
      return one.finished_at === null ? null : one;
    });
    states.push(backtest.state);
    seen.push([`the backtest with ${provider}`, JSON.stringify(backtest)]);
    if (backtest.state === "succeeded")
      seen.push(["the backtest's result", JSON.stringify(await getBacktestResult(ada, id))]);
  }
  expect(states).toEqual(["succeeded", ...treated.slice(1).map(() => "failed")]);
}

/** A list that is due with each provider, started by the worker's schedule. */
async function runLists(): Promise<void> {
  for (const provider of treated) {
    const watchlist = {
      id: null,
      name: provider,
      instruments: [{ symbol: "DEMO", asset_type: "stock" as const }],
      schedule: { kind: "close" as const },
      runs: 1,
      own_model: { llm_provider: provider, deep_think_llm: "deep", quick_think_llm: "quick" },
      language: "de",
    };
    const {
      list: { id },
    } = await saveWatchlist(ada, { environment: anySymbol, watchlist });
    await testApp.db.pool.query(
      "insert into signal_runs (list, symbol, session, asset_type, due_at) values ($1, 'DEMO', '2019-06-03', 'stock', now())",
      [id],
    );
  }
  await until(
    "the lists' runs",
    async () => {
      const { rows } = await testApp.db.pool.query("select from signal_runs where state <> 'ended'");
      return rows.length === 0 ? true : null;
    },
    150_000,
  );
  seen.push(["the lists", JSON.stringify([await listWatchlists(ada), await listRuns(ada)])]);
}

test("no key of a customer's can be read anywhere", async () => {
  for (const provider of treated) await saveModelKey(ada, { provider, key: keyOf(provider), probe });
  const error = await saveModelKey(ada, { provider: "anthropic", key: refused, probe }).catch(String);
  seen.push(["what is said of a refused key", String(error)]);
  expect(error).toContain("Anthropic refused the key");
  expect(keyServer.asked).toEqual([refused]);
  const defaults = { reasoning_effort: "low" as const };
  await changeModelKey(ada, { provider: "openai", defaults, limitUsd: "100" });
  seen.push(["the list of keys", JSON.stringify(await listModelKeys(ada))]);

  const ids = await Promise.all(treated.map(start));
  const jobs = await Promise.all(ids.map(ended));
  expect(jobs.map(({ status }) => status)).toEqual(["succeeded", ...treated.slice(1).map(() => "failed")]);
  expect([...operators.calls, ...elsewhere.calls]).toEqual([]);
  // Else the rest would prove nothing.
  for (const provider of treated) expect(servers[provider].calls.map(keyOfCall)[0], provider).toBe(keyOf(provider));

  await Promise.all([backtestAll(), runLists()]);

  const [succeeded = ""] = ids;
  for (const id of ids) {
    await eventsOf(id);
    for (const file of ["report.json", "report.md", "report.html", "report.pdf", "webhook-deliveries"])
      await api(`/v1/analyses/${id}/${file}`);
  }
  const run = await api(`/v1/analyses/${succeeded}/report.json`);
  expect(JSON.parse(run)).toMatchObject({
    usage: { budget_usd: null },
    manifest: {
      config: { llm_provider: "openai", deep_think_llm: "deep", quick_think_llm: "quick", own_key: true },
    },
  });
  for (const path of ["/v1/analyses?include=reports", "/v1/usage", "/v1/config"]) await api(path);
  for (const path of ["/healthz", "/metrics"]) await api(path);
  const exported = await exportData(systemContext(testApp), owner);
  expect(exported).toContain("9Wx4");
  seen.push(["the export", exported]);
  await until("the webhooks", async () => (hook.heard.length >= treated.length ? true : null));
  for (const provider of treated) await checkModelKey(ada, { provider, probe });

  seen.push(["the front door's log", door.logged()], ["the worker's log", worker.said()]);
  seen.push(["webhooks", hook.heard.join("\n")]);
  const forms = [...treated.map(keyOf), refused].flatMap(formsOf);
  const has = (text: string): boolean => forms.some((one) => text.includes(one));
  expect(seen.filter(([, text]) => has(text)).map(([where]) => where)).toEqual([]);
  const dump = await dumpOf(testApp.db);
  for (const there of [
    "analyses {",
    "model_key_events {",
    "dbos.operation_outputs {",
    "backtest_answers {",
    "model_key_spending {",
    "signal_runs {",
    owner,
    succeeded,
  ])
    expect(dump, there).toContain(there);
  expect(linesWith(dump, forms).map((line) => line.slice(0, 80))).toEqual([]);
});

test("each form of a key is looked for", () => {
  const key = "sk-some-0123456789-key";
  for (const before of ["", "a", "ab", "abc", "user:"])
    for (const after of ["", ".", "..", "..."]) {
      const text = Buffer.from(`${before}${key}${after}`);
      for (const form of ["base64", "base64url", "hex"] as const)
        expect(
          formsOf(key).some((one) => text.toString(form).includes(one)),
          `${before} ${after} ${form}`,
        ).toBe(true);
    }
});
