import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { HoldingsOfAnalysis } from "#src/contract/holdings/holdings.ts";
import { UsageReport } from "#src/contract/jobs/jobs.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { exportData } from "#src/product/accounts/account-data.ts";
import { readSharedRun, shareAnalysis } from "#src/product/analyses/reading.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { newUser, userIdOf } from "#tests/support/sign-in.ts";

/* Somebody's holdings go where holdings go. Then everything that anybody else can read is searched for them. */

// Long, with a point: an identifier or a time must not happen to hold one of them.
const marks = ["7319.6428", "ZQMARKED", "556677.8899", "4455.66"];
const holdings = {
  currency: "USD",
  positions: [
    { symbol: "DEMO", quantity: "7319.6428", cost_basis: "556677.8899" },
    { symbol: "ZQMARKED", quantity: "3" },
  ],
  cash: "4455.66",
};

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
    const { key } = await createKey(systemContext(testApp), {
      owner,
      plan: "elite",
      label: "bot",
      scopes: Scope.options,
    });
    return { owner, key };
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

function call(path: string, init: RequestInit = {}, key = ada.key): Promise<Response> {
  return fetch(`${door.url}/v1/analyses${path}`, { ...init, headers: { "x-api-key": key, ...init.headers } });
}

function submit(given: object, idempotencyKey?: string): Promise<Response> {
  const body = { ticker: "DEMO", trade_date: "2018-02-22", analysts: ["market"], max_debate_rounds: 1, ...given };
  const headers = { "content-type": "application/json", ...(idempotencyKey && { "idempotency-key": idempotencyKey }) };
  return call("", { method: "POST", headers, body: JSON.stringify(body) });
}

async function finished(given: object): Promise<Job> {
  const { id } = Job.parse(await (await submit(given)).json());
  return until(`the end of ${id}`, async () => {
    const job = Job.parse(await (await call(`/${id}?wait=5`)).json());
    return job.finished_at === null ? null : job;
  });
}

test("holdings are read back by their owner alone, and are in nothing that others see, keep or log", async () => {
  const job = await finished({ holdings, webhook_url: hook.url });
  const usage = async () =>
    UsageReport.parse(await (await fetch(`${door.url}/v1/usage`, { headers: { "x-api-key": ada.key } })).json());
  const callsOf = ({ by_model: models }: UsageReport): number => models.reduce((sum, { calls }) => sum + calls, 0);
  const used = await usage();
  const plain = await finished({});
  // The run's own usage says nothing of the five calls about holdings; the owner's does.
  const usedSince = callsOf(await usage()) - callsOf(used);
  expect(callsOf(used) - usedSince).toBe(5);
  expect(job.status).toBe("succeeded");
  const { id } = job;

  const read = HoldingsOfAnalysis.parse(await (await call(`/${id}/holdings`)).json());
  expect(read.holdings).toMatchObject(holdings);
  expect(read.for_holdings).toMatchObject({ held: "7319.6428", action: expect.any(String), problem: null });
  const own: Record<string, string> = {};
  for (const file of ["report.md", "report.html", "report.json"])
    own[file] = await (await call(`/${id}/${file}`)).text();
  own["report.pdf"] = readPdf(new Uint8Array(await (await call(`/${id}/report.pdf`)).arrayBuffer())).text;
  for (const [file, text] of Object.entries(own)) {
    expect(text, file).toContain("7319.6428");
    expect(text, file).toMatch(/For your holdings|for_holdings/);
  }
  expect(await (await call(`/${plain.id}/report.md`)).text()).not.toContain("For your holdings");

  const context = customerContext({ ...testApp, actor: { owner: ada.owner, plan: "elite", scopes: Scope.options } });
  const shared = async (one: Job) => {
    const { token } = await shareAnalysis(context, one.id);
    return readSharedRun(systemContext(testApp), token);
  };
  const [withThem, without] = [await shared(job), await shared(plain)];
  await until("the webhook", async () => (hook.heard.length > 0 ? true : null));
  const seen: Record<string, string> = {
    job: JSON.stringify(job),
    list: await (await call("?include=reports")).text(),
    events: await (await call(`/${id}/events`, { headers: { "last-event-id": "0" } })).text(),
    proof: await (await call(`/${id}/proof`)).text(),
    shared: JSON.stringify(withThem),
    webhook: hook.heard.join("\n"),
    requests: await (await fetch(`${door.url}/v1/requests`, { headers: { "x-api-key": ada.key } })).text(),
    database: linesWith(await dumpOf(testApp.db), marks).join("\n"),
    "the door's log": door.logged(),
    "the worker's log": worker.said(),
    bob: await (await call(`/${id}/holdings`, {}, bob.key)).text(),
  };
  for (const [where, text] of Object.entries(seen)) for (const mark of marks) expect(text, where).not.toContain(mark);
  expect((await call(`/${id}/holdings`, {}, bob.key)).status).toBe(404);
  expect(seen["proof"]).toContain("DEMO");
  expect(seen["events"]).toContain('"of":5,"done":5');
  expect(`${seen["shared"]}${seen["proof"]}${seen["webhook"]}`).not.toContain("holdings");

  // The opinion, its reports and its bill are those of any other reader.
  const same = ({ run }: typeof withThem) => ({ result: run.result, usage: run.usage, calls: run.manifest.calls });
  expect(same(withThem)).toEqual(same(without));

  const exported = await exportData(systemContext(testApp), ada.owner);
  for (const mark of marks) expect(exported).toContain(mark);
  expect((await call(`/${id}/holdings`, { method: "DELETE" }, bob.key)).status).toBe(404);
  expect((await call(`/${id}/holdings`, { method: "DELETE" })).status).toBe(204);
  expect((await call(`/${id}/holdings`)).status).toBe(404);
  expect(callsOf(await usage())).toBe(callsOf(used) + usedSince);
  expect(await (await call(`/${id}/report.md`)).text()).not.toContain("7319.6428");
});

test("a rerun takes holdings of its own, and those of the original are not taken over", async () => {
  const { id } = await finished({ holdings });
  const rerun = async (body: object): Promise<Job> => {
    const headers = { "content-type": "application/json" };
    const made = await call(`/${id}/rerun?from=trader`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(made.status).toBe(202);
    return Job.parse(await made.json());
  };
  const [given, none] = [await rerun({ holdings: { currency: "EUR", positions: [] } }), await rerun({})];
  expect((await call(`/${none.id}/holdings`)).status).toBe(404);
  const read = await (await call(`/${given.id}/holdings`)).json();
  expect(HoldingsOfAnalysis.parse(read).holdings).toMatchObject({ currency: "EUR", positions: [] });
  const wrong = await call(`/${id}/rerun?from=trader`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ holdings: { currency: "EUR" } }),
  });
  expect(wrong.status).toBe(422);
});

test("not given, given as nothing, and given otherwise are three submissions under one key", async () => {
  const flat = { currency: "USD", positions: [] };
  expect((await submit({ holdings: flat }, "one")).status).toBe(202);
  const again = await submit({ holdings: { ...flat, cash: "0" } }, "one");
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  expect((await submit({}, "one")).status).toBe(409);
  expect((await submit({ holdings: null }, "one")).status).toBe(409);
  expect((await submit({ holdings }, "one")).status).toBe(409);
  const absent = await submit({}, "two");
  const none = await submit({ holdings: null }, "two");
  expect([absent.status, none.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
});

test("what is wrong with holdings is said where it stands, and not repeated", async () => {
  const positions = [
    { symbol: "ZQMARKED", quantity: "7319.6428" },
    { symbol: "zqmarked", quantity: "1", currency: "euro" },
  ];
  const refused = await submit({ holdings: { currency: "USD", positions, leverage: 3 } });
  const text = await refused.text();
  expect(refused.status).toBe(422);
  expect(text.toUpperCase()).not.toContain("ZQMARKED");
  expect(text).not.toContain("7319.6428");
  const two = await (await submit({ holdings: { currency: "USD", positions } })).json();
  expect(two).toMatchObject({
    detail: [
      {
        loc: ["body", "holdings", "positions", 1, "currency"],
        msg: expect.stringMatching(/should match pattern/),
      },
      { loc: ["body", "holdings", "positions", 1, "symbol"], msg: expect.stringMatching(/positions\[0\]/) },
    ],
  });
});

test.each(["A\u202eB", "A B", "A\u200bB", "Ä"])("%j is no symbol of a position", async (symbol) => {
  const refused = await submit({ holdings: { currency: "USD", positions: [{ symbol, quantity: "1" }] } });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ detail: [{ loc: ["body", "holdings", "positions", 0, "symbol"] }] });
});
