import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { Batch } from "#src/contract/jobs/batches.ts";
import { HoldingsOfAnalysis } from "#src/contract/holdings/holdings.ts";
import { PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { createLog } from "#src/core/operation/log.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { exportData } from "#src/product/accounts/account-data.ts";
import { readSharedRun, shareAnalysis } from "#src/product/analyses/sharing.ts";
import { checkPortfolioAlerts } from "#src/product/portfolios/portfolios.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { mailTo, startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { newUser, userIdOf } from "#tests/support/sign-in.ts";

/* A portfolio goes into analyses, one by one and all at once. Then everything that anybody else can read is searched. */

// Long, with a point: an identifier or a time must not happen to hold one of them.
const marks = ["7319.6428", "14639.2856", "33.4477", "4455.66", "ZQMARKED", "Oma Zoe's nest egg", "bought from Onkel"];
/** What its owner is told when, which is theirs alone too. */
const alertMarks = ["31.4159", "98.76"];
const portfolio = {
  name: "Oma Zoe's nest egg",
  currency: "USD",
  cash: "4455.66",
  lots: [
    {
      symbol: "DEMO",
      quantity: "7319.6428",
      cost_per_unit: "33.4477",
      acquired: "2017-03-01",
      note: "bought from Onkel",
    },
    { symbol: "^GSPC", quantity: "1.5", acquired: "2018-07-02" },
  ],
  limits: { largest_position_pct: 40 },
  horizon_days: 180,
};
const marked = { symbol: "ZQMARKED", quantity: "3", acquired: "2018-01-02" };

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
let hook: { readonly server: Server; readonly url: string; readonly heard: string[] };
let ada: { readonly owner: string; readonly key: string };
let bob: { readonly key: string };

beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ settings: { webhookAllowPrivate: true } });
  worker = startMailWorker(testApp, { LOG_LEVEL: "trace", WEBHOOK_ALLOW_PRIVATE: "1", PORT: String(door.port) });
  hook = await startHook();
  const customer = async (email: string) => {
    const owner = await userIdOf(await newUser(testApp, door, email));
    const asked = { owner, plan: "elite", label: "bot", scopes: Scope.options } as const;
    return { owner, key: (await createKey(systemContext(testApp), asked)).key };
  };
  ada = await customer("ada@example.com");
  bob = await customer("bob@example.com");
});
afterAll(async () => {
  worker.stop();
  hook.server.close();
  await testApp.drop();
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

function get(path: string, key = ada.key): Promise<Response> {
  return fetch(`${door.url}/v1${path}`, { headers: { "x-api-key": key } });
}

async function post(path: string, body: object, { key = ada.key, once: named = "" } = {}) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await fetch(`${door.url}/v1${path}`, {
    method: "POST",
    headers: { ...headers, ...(named !== "" && { "idempotency-key": named }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? null : JSON.parse(text) };
}

async function save(body: object = portfolio): Promise<string> {
  const { status, text, json } = await post("/portfolios", body);
  expect(status, text).toBe(201);
  return z.string().parse(json.id);
}

const small = { analysts: ["market"], max_debate_rounds: 1 };
const day = "2018-07-12";

async function ended(batch: string): Promise<Batch> {
  return until(`the end of ${batch}`, async () => {
    const found = Batch.parse(await (await get(`/batches/${batch}`)).json());
    return found.finished_at === null ? null : found;
  });
}

test("each position is analysed with the portfolio as its holdings, and what is private is nowhere else", async () => {
  const id = await save();
  const body = { ...small, budget_usd: "5.00", trade_date: day };
  const started = await post(`/portfolios/${id}/analyses`, body, { once: "all" });
  expect(started.status, started.text).toBe(202);
  expect((await post(`/portfolios/${id}/analyses`, body, { once: "all" })).json.id).toBe(started.json.id);
  const batch = await ended(started.json.id);
  expect(batch).toMatchObject({ status: "succeeded", budget_usd: "5.00", counts: { total: 2, succeeded: 2 } });

  const results = await (await get(`/batches/${batch.id}/results?include=reports`)).text();
  const lines = results
    .trim()
    .split("\n")
    .map((line) => z.object({ custom_id: z.string(), analysis_id: z.string() }).parse(JSON.parse(line)));
  expect(lines.map((line) => line.custom_id)).toEqual(["DEMO", "^GSPC"]);
  for (const { analysis_id: analysis } of lines) {
    const read = HoldingsOfAnalysis.parse(await (await get(`/analyses/${analysis}/holdings`)).json());
    expect(read.holdings).toMatchObject({
      cash: "4455.66",
      // The split of June 2018 has doubled what was bought before.
      positions: [
        { symbol: "DEMO", quantity: "14639.2856", cost_basis: "244825.22" },
        { symbol: "^GSPC", quantity: "1.5", cost_basis: null },
      ],
      limits: { largest_position_pct: 40 },
      horizon_days: 180,
    });
    expect(read.for_holdings?.book.value).toEqual(expect.any(String));
  }

  const other = await save({
    ...portfolio,
    lots: [...portfolio.lots, marked],
    alerts: { day_change_pct: 31.4159, position_pct: 0.5, ratings: true },
  });
  const asked = { ...small, ticker: "DEMO", trade_date: day, portfolio: other, webhook_url: hook.url };
  const one = Job.parse((await post("/analyses", asked)).json);
  await until(
    "the end of the run",
    async () => Job.parse(await (await get(`/analyses/${one.id}?wait=5`)).json()).finished_at,
  );
  expect(await (await get(`/analyses/${one.id}/holdings`)).text()).toContain("ZQMARKED");
  await until("the webhook", async () => (hook.heard.length > 0 ? true : null));

  const context = customerContext({ ...testApp, actor: { owner: ada.owner, plan: "elite", scopes: Scope.options } });
  const shared = async (analysis: string) =>
    JSON.stringify(await readSharedRun(systemContext(testApp), (await shareAnalysis(context, analysis)).token));
  await tellAlerts(other);
  const seen: Record<string, string> = {
    results,
    batch: JSON.stringify(batch),
    batches: await (await get("/batches")).text(),
    job: await (await get(`/analyses/${one.id}`)).text(),
    list: await (await get("/analyses?include=reports")).text(),
    usage: await (await get("/usage")).text(),
    events: await (await get(`/analyses/${one.id}/events?after=0`)).text(),
    proof: await (await get(`/analyses/${one.id}/proof`)).text(),
    shared: `${await shared(one.id)}${await shared(lines[0]?.analysis_id ?? "")}`,
    webhook: hook.heard.join("\n"),
    requests: await (await get("/requests?limit=100")).text(),
    database: linesWith(await dumpOf(testApp.db), [...marks, ...alertMarks]).join("\n"),
    "the door's log": door.logged(),
    "the worker's log": worker.said(),
    bob: (
      await Promise.all([`/portfolios/${id}`, "/portfolios"].map(async (path) => (await get(path, bob.key)).text()))
    ).join(),
  };
  for (const [where, text] of Object.entries(seen))
    for (const mark of [...marks, ...alertMarks]) expect(text, where).not.toContain(mark);
  expect(seen["proof"]).toContain("DEMO");
  expect((await testApp.db.pool.query("select 1 from batch_holdings")).rowCount).toBe(0);
  const exported = await exportData(systemContext(testApp), ada.owner);
  for (const mark of [...marks, "31.4159"]) expect(exported, mark).toContain(mark);
});

/** Looks at its alerts as if one position had grown, until its owner has the mail. */
async function tellAlerts(id: string): Promise<void> {
  const found = PortfolioValuation.parse(await (await get(`/portfolios/${id}/valuation?as_of=${day}`)).json());
  const valuation = { ...found, positions: found.positions.map((one) => ({ ...one, weight_pct: 98.76 })), missing: [] };
  await testApp.db.pool.query("update portfolios set alerts_due_at = now() where alerts_due_at is not null");
  const tools = {
    environment: { valuePortfolio: async () => valuation },
    log: createLog("silent", "worker"),
    signal: new AbortController().signal,
  };
  expect(await checkPortfolioAlerts(systemContext(testApp), tools)).toBe(1);
  const mail = await mailTo(testApp, "ada@example.com", /Oma Zoe's nest egg/);
  for (const mark of ["98.76%", "ZQMARKED"]) expect(mail.text).toContain(mark);
}

test("a portfolio and holdings together, somebody else's, or nothing held is refused, and nothing starts", async () => {
  const id = await save();
  const asked = { ...small, ticker: "DEMO", trade_date: day, portfolio: id };
  expect(await post("/analyses", { ...asked, holdings: { currency: "USD", positions: [] } })).toMatchObject({
    status: 422,
    json: { detail: [{ loc: ["body", "portfolio"], msg: expect.stringMatching(/together with holdings/) }] },
  });
  expect((await post("/analyses", asked, { key: bob.key })).status).toBe(404);
  const all = { ...small, budget_usd: "5.00", trade_date: day };
  expect((await post(`/portfolios/${id}/analyses`, all, { key: bob.key })).status).toBe(404);
  expect(await post(`/portfolios/${id}/analyses`, { ...all, trade_date: "2016-03-01" })).toMatchObject({
    status: 400,
    json: { detail: "the portfolio holds nothing on 2016-03-01" },
  });
  expect((await post(`/portfolios/${id}/analyses`, { ...small, trade_date: day })).status).toBe(422);
  expect((await post(`/portfolios/${id}/analyses`, { ...all, budget: "9" })).status).toBe(422);
  expect(
    await fetch(`${door.url}/v1/batches`, {
      method: "POST",
      headers: { "x-api-key": ada.key, "content-type": "application/json" },
      body: JSON.stringify([{ custom_id: "a", request: asked }]),
    }).then(async (response) => (await get(`/batches/${Batch.parse(await response.json()).id}/results`)).text()),
  ).toMatch(/portfolios\/\{portfolio_id\}\/analyses/);
  const onlyRuns = await createKey(systemContext(testApp), {
    owner: ada.owner,
    plan: "elite",
    label: "runs",
    scopes: ["analyses:write", "analyses:read"],
  });
  expect((await post("/analyses", asked, { key: onlyRuns.key })).status).toBe(403);
  expect((await post(`/portfolios/${id}/analyses`, all, { key: onlyRuns.key })).status).toBe(403);
});
