import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Plan } from "#src/contract/plans.ts";
import { composeTill } from "#src/compose/compose-till.ts";
import { systemClock } from "#src/platform/clock.ts";
import { readSettings } from "#src/platform/config.ts";
import type { Actor } from "#src/services/context.ts";
import { openDeposit } from "#src/services/deposits/open-deposit.ts";
import { grantPlan } from "#src/services/plans/grant-plan.ts";
import { setRole } from "#src/services/accounts/set-role.ts";
import { createKey } from "#src/services/keys/create-key.ts";
import { listKeys } from "#src/services/keys/list-keys.ts";
import { insertTurn, setAnswer } from "#src/db/queries/conversations.ts";
import { appendEntry } from "#src/db/queries/signals.ts";
import { newId } from "#src/platform/ids.ts";
import { emptyHouseList, newWatchlist, signalEntry } from "#tests/support/signals.ts";
import { uploadBacktest } from "#src/services/backtests/upload-backtest.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { shareAnalysis } from "#src/services/analyses/share-analysis.ts";
import {
  actionsOnDisk,
  callAction,
  endpointsOfContract,
  pagesOnDisk,
  startPages,
  type Pages,
} from "#tests/support/authorisation.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openHouse, type FrontDoor, type House } from "#tests/support/front-door.ts";
import { confirmedUser, signIn, userIdOf } from "#tests/support/sign-in.ts";

/**
 * Who asks. `owner` has Elite and all that the rows below name; `other` has Signals, `plan` Elite, `noPlan` and `admin`
 * Free; these four own no analysis, key or deposit.
 */
const roles = ["signedOut", "other", "noPlan", "plan", "admin", "owner"] as const;
type Role = (typeof roles)[number];
type Expected<T> = Readonly<Record<Role, T>>;

/** What the rows name. */
interface Facts {
  readonly analysis: string;
  readonly shared: string;
  readonly account: string;
  /** Nothing has come for it; the review of it is open. */
  readonly deposit: string;
  readonly review: string;
  /** These are made for the row, which may end them. */
  readonly waiting: () => Promise<string>;
  readonly key: () => Promise<string>;
  readonly session: () => Promise<string>;
  /** An answer of the assistant's to the owner, and a conversation with it that the row may end. */
  readonly turn: () => Promise<string>;
  readonly conversation: () => Promise<string>;
  /** On a list of the owner's own. */
  readonly signal: string;
  readonly watchlist: () => Promise<string>;
  /** The owner's, brought from elsewhere; and one more, which its row may end. */
  readonly backtest: string;
  readonly anotherBacktest: () => Promise<string>;
}

function all<T>(value: T, except: Partial<Expected<T>> = {}): Expected<T> {
  const same = { signedOut: value, other: value, noPlan: value, plan: value, admin: value, owner: value };
  return { ...same, ...except };
}

// --- Pages ---------------------------------------------------------------------------------------------------------

/** `absent` is the page that says so; `away`: somebody who is signed in has no business there. */
type Seen = "page" | "sign in" | "absent" | "away";
const anybody = all<Seen>("page");
const signedIn = all<Seen>("page", { signedOut: "sign in" });
const guests = all<Seen>("away", { signedOut: "page" });
const admins = all<Seen>("absent", { signedOut: "sign in", admin: "page" });
const owners = all<Seen>("absent", { signedOut: "sign in", owner: "page" });

const pages: Readonly<Record<string, readonly [Expected<Seen>, ((facts: Facts) => string)?]>> = {
  "/": [anybody],
  "/pricing": [anybody],
  "/help": [anybody],
  "/shared/[token]": [anybody, ({ shared }) => shared],
  "/sign-in": [guests],
  "/sign-up": [guests],
  "/verify": [guests],
  "/magic-link": [guests],
  "/two-factor": [guests],
  "/forgot": [anybody],
  "/reset": [anybody],
  "/dev/mail": [anybody],
  "/dev/pay": [signedIn],
  "/dashboard": [signedIn],
  "/track-record": [anybody],
  "/blog": [anybody],
  "/blog/[slug]": [anybody, () => "/blog/review-is-not-hold"],
  "/help/[slug]": [anybody, () => "/help/notifications"],
  "/signals": [signedIn],
  "/signals/lists": [signedIn],
  "/signals/[id]": [owners, ({ signal }) => `/signals/${signal}`],
  // Its run is not kept in this house: to the owner the report is not there either.
  "/signals/[id]/report": [all<Seen>("absent", { signedOut: "sign in" }), ({ signal }) => `/signals/${signal}/report`],
  "/analyses": [signedIn],
  "/analyses/new": [signedIn],
  "/analyses/compare": [signedIn],
  "/analyses/[id]": [owners, ({ analysis }) => `/analyses/${analysis}`],
  "/backtests": [signedIn],
  "/backtests/[id]": [owners, ({ backtest }) => `/backtests/${backtest}`],
  "/keys": [signedIn],
  "/webhooks": [signedIn],
  "/billing": [signedIn],
  "/deposits": [signedIn],
  "/deposits/[id]": [owners, ({ deposit }) => `/deposits/${deposit}`],
  "/referrals": [signedIn],
  "/settings": [signedIn],
  "/settings/security": [signedIn],
  "/settings/notifications": [signedIn],
  "/settings/data": [signedIn],
  "/admin": [admins],
  "/admin/accounts": [admins],
  "/admin/accounts/[id]": [admins, ({ account }) => `/admin/accounts/${account}`],
  "/admin/jobs": [admins],
  "/admin/deposits": [admins],
  "/admin/deposits/[id]": [admins, ({ review }) => `/admin/deposits/${review}`],
  "/admin/reconciliation": [admins],
};

// --- Actions -------------------------------------------------------------------------------------------------------

/** `done` is also a refusal of what was typed: the action went as far as to look at it. */
type Acted = "done" | "sign in" | "admins only" | "not there";
const user = all<Acted>("done", { signedOut: "sign in" });
const admin = all<Acted>("admins only", { signedOut: "sign in", admin: "done" });
const own = all<Acted>("not there", { signedOut: "sign in", owner: "done" });

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

type Args = FormData | readonly unknown[];
type Given = (facts: Facts) => Args | Promise<Args>;

/** In this order: the owner comes last, and what ends something stands at the end. */
const actions: Readonly<Record<string, readonly [Expected<Acted>, Given]>> = {
  "account.saveName": [user, () => form({ name: "Ada" })],
  "account.uploadAvatar": [user, () => form({ picture: "" })],
  "account.clearAvatar": [user, () => []],
  "account.saveNotifications": [user, () => form({ sign_in: "on" })],
  "account.exportAccount": [user, () => []],
  "account.deleteMyAccount": [user, () => form({ confirmation: "not the address", password: "" })],
  "keys.makeKey": [user, () => form({ label: "by the table", scopes: "analyses:read" })],
  "signals.keepWatchlist": [
    user,
    () => form({ id: "", name: "", stocks: "", coins: "", schedule: "close", runs: "1" }),
  ],
  "signals.keepAlerts": [user, () => form({ webhook_url: "", symbols: "" })],
  "signals.endWatchlist": [own, async ({ watchlist }) => [await watchlist()]],
  // Of another's conversation nothing is shown: it is as empty as one that never was.
  "assistant.conversations": [user, () => []],
  "assistant.conversation": [user, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversation": [own, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversations": [user, () => []],
  "assistant.rateAnswer": [own, async ({ turn }) => [await turn(), "up"]],
  "assistant.citedPassage": [user, () => ["help/none"]],
  "keys.endKey": [own, async ({ key }) => [await key()]],
  "billing.quote": [user, () => ["elite"]],
  "billing.buy": [user, () => [{ plan: "elite", key: "0b0f2d1e-5d0c-4c43-8f55-1d2a3b4c5d6e" }]],
  "billing.setRenewal": [user, () => [true]],
  "analyses.startAnalysis": [user, () => form({ ticker: "" })],
  "analyses.startSharing": [own, async ({ waiting }) => [await waiting()]],
  "analyses.stopSharing": [own, async ({ waiting }) => [await waiting()]],
  "analyses.stopAnalysis": [own, async ({ waiting }) => [await waiting()]],
  "backtests.askEstimate": [user, () => form({ symbols: "" })],
  "backtests.orderBacktest": [user, () => form({ symbols: "" })],
  "backtests.bringBacktest": [user, () => form({ result: "" })],
  "backtests.stopBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "backtests.dropBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "deposits.startDeposit": [user, () => form({ amount: "" })],
  "deposits.playPayer": [user, () => [{ paymentId: "" }]],
  "admin.grantMoney": [admin, ({ account }) => form({ account, amount: "1.00", reason: "the table" })],
  "admin.grantPlanTo": [admin, ({ account }) => form({ account, plan: "elite", days: "9", reason: "the table" })],
  "admin.setRoleOf": [admin, ({ account }) => form({ account, role: "user", reason: "the table" })],
  "admin.cancelJob": [admin, async ({ waiting }) => form({ analysis: await waiting(), reason: "the table" })],
  "admin-deposits.resolveDepositReview": [admin, () => form({ id: "" })],
  "admin-deposits.takeBackDeposit": [admin, () => form({ id: "" })],
  "admin-deposits.reconcileNow": [admin, () => []],
  "account.endSession": [own, async ({ session }) => [await session()]],
  "account.endOtherSessions": [user, () => []],
};

// --- Endpoints -----------------------------------------------------------------------------------------------------

/** Statuses by who asks. */
const open = all(200);
/** With an API key of the role: only Elite has the API. */
const keyed = all(403, { signedOut: 401, plan: 200, owner: 200 });
const keyedOwn = { ...keyed, plan: 404 };
const cookied = all(200, { signedOut: 401 });
const cookiedOwn = all(404, { signedOut: 401, owner: 200 });
/** Nothing is opened by a session here. */
const keyOnly = all(401);
const session = all(200, { signedOut: 401 });
/** Refused for what was sent, and not for who sent it; one who is signed out comes no further than that. */
const refused = (status: number) => all(status, { signedOut: 401 });

interface Row {
  readonly by: "key" | "cookie";
  readonly expected: Expected<number>;
  readonly path?: (facts: Facts) => string | Promise<string>;
  readonly json?: (facts: Facts) => object | Promise<object>;
}

const job = ({ analysis }: Facts): string => `/v1/analyses/${analysis}`;
const apple = (): object => ({ ticker: "AAPL", trade_date: "2025-06-02", asset_type: "stock" });
const question = { id: "the-table", messages: [{ role: "user", parts: [{ type: "text", text: "What is REVIEW?" }] }] };
const wrongPassword = { password: "not the password" };

const both = (
  byKey: Expected<number>,
  byCookie: Expected<number>,
  path?: Row["path"],
  json?: Row["json"],
): readonly Row[] =>
  [["key", byKey] as const, ["cookie", byCookie] as const].map(([by, expected]) => ({
    by,
    expected,
    ...(path !== undefined && { path }),
    ...(json !== undefined && { json }),
  }));

const cookie = (expected: Expected<number>, json?: object, path?: string): readonly Row[] => [
  {
    by: "cookie",
    expected,
    ...(json !== undefined && { json: () => json }),
    ...(path !== undefined && { path: () => path }),
  },
];

const endpoints: Readonly<Record<string, readonly Row[]>> = {
  "POST /v1/analyses": both({ ...keyed, plan: 202, owner: 202 }, keyOnly, undefined, apple),
  "GET /v1/analyses": both(keyed, cookied),
  "GET /v1/analyses/{job_id}": both(keyedOwn, cookiedOwn, job),
  "GET /v1/analyses/{job_id}/events": both(keyedOwn, cookiedOwn, (facts) => `${job(facts)}/events`),
  "GET /v1/analyses/{job_id}/report.md": both(
    { ...keyedOwn, owner: 409 },
    { ...cookiedOwn, owner: 409 },
    (facts) => `${job(facts)}/report.md`,
  ),
  "GET /v1/analyses/{job_id}/report.html": both(
    { ...keyedOwn, owner: 409 },
    { ...cookiedOwn, owner: 409 },
    (facts) => `${job(facts)}/report.html`,
  ),
  "GET /v1/analyses/{job_id}/report.json": both(
    { ...keyedOwn, owner: 409 },
    { ...cookiedOwn, owner: 409 },
    (facts) => `${job(facts)}/report.json`,
  ),
  "GET /v1/analyses/{job_id}/report.pdf": both(
    { ...keyedOwn, owner: 409 },
    { ...cookiedOwn, owner: 409 },
    (facts) => `${job(facts)}/report.pdf`,
  ),
  "GET /v1/usage": both(keyed, cookied),
  "GET /v1/config": both(keyed, cookied),
  "DELETE /v1/analyses/{job_id}": both(keyedOwn, cookiedOwn, async ({ waiting }) => `/v1/analyses/${await waiting()}`),
  "GET /api/health": cookie(open),
  "GET /ref/{code}": cookie(all(302), undefined, "/ref/abcd2345"),
  "GET /api/avatar": cookie(session),
  // No processor is set up in this house. What opens it is a signature, which the tests of the callbacks try.
  "POST /api/deposit/ipn": cookie(all(503), {}),
  "GET /api/deposit/stream": cookie(session),
  "GET /api/signal-engine/stream": cookie({ ...all(403), signedOut: 401, other: 200, plan: 200, owner: 200 }),
  "GET /api/deposit/{deposit_id}/receipt.pdf": [
    {
      by: "cookie",
      expected: { ...cookiedOwn, owner: 409 },
      path: ({ deposit }) => `/api/deposit/${deposit}/receipt.pdf`,
    },
  ],
  "GET /blog/feed.xml": cookie(open),
  "GET /blog/atom.xml": cookie(open),
  "GET /blog/feed.json": cookie(open),
  "POST /api/assistant": cookie(session, question),
  "POST /api/unsubscribe/{token}": cookie(all(404), {}, "/api/unsubscribe/none"),
  "GET /api/unsubscribe/{token}": cookie(all(302), undefined, "/api/unsubscribe/none"),
  "GET /openapi.json": cookie(open),
  "GET /docs/api": cookie(open),
  "GET /docs/api/start.js": cookie(open),
  "GET /docs/api/swagger-ui.css": cookie(open),
  "GET /docs/api/swagger-ui-bundle.js": cookie(open),
  "GET /docs/api/favicon-32x32.png": cookie(open),
  "GET /api/auth/session": cookie(open),
  "GET /api/auth/csrf": cookie(open),
  "GET /api/auth/get-session": cookie(open),
  // Refused for their body before anybody is asked who they are: they are there for those who are signed out.
  "POST /api/auth/sign-up/email": cookie(all(400), {}),
  "POST /api/auth/sign-in/email": cookie(all(400), {}),
  "POST /api/auth/sign-in/social": cookie(all(400), {}),
  "POST /api/auth/sign-in/magic-link": cookie(all(400), {}),
  "POST /api/auth/request-password-reset": cookie(all(400), {}),
  "POST /api/auth/reset-password": cookie(all(400), {}),
  "POST /api/auth/send-verification-email": cookie(all(400), {}),
  "POST /api/auth/passkey/verify-authentication": cookie(all(400), { response: {} }),
  "GET /api/auth/passkey/generate-authenticate-options": cookie(open),
  "GET /api/auth/callback/:provider": cookie(all(302), undefined, "/api/auth/callback/github"),
  "GET /api/auth/magic-link/verify": cookie(all(302), undefined, "/api/auth/magic-link/verify?token=none"),
  "GET /api/auth/reset-password/:token": cookie(
    all(302),
    undefined,
    "/api/auth/reset-password/none?callbackURL=/reset",
  ),
  "GET /api/auth/verify-email": cookie(all(401), undefined, "/api/auth/verify-email?token=none"),
  "GET /api/auth/change-email": cookie(all(302), undefined, "/api/auth/change-email?token=none"),
  // Without an address nobody's changes; its own tests say what follows from one.
  "POST /api/auth/change-email": cookie(all(400), {}),
  // A second factor is proved by a challenge, or by somebody who is setting it up.
  "POST /api/auth/two-factor/verify-totp": cookie(refused(400), { code: "000000" }),
  "POST /api/auth/two-factor/verify-backup-code": cookie(refused(400), { code: "000000" }),
  "GET /api/auth/list-sessions": cookie(session),
  "GET /api/auth/list-accounts": cookie(session),
  "GET /api/auth/passkey/list-user-passkeys": cookie(session),
  "GET /api/auth/passkey/generate-register-options": cookie(session),
  "POST /api/auth/passkey/verify-registration": cookie(refused(400), { response: {} }),
  "POST /api/auth/passkey/update-passkey": cookie(refused(404), { id: "none", name: "none" }),
  "POST /api/auth/passkey/delete-passkey": cookie(refused(404), { id: "none" }),
  "POST /api/auth/update-user": cookie(session, { name: "Ada" }),
  "POST /api/auth/change-password": cookie(refused(400), {
    currentPassword: "not the password",
    newPassword: "another password",
  }),
  "POST /api/auth/link-social": cookie(refused(404), { provider: "github" }),
  "POST /api/auth/unlink-account": cookie(refused(400), { accountId: "none" }),
  "POST /api/auth/two-factor/enable": cookie(refused(400), wrongPassword),
  "POST /api/auth/two-factor/disable": cookie(refused(400), wrongPassword),
  "POST /api/auth/two-factor/get-totp-uri": cookie(refused(400), wrongPassword),
  "POST /api/auth/two-factor/generate-backup-codes": cookie(refused(400), wrongPassword),
  "POST /api/auth/revoke-session": [
    { by: "cookie", expected: cookiedOwn, json: async ({ session: id }) => ({ id: await id() }) },
  ],
  "POST /api/auth/revoke-other-sessions": cookie(session, {}),
  // The last: it ends every session.
  "POST /api/auth/sign-out": cookie(open, {}),
};

// --- The house -----------------------------------------------------------------------------------------------------

let house: House;
let rendering: Pages | null = null;
let door: FrontDoor;
const browsers = new Map<Role, Browser>();
const keys = new Map<Role, string>();
let accountOfOwner: string;
let signal: string;
let shared: string;
let analysis: string;
let deposit: string;
let backtest: string;

beforeAll(async () => {
  house = await openHouse();
  rendering = await startPages(house);
  const { url: webUrl } = rendering;
  door = await house.open({
    access: { open: false, loopback: true },
    webUrl,
    surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
  });
  browsers.set("signedOut", openBrowser(door.url));
  for (const role of roles.filter((each) => each !== "signedOut")) {
    const browser = await confirmedUser(house, door, `${role.toLowerCase()}@example.test`);
    browsers.set(role, browser);
    const owner = await userIdOf(browser);
    const { key } = await createKey(room(), {
      owner,
      plan: null,
      label: role,
      scopes: ["analyses:read", "analyses:write"],
    });
    keys.set(role, key);
    const plan = planOf[role];
    if (plan !== null) await grantPlan(room(), { owner, plan, days: 30 });
    if (role === "admin") await setRole(room(), { email: "admin@example.test", role: "admin" });
    if (role === "owner") accountOfOwner = owner;
  }
  analysis = await submit();
  const actor = { owner: accountOfOwner, plan: "elite", scopes: ["analyses:read", "analyses:write"] } as const;
  const finished = await submit();
  await succeed(house, finished);
  shared = `/shared/${(await shareAnalysis({ ...room(), actor }, finished)).token}`;
  deposit = await openAtSandbox(actor);
  backtest = await bring();
  await emptyHouseList(house);
  const entry = signalEntry("AAPL", "Buy");
  const list = await newWatchlist(house, accountOfOwner);
  await house.db.transaction((tx) => appendEntry(tx, list, entry, systemClock.now()));
  signal = entry.id;
}, startPatienceMs);

/** A backtest of the owner's. */
async function bring(): Promise<string> {
  const actor = { owner: accountOfOwner, plan: "elite", scopes: [] } as const;
  return uploadBacktest({ ...room(), actor }, new TextEncoder().encode(JSON.stringify(await smallResult())));
}

afterAll(async () => {
  rendering?.stop();
  await house.drop();
});

const planOf = {
  signedOut: null,
  other: "signals",
  noPlan: null,
  plan: "elite",
  admin: null,
  owner: "elite",
} as const satisfies Expected<Plan | null>;

const room = () => ({ db: house.db, clock: systemClock });

function browserOf(role: Role): Browser {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`nobody plays ${role}`);
  return browser;
}

/** An analysis of the owner's, which waits: no worker serves this house. */
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
  const till = composeTill(room(), readSettings({ CONCLAVE_HOME: home }));
  await rm(home, { recursive: true });
  const order = { amountMinor: 2500, processor: "sandbox", currency: "btc", idempotencyKey: "the-table" } as const;
  const { id } = await openDeposit({ ...room(), queue: house.queue, actor, till }, order);
  await house.db.pool.query(
    `insert into deposit_reviews (id, deposit_id, kind, detail, seen, received, opened_at)
     values ($1, $2, 'partial', 'less came', 'the table', 1000, now())`,
    [review, id],
  );
  return id;
}

function facts(): Facts {
  return {
    analysis,
    shared,
    account: accountOfOwner,
    signal,
    watchlist: () => newWatchlist(house, accountOfOwner),
    turn: async () => (await askTheAssistant()).turn,
    conversation: async () => (await askTheAssistant()).conversation,
    backtest,
    anotherBacktest: bring,
    deposit,
    review,
    waiting: submit,
    key: newKey,
    session: newSession,
  };
}

async function newKey(): Promise<string> {
  const owner = accountOfOwner;
  await createKey(room(), { owner, plan: null, label: "to end", scopes: ["analyses:read"] });
  return (await listKeys(room(), owner)).findLast(({ label }) => label === "to end")?.id ?? "";
}

/** A question of the owner's in a conversation of its own, and its answer. */
async function askTheAssistant(): Promise<{ conversation: string; turn: string }> {
  const [conversation, turn] = [newId("talk"), newId("turn")];
  const asked = { id: turn, owner: accountOfOwner, conversation, question: "What is REVIEW?", at: systemClock.now() };
  await house.db.transaction((tx) => insertTurn(tx, asked));
  await setAnswer(house.db.sql, turn, { kind: "refused", note: null, claims: [], links: [] }, systemClock.now());
  return { conversation, turn };
}

/** Another of the owner's. */
async function newSession(): Promise<string> {
  const browser = openBrowser(door.url);
  if ((await signIn(browser, "owner@example.test")) !== 200) throw new Error("the owner cannot sign in");
  const { body } = await browser.get("/api/auth/session");
  return z.object({ session: z.object({ id: z.string() }) }).parse(body).session.id;
}

async function byRole<T>(ask: (role: Role) => Promise<T>): Promise<Partial<Record<Role, T>>> {
  const seen: Partial<Record<Role, T>> = {};
  for (const role of roles) seen[role] = await ask(role);
  return seen;
}

describe("the table names all there is", () => {
  test("pages", () => expect(Object.keys(pages).toSorted()).toEqual(pagesOnDisk()));
  test("actions", () => expect(Object.keys(actions).toSorted()).toEqual(actionsOnDisk()));
  test("endpoints", () => expect(Object.keys(endpoints).toSorted()).toEqual(endpointsOfContract()));
});

describe("pages", () => {
  test.each(Object.entries(pages))("%s", { timeout: 30_000 }, async (path, [expected, at]) => {
    const where = at?.(facts()) ?? path;
    const seen = await byRole(async (role): Promise<Seen | string> => {
      const { status, headers, text } = await browserOf(role).get(where, { headers: { accept: "text/html" } });
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
      expect((await browserOf("plan").get(path)).status).toBe(404);
  });
});

test("the files of a backtest are its owner's alone", async () => {
  for (const file of ["result.json", "report.md", "equity.csv", "trades.csv", "other.json"]) {
    const seen = await byRole(async (role) => {
      const { status, headers } = await browserOf(role).get(`/backtests/${backtest}/${file}`);
      return headers.get("location")?.startsWith("/sign-in?next=") === true ? "sign in" : status;
    });
    // What was brought has no trades.
    const own = file === "trades.csv" || file === "other.json" ? 404 : 200;
    expect(seen, file).toEqual(all<string | number>(404, { signedOut: "sign in", owner: own }));
  }
});

describe("actions", () => {
  test.each(Object.entries(actions))("%s", { timeout: 30_000 }, async (name, [expected, given]) => {
    const built = rendering?.actions.get(name);
    if (built === undefined) throw new Error(`no page uses ${name}`);
    const args = await given(facts());
    const seen = await byRole(async (role): Promise<Acted> => {
      const answer = await callAction(door.url, browserOf(role), built, args);
      if (answer.ok) return "done";
      if (/signed out/.test(answer.message)) return "sign in";
      if (/administrators/.test(answer.message)) return "admins only";
      return /^There is no (?:analysis|session|such)|has no key/i.test(answer.message) ? "not there" : "done";
    });
    expect(seen).toEqual(expected);
  });
});

describe("endpoints", () => {
  const rows = Object.entries(endpoints).flatMap(([name, of]) => of.map((row) => ({ name, by: row.by, row })));
  test.each(rows)("$name by $by", { timeout: 30_000 }, async ({ name, row }) => {
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
