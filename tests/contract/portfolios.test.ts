import { afterAll, beforeAll, expect, test } from "vitest";
import { portfolioLimits, type Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { exportData } from "#src/product/accounts/account-data.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

/* Portfolios as their owners keep them. What they are worth stands in portfolio-valuation.test.ts. */

let testApp: TestApp;
let door: FrontDoor;
let ann: string;
let bob: string;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  [ann, bob] = await Promise.all([testApp.newKey("ann"), testApp.newKey("bob")]);
});
afterAll(() => testApp.drop());

const marks = ["7319.6428", "ZQMARKED", "4455.66", "Oma Zoe's nest egg"];
const marked = {
  name: "Oma Zoe's nest egg",
  currency: "USD",
  cash: "4455.66",
  lots: [
    { symbol: "DEMO", quantity: "7319.6428", cost_per_unit: "55.20", acquired: "2017-03-01" },
    { symbol: "ZQMARKED", quantity: "3", acquired: "2018-01-02", note: "from Oma" },
  ],
};

interface Asked {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(method: string, path: string, { key = ann, body, headers = {} }: Asked = {}) {
  const response = await fetch(`${door.url}/v1/portfolios${path}`, {
    method,
    headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
}

async function made(body: object = marked, key = ann): Promise<Portfolio> {
  const { status, json, text } = await ask("POST", "", { key, body });
  expect(status, text).toBe(201);
  return json;
}

test("a portfolio is kept, read, changed and deleted by its owner alone", async () => {
  const portfolio = await made();
  const { id } = portfolio;
  expect(portfolio).toMatchObject({
    ...marked,
    version: 1,
    lots: [
      { ...marked.lots[0], currency: null, note: null },
      { ...marked.lots[1], cost_per_unit: null },
    ],
    limits: { largest_position_pct: null, largest_loss_pct: null, no_shorts: false },
    horizon_days: null,
  });
  expect((await ask("GET", `/${id}`)).json).toEqual(portfolio);
  expect((await ask("GET", "")).json.data).toContainEqual(portfolio);
  expect((await ask("GET", "", { key: bob })).json).toEqual({ data: [] });
  for (const [method, body] of [["GET"], ["DELETE"], ["PUT", { ...marked, version: 1 }]] as const)
    expect([method, (await ask(method, `/${id}`, { key: bob, body })).status]).toEqual([method, 404]);

  const { json: changed } = await ask("PUT", `/${id}`, { body: { ...marked, name: "Rest", lots: [], version: 1 } });
  expect(changed).toMatchObject({ id, version: 2, name: "Rest", lots: [], created_at: portfolio.created_at });
  expect((await ask("DELETE", `/${id}`)).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await ask(method, `/${id}`)).status).toBe(404);
});

test("of two who change it at once one wins, and the other is told", async () => {
  const { id } = await made();
  const answers = await Promise.all(
    ["A", "B"].map((name) => ask("PUT", `/${id}`, { body: { ...marked, name, version: 1 } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.json;
  expect((await ask("GET", `/${id}`)).json).toEqual(won);
  expect(won.version).toBe(2);
});

test("an idempotency key makes one portfolio, also at once, and stands for one body", async () => {
  const headers = { "idempotency-key": "same" };
  const twice = await Promise.all([1, 2].map(() => ask("POST", "", { body: marked, headers })));
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = twice.map(({ json }) => json.id);
  expect(second).toBe(first);
  expect((await ask("POST", "", { body: { ...marked, cash: "1" }, headers })).status).toBe(409);
  await ask("PUT", `/${first}`, { body: { ...marked, name: "Changed", version: 1 } });
  const again = await ask("POST", "", { body: marked, headers });
  expect([again.status, again.json.name, again.headers.get("idempotent-replayed")]).toEqual([201, "Changed", "true"]);
  await ask("DELETE", `/${first}`);
  expect(await ask("POST", "", { body: marked, headers })).toMatchObject({
    status: 409,
    json: { detail: expect.stringMatching(/deleted/) },
  });
});

const lot = { symbol: "DEMO", quantity: "1", acquired: "2019-03-01" };
test.each([
  ["a stray field", { leverage: 3 }, []],
  ["a stray field of a lot", { lots: [{ ...lot, strike: 5 }] }, ["lots", 0]],
  ["a quantity of zero", { lots: [{ ...lot, quantity: "0.00" }] }, ["lots", 0, "quantity"]],
  ["a quantity as a number", { lots: [{ ...lot, quantity: 5 }] }, ["lots", 0, "quantity"]],
  ["infinity", { lots: [{ ...lot, quantity: "Infinity" }] }, ["lots", 0, "quantity"]],
  ["an exponent", { lots: [{ ...lot, quantity: "1e9" }] }, ["lots", 0, "quantity"]],
  ["a negative cost", { lots: [{ ...lot, cost_per_unit: "-1" }] }, ["lots", 0, "cost_per_unit"]],
  ["a day that is none", { lots: [{ ...lot, acquired: "2019-02-30" }] }, ["lots", 0, "acquired"]],
  ["a day long ago", { lots: [{ ...lot, acquired: "0001-01-01" }] }, ["lots", 0, "acquired"]],
  ["a day to come", { lots: [lot, { ...lot, acquired: "2999-01-01" }] }, ["lots.1.acquired"]],
  ["a symbol turned around", { lots: [{ ...lot, symbol: "A\u202eB" }] }, ["lots", 0, "symbol"]],
  ["a symbol with a NUL", { lots: [{ ...lot, symbol: "A\u0000" }] }, ["lots", 0, "symbol"]],
  ["a note with a NUL", { lots: [{ ...lot, note: "ZQMARKED\u0000" }] }, ["lots", 0, "note"]],
  ["a name of spaces", { name: " \u200b " }, ["name"]],
  ["half a character", { name: "\ud800" }, ["name"]],
  ["a currency in words", { currency: "dollars" }, ["currency"]],
  ["no lots", { lots: null }, ["lots"]],
  ["too many lots", { lots: Array.from({ length: portfolioLimits.lots + 1 }, () => lot) }, ["lots"]],
  [
    "too many symbols",
    { lots: Array.from({ length: portfolioLimits.symbols + 1 }, (_, n) => ({ ...lot, symbol: `S${n}` })) },
    ["lots"],
  ],
  ["a limit of nothing", { limits: { largest_position_pct: 0 } }, ["limits", "largest_position_pct"]],
])("%s is refused where it stands, and not repeated", async (_what, wrong, loc) => {
  const { status, json, text } = await ask("POST", "", { body: { ...marked, ...wrong } });
  expect(status, text).toBe(422);
  expect(json.detail).toContainEqual(expect.objectContaining({ loc: ["body", ...loc], msg: expect.any(String) }));
  for (const mark of marks) expect(text).not.toContain(mark);
});

test("an account has so many portfolios and no more, also when asked at once", async () => {
  const key = await testApp.newKey("carol");
  const body = { name: "One", currency: "EUR", lots: [] };
  const answers = await Promise.all(
    Array.from({ length: portfolioLimits.portfolios + 3 }, () => ask("POST", "", { key, body })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(portfolioLimits.portfolios);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    json: { detail: expect.stringMatching(/at most 20 portfolios/) },
  });
});

test("a key without the scope reads and changes nothing", async () => {
  const { id } = await made();
  const reads = await testApp.newKey("ann", { scopes: ["portfolios:read"] });
  const others = await testApp.newKey("ann", { scopes: ["analyses:read", "analyses:write"] });
  expect((await ask("GET", `/${id}`, { key: reads })).status).toBe(200);
  expect((await ask("DELETE", `/${id}`, { key: reads })).status).toBe(403);
  expect((await ask("POST", "", { key: reads, body: marked })).status).toBe(403);
  for (const path of ["", `/${id}`]) expect((await ask("GET", path, { key: others })).status).toBe(403);
});

test("a valuation has the splits and dividends of its day, and says which days it can be asked for", async () => {
  const { id } = await made();
  const at = async (query: string) => (await ask("GET", `/${id}/valuation?${query}`)).json;
  const [before, after] = [await at("as_of=2018-06-08&from=2018-06-01"), await at("as_of=2018-06-11")];
  expect(before).toMatchObject({ portfolio_id: id, date: "2018-06-08", currency: "USD", cash: "4455.66" });
  expect(before.positions).toMatchObject([
    { symbol: "DEMO", quantity: "7319.6428", splits: [] },
    { symbol: "ZQMARKED" },
  ]);
  expect(after.positions[0]).toMatchObject({ quantity: "14639.2856", splits: [{ ex_date: "2018-06-11", ratio: 2 }] });
  expect(before.days.map(({ date }: { date: string }) => date)).toEqual([
    "2018-06-01",
    "2018-06-04",
    "2018-06-05",
    "2018-06-06",
    "2018-06-07",
    "2018-06-08",
  ]);
  expect(before.missing).toContainEqual({ symbol: "ZQMARKED", reason: expect.stringMatching(/no price was found/) });
  expect(before.beta).toMatchObject({ benchmark: "^GSPC", value: expect.any(Number), symbols: ["DEMO"] });
  for (const query of ["as_of=2999-01-01", "as_of=2018-06-08&from=2018-06-09", "as_of=2018-06-08&from=1950-01-01"])
    expect([query, (await ask("GET", `/${id}/valuation?${query}`)).status]).toEqual([query, 400]);
  expect((await ask("GET", `/${id}/valuation?as_of=yesterday`)).status).toBe(422);
  expect((await ask("GET", `/${id}/valuation`, { key: bob })).status).toBe(404);
});

test("nothing of a portfolio stands open in the database, a log or the request log, and the export has it", async () => {
  const portfolio = await made(marked, bob);
  await ask("PUT", `/${portfolio.id}`, { key: bob, body: { ...marked, version: 1 } });
  await ask("POST", "", { key: bob, body: { ...marked, symbols: marks } });
  await ask("POST", "", { key: bob, body: JSON.stringify(marked).slice(0, -1) });
  const requests = await expect
    .poll(async () => (await fetch(`${door.url}/v1/requests?limit=100`, { headers: { "x-api-key": bob } })).text())
    .toContain(`/v1/portfolios/${portfolio.id}`)
    .then(async () => (await fetch(`${door.url}/v1/requests?limit=100`, { headers: { "x-api-key": bob } })).text());
  const database = linesWith(await dumpOf(testApp.db), marks).join("\n");
  for (const mark of marks)
    for (const [where, text] of Object.entries({ requests, database, log: door.logged() }))
      expect(text, where).not.toContain(mark);
  const exported = await exportData(systemContext(testApp), "bob");
  for (const mark of marks) expect(exported).toContain(mark);
});

test("a bound that is no value itself is said to be one", async () => {
  const { status, text } = await ask("POST", "", { body: { ...marked, alerts: { day_change_pct: 0 } } });
  expect(status).toBe(422);
  expect(JSON.parse(text)).toEqual({
    detail: [
      {
        type: "greater_than",
        loc: ["body", "alerts", "day_change_pct"],
        msg: "Input should be greater than 0",
        ctx: { gt: 0 },
      },
    ],
  });
});
