import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { BatchAsked } from "#src/contract/jobs/batches.ts";
import { Scope, type Plan } from "#src/contract/accounts/plans.ts";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import type { Actor } from "#src/product/context.ts";
import { submitBatch } from "#src/product/batches/batches.ts";
import { openDeposit } from "#src/product/deposits/open-deposit.ts";
import { grantPlan } from "#src/product/plans/plans.ts";
import { setRole } from "#src/product/accounts/profile.ts";
import { createKey, listKeys } from "#src/product/keys/keys.ts";
import { createEndpoint } from "#src/product/endpoints/endpoints.ts";
import { createChannel } from "#src/product/channels/channels.ts";
import { stopUrl } from "#src/product/channels/lib/targets.ts";
import { saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { insertTurn, setAnswer } from "#src/product/assistant/queries/conversations.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { newId } from "#src/core/ids.ts";
import { emptyHouseList, newWatchlist, signalEntry } from "#tests/support/signals.ts";
import { createPortfolio } from "#src/product/portfolios/portfolios.ts";
import { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { orderValidity, uploadBacktest } from "#src/product/backtests/backtests.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { shareAnalysis } from "#src/product/analyses/reading.ts";
import {
  actionsOnDisk,
  callAction,
  endpointsOfContract,
  pagesOnDisk,
  startPages,
  type Pages,
} from "#tests/support/built-pages.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { confirmedUser, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { actions } from "#tests/support/authorisation/actions.ts";
import { apple, endpoints } from "#tests/support/authorisation/endpoints.ts";
import { pages, type Seen } from "#tests/support/authorisation/pages.ts";
import { all, roles, type Expected, type Facts, type Role } from "#tests/support/authorisation/roles.ts";
import { testSecret } from "#tests/support/database.ts";
import { logRequest } from "#tests/support/logged-request.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let rendering: Pages | null = null;
/** Behind a proxy, so that each role may come from a network of its own. */
let door: FrontDoor;
/** The one with pages: of a service on its own machine, whose mailbox and sandbox are there to be seen. */
let paged: FrontDoor;
const browsers = new Map<Role, Browser>();
const keys = new Map<Role, string>();
let accountOfOwner: string;
let keptPortfolio = "";
let signal: string;
let shared: string;
let analysis: string;
let finished: string;
let deposit: string;
let backtest: string;
let ownChannel = "";
let request = "";
let ownEndpoint = "";
let waitingBatch: string | null = null;

beforeAll(async () => {
  testApp = await openTestApp();
  rendering = await startPages(testApp);
  const { url: webUrl } = rendering;
  paged = await testApp.open({ access: { open: false, loopback: true }, webUrl });
  door = await openDoor();
  browsers.set("signedOut", openBrowser(door.url));
  for (const role of roles.filter((each) => each !== "signedOut")) {
    const browser = await confirmedUser(testApp, door, `${role.toLowerCase()}@example.test`);
    browsers.set(role, browser);
    const owner = await userIdOf(browser);
    const { key } = await createKey(room(), {
      owner,
      plan: null,
      label: role,
      scopes: Scope.options,
    });
    keys.set(role, key);
    const plan = planOf[role];
    if (plan !== null) await grantPlan(room(), { owner, plan, days: 30 });
    if (role === "admin") {
      await setRole(room(), { email: "admin@example.test", role: "admin" });
      // With a second factor, and a sign-in that is fresh for as long as the tables take.
      await testApp.db.pool.query("update users set two_factor_enabled = true where id = $1", [owner]);
      await testApp.db.pool.query(
        "update sessions set created_at = created_at + interval '1 hour' where user_id = $1",
        [owner],
      );
    }
    if (role === "owner") accountOfOwner = owner;
  }
  analysis = await submit();
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  finished = await submit();
  await succeed(testApp, finished);
  shared = `/shared/${(await shareAnalysis(customerContext({ ...room(), actor }), finished)).token}`;
  deposit = await openAtSandbox(actor);
  backtest = await bring();
  await orderValidity(customerContext({ ...room(), actor }), backtest);
  await emptyHouseList(testApp);
  const entry = signalEntry("AAPL", "Buy");
  const list = await newWatchlist(testApp, accountOfOwner);
  await testApp.db.transaction((tx) => appendEntry(tx, list, entry, systemClock.now()));
  signal = entry.id;
  keptPortfolio = await newPortfolio();
  ownChannel = await newChannel();
  ownEndpoint = await newEndpoint();
  request = await logRequest(testApp.db, accountOfOwner);
}, startPatienceMs);

const openDoor = (): Promise<FrontDoor> =>
  testApp.open({
    access: { open: false, loopback: true },
    surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
  });

/** Rows between which requests are counted anew, by another front door: a minute of Free is not enough for all of them. */
const rowsOfDoor = 20;
let rowsAsked = 0;

/** A backtest of the owner's. */
async function bring(): Promise<string> {
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  return uploadBacktest(
    customerContext({ ...room(), actor }),
    new TextEncoder().encode(JSON.stringify(await smallResult())),
  );
}

/** A batch of the owner's, which waits: no worker serves this test service. */
async function submitOne(): Promise<string> {
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  const asked = BatchAsked.parse(apple());
  const lines = [{ line: 1, customId: "one", asked }];
  const { batch } = await submitBatch(customerContext({ ...room(), actor }), {
    lines,
    budgetUsd: null,
    idempotencyKey: null,
  });
  return batch.id;
}

/** A webhook of the owner's. */
async function newEndpoint(): Promise<string> {
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  await testApp.db.pool.query("delete from channels where owner = $1 and kind = 'endpoint' and id <> $2", [
    accountOfOwner,
    ownEndpoint,
  ]);
  const wanted = { url: "https://hooks.example/all", name: "mine", events: ["batch.finished" as const] };
  return (await createEndpoint(customerContext({ ...room(), actor }), { wanted, by: null })).id;
}

afterAll(async () => {
  rendering?.stop();
  await testApp.drop();
});

const planOf = {
  signedOut: null,
  other: "signals",
  noPlan: null,
  plan: "elite",
  admin: null,
  owner: "elite",
} as const satisfies Expected<Plan | null>;

const room = () => systemContext(testApp);

function browserOf(role: Role): Browser {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`nobody plays ${role}`);
  return browser;
}

/** An analysis of the owner's, which waits: no worker serves this test service. */
async function submit(): Promise<string> {
  const answer = await fetch(`${door.url}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": keys.get("owner") ?? "" },
    body: JSON.stringify(apple()),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

const review = "rev_ofthetable";

/** A deposit of the owner's that waits for its payment, with something to look at. @returns its id */
async function openAtSandbox(actor: Actor): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "conclave-table-"));
  const paymentGateway = composePaymentGateway(room(), readSettings({ CONCLAVE_HOME: home }));
  await rm(home, { recursive: true });
  const order = {
    paymentGateway,
    amountMinor: 2500,
    processor: "sandbox",
    currency: "btc",
    idempotencyKey: "the-table",
  } as const;
  const { id } = await openDeposit(customerContext({ ...room(), actor }), order);
  await testApp.db.pool.query(
    `insert into deposit_reviews (id, deposit_id, kind, detail, seen, received, opened_at)
     values ($1, $2, 'partial', 'less came', 'the table', 1000, now())`,
    [review, id],
  );
  return id;
}

function facts(): Facts {
  return {
    analysis,
    finished,
    shared,
    account: accountOfOwner,
    signal,
    keptPortfolio,
    portfolio: newPortfolio,
    watchlist: () => newWatchlist(testApp, accountOfOwner),
    turn: async () => (await askTheAssistant()).turn,
    conversation: async () => (await askTheAssistant()).conversation,
    backtest,
    anotherBacktest: bring,
    batch: async () => (waitingBatch ??= await submitOne()),
    deposit,
    review,
    waiting: submit,
    key: newKey,
    modelKey: newModelKey,
    channel: newChannel,
    request,
    ownEndpoint,
    endpoint: newEndpoint,
    ownChannel,
    stopLink: new URL(stopUrl({ secret: testSecret }, "http://localhost", ownChannel)).pathname,
    session: newSession,
  };
}

async function newPortfolio(): Promise<string> {
  await testApp.db.pool.query("delete from portfolios where owner = $1 and id <> $2", [accountOfOwner, keptPortfolio]);
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  const body = PortfolioBody.parse({
    name: "Mine",
    currency: "USD",
    lots: [{ symbol: "DEMO", quantity: "1", acquired: "2017-03-01" }],
  });
  const ctx = customerContext({ ...room(), actor });
  return (await createPortfolio(ctx, { body, idempotencyKey: null })).portfolio.id;
}

async function newChannel(): Promise<string> {
  await testApp.db.pool.query("delete from channels where owner = $1 and id <> $2 and kind <> 'endpoint'", [
    accountOfOwner,
    ownChannel,
  ]);
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  const by = { confirmedAt: systemClock.now(), origin: "http://localhost" };
  const wanted = { kind: "webhook", name: "of the table", url: "https://hooks.example/table" } as const;
  return (await createChannel(customerContext({ ...room(), actor }), { by, wanted })).id;
}

async function newKey(): Promise<string> {
  const owner = accountOfOwner;
  await createKey(room(), { owner, plan: null, label: "to end", scopes: ["analyses:read"] });
  return (await listKeys(room(), owner)).findLast(({ label }) => label === "to end")?.id ?? "";
}

async function newModelKey(): Promise<string> {
  const actor = { owner: accountOfOwner, plan: "elite", scopes: Scope.options } as const;
  const given = { provider: "openai", key: "sk-of-the-table-0123456789", probe: accepts } as const;
  await saveModelKey(customerContext({ ...room(), actor }), given);
  return given.provider;
}

const accepts = () => Promise.resolve({ kind: "accepted" } as const);

/** A question of the owner's in a conversation of its own, and its answer. */
async function askTheAssistant(): Promise<{ conversation: string; turn: string }> {
  const [conversation, turn] = [newId("talk"), newId("turn")];
  const asked = { id: turn, owner: accountOfOwner, conversation, question: "What is REVIEW?", at: systemClock.now() };
  await testApp.db.transaction((tx) => insertTurn(tx, asked));
  await setAnswer(testApp.db.sql, turn, { kind: "refused", note: null, claims: [], links: [] }, systemClock.now());
  return { conversation, turn };
}

/** Another of the owner's. */
async function newSession(): Promise<string> {
  const browser = openBrowser(door.url);
  if ((await signIn(browser, "owner@example.test")) !== 200) throw new Error("the owner cannot sign in");
  const { body } = await browser.get("/api/auth/session");
  return z.object({ session: z.object({ id: z.string() }) }).parse(body).session.id;
}

/** What all tables hold, by table, but those of limits and those that are written a moment after an answer. */
async function contents({ db }: TestApp): Promise<unknown> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name !~ '_limits$' and table_name <> 'api_requests'",
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t`,
  );
  return (await db.pool.query(`${each.join(" union all ")} order by name`)).rows;
}

async function byRole<T>(
  ask: (role: Role) => Promise<T>,
  each: readonly Role[] = roles,
): Promise<Partial<Record<Role, T>>> {
  const seen: Partial<Record<Role, T>> = {};
  for (const role of each) seen[role] = await ask(role);
  return seen;
}

describe("the table names all there is", () => {
  test("pages", () => expect(Object.keys(pages).toSorted()).toEqual(pagesOnDisk()));
  test("actions", () => expect(Object.keys(actions).toSorted()).toEqual(actionsOnDisk()));
  test("endpoints", () => expect(Object.keys(endpoints).toSorted()).toEqual(endpointsOfContract()));
});

describe("pages", () => {
  test.each(Object.entries(pages))("%s", async (path, [expected, at]) => {
    const where = at?.(facts()) ?? path;
    const seen = await byRole(async (role): Promise<Seen | string> => {
      const { status, headers, text } = await browserOf(role).get(`${paged.url}${where}`, {
        headers: { accept: "text/html" },
      });
      const to = headers.get("location");
      if (to !== null) return to.startsWith("/sign-in?next=") ? "sign in" : "away";
      // Behind a loading state the status is sent before the page is known: then the page's HTML says so.
      if (status === 404 || text.includes("NEXT_HTTP_ERROR_FALLBACK;404")) return "absent";
      return status === 200 ? "page" : `status ${status}`;
    });
    expect(seen).toEqual(expected);
  });

  test("who has no business in the administration gets a status that says so", async () => {
    for (const path of ["/admin", "/admin/accounts", "/admin/jobs"])
      expect((await browserOf("plan").get(`${paged.url}${path}`)).status).toBe(404);
  });
});

test("the files of a backtest are its owner's alone", async () => {
  for (const file of ["result.json", "report.md", "equity.csv", "trades.csv", "other.json"]) {
    const seen = await byRole(async (role) => {
      const { status, headers } = await browserOf(role).get(`${paged.url}/backtests/${backtest}/${file}`);
      return headers.get("location")?.startsWith("/sign-in?next=") === true ? "sign in" : status;
    });
    // What was brought has no trades.
    const own = file === "trades.csv" || file === "other.json" ? 404 : 200;
    expect(seen, file).toEqual(all<string | number>(404, { signedOut: "sign in", owner: own }));
  }
});

describe("actions", () => {
  test.each(Object.entries(actions))("%s", async (name, [expected, given]) => {
    const built = rendering?.actions.get(name);
    if (built === undefined) throw new Error(`no page uses ${name}`);
    const args = await given(facts());
    const ask = async (role: Role) => {
      const answer = await callAction(paged.url, browserOf(role), built, args);
      return answer.ok ? "done" : answer.kind;
    };
    const may = roles.filter((role) => expected[role] === "done");
    const before = await contents(testApp);
    const refused = await byRole(
      ask,
      roles.filter((role) => !may.includes(role)),
    );
    expect(await contents(testApp), "who was refused has changed nothing").toEqual(before);
    const seen = { ...refused, ...(await byRole(ask, may)) };
    expect(seen).toEqual(expected);
  });
});

describe("endpoints", () => {
  const rows = Object.entries(endpoints).flatMap(([name, of]) => of.map((row) => ({ name, by: row.by, row })));
  test.each(rows)("$name by $by", async ({ name, row }) => {
    rowsAsked += 1;
    if (rowsAsked % rowsOfDoor === 0) {
      door = await openDoor();
      await testApp.db.pool.query("delete from auth_limits where key like 'minute %'");
    }
    const [method = "", template = ""] = name.split(" ");
    const path = (await row.path?.(facts())) ?? template;
    const json = await row.json?.(facts());
    const seen = await byRole(async (role) => {
      const { cookies } = browserOf(role);
      const key = keys.get(role);
      const answer = await fetch(`${door.url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(method !== "GET" && row.by === "cookie" && { origin: door.url }),
          ...(row.by === "key" && key !== undefined && { "x-api-key": key }),
          ...(row.by === "cookie" && { cookie: [...cookies].map(([one, value]) => `${one}=${value}`).join("; ") }),
          ...(json !== undefined && { "content-type": "application/json" }),
          // Each at a network of their own, or one would use up what another may.
          "x-forwarded-for": `192.0.2.${roles.indexOf(role) + 1}`,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      // A stream would never end.
      await answer.body?.cancel();
      return answer.status;
    });
    expect(seen).toEqual(row.expected);
  });
});
