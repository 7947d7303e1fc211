import { all, type Expected, type Facts } from "./roles.ts";

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
export const apple = (): object => ({ ticker: "AAPL", trade_date: "2025-06-02", asset_type: "stock" });
/** The house list's signals, for whoever has a signal plan. */
const withSignals = { ...all(403), signedOut: 401, other: 200, plan: 200, owner: 200 };
const own = async ({ watchlist }: Facts): Promise<string> => `/v1/lists/${await watchlist()}`;
const batchOf = async ({ batch }: Facts): Promise<string> => `/v1/batches/${await batch()}`;
const test = ({ backtest }: Facts): string => `/v1/backtests/${backtest}`;
const portfolioOf = async ({ portfolio }: Facts): Promise<string> => `/v1/portfolios/${await portfolio()}`;
const oneLot = (): object => ({
  name: "Mine",
  currency: "USD",
  lots: [{ symbol: "DEMO", quantity: "1", acquired: "2017-03-01" }],
});
const demoList = (): object => ({ name: "Demo", instruments: [{ symbol: "DEMO" }] });
const toMeasure = (): object => ({ symbol: "DEMO", date: "2019-06-03", own_model: { llm_provider: "mistral" } });
const demoOrder = (): object => ({ symbols: ["DEMO"], from: "2018-01-02", to: "2018-06-29" });
const hook = (): object => ({ url: "https://hooks.example/all", events: ["batch.finished"] });
const hookPath =
  (rest = "") =>
  async ({ endpoint }: Facts): Promise<string> =>
    `/v1/webhooks/${await endpoint()}${rest}`;
const question = { id: "the-table", messages: [{ role: "user", parts: [{ type: "text", text: "What is REVIEW?" }] }] };
const noLink = { by: "link", id: "a-link-that-never-was-1234567890" };
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

export const endpoints: Readonly<Record<string, readonly Row[]>> = {
  "POST /v1/analyses": both({ ...keyed, plan: 202, owner: 202 }, keyOnly, undefined, apple),
  "GET /v1/analyses": both(keyed, cookied),
  "GET /v1/analyses/{job_id}": both(keyedOwn, cookiedOwn, job),
  "GET /v1/analyses/{job_id}/events": both(keyedOwn, cookiedOwn, (facts) => `${job(facts)}/events`),
  "GET /v1/analyses/{job_id}/webhook-deliveries": both(
    keyedOwn,
    cookiedOwn,
    (facts) => `${job(facts)}/webhook-deliveries`,
  ),
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
  "GET /v1/analyses/{job_id}/proof": both(
    { ...keyedOwn, owner: 409 },
    { ...cookiedOwn, owner: 409 },
    (facts) => `${job(facts)}/proof`,
  ),
  // Asked of the one that waits: who may is answered before what it says.
  "POST /v1/analyses/{job_id}/questions": both(
    { ...keyedOwn, owner: 409 },
    keyOnly,
    (facts) => `${job(facts)}/questions`,
    () => ({ question: "What did the bear say?" }),
  ),
  "POST /v1/analyses/{job_id}/rerun": both(
    { ...keyedOwn, owner: 409 },
    keyOnly,
    (facts) => `${job(facts)}/rerun?from=trader`,
    () => ({}),
  ),
  // Its owner gave none.
  "GET /v1/analyses/{job_id}/holdings": both(
    { ...keyedOwn, owner: 404 },
    all(404, { signedOut: 401 }),
    (facts) => `${job(facts)}/holdings`,
  ),
  "DELETE /v1/analyses/{job_id}/holdings": both(
    { ...keyedOwn, owner: 404 },
    all(404, { signedOut: 401 }),
    (facts) => `${job(facts)}/holdings`,
  ),
  "POST /v1/analyses/{job_id}/attribution/estimate": both(
    { ...keyedOwn, owner: 409 },
    keyOnly,
    (facts) => `${job(facts)}/attribution/estimate`,
    () => ({}),
  ),
  "POST /v1/analyses/{job_id}/attribution": both(
    { ...keyedOwn, owner: 409 },
    keyOnly,
    (facts) => `${job(facts)}/attribution`,
    () => ({}),
  ),
  "GET /v1/analyses/{job_id}/attribution": both(
    { ...keyedOwn, owner: 404 },
    all(404, { signedOut: 401 }),
    (facts) => `${job(facts)}/attribution`,
  ),
  "DELETE /v1/analyses/{job_id}/attribution": both(
    { ...keyedOwn, owner: 404 },
    // A session may cancel; there is nothing to.
    all(404, { signedOut: 401 }),
    (facts) => `${job(facts)}/attribution`,
  ),
  // What its tools may is theirs to say, scope by scope: tests/contract/mcp.test.ts. 406: a browser reads no such stream.
  "POST /mcp": both(
    { ...keyed, plan: 406, owner: 406 },
    keyOnly,
    () => "/mcp",
    () => ({ jsonrpc: "2.0", method: "notifications/initialized" }),
  ),
  "GET /.well-known/oauth-authorization-server": cookie(open),
  "GET /.well-known/oauth-authorization-server/api/auth": cookie(open),
  "GET /.well-known/oauth-protected-resource": cookie(open),
  "GET /.well-known/oauth-protected-resource/mcp": cookie(open),
  "GET /.well-known/conclave-keys.json": cookie(open),
  "GET /.well-known/conclave-chain.json": cookie(open),
  "GET /v1/usage": both(keyed, cookied),
  "GET /v1/config": both(keyed, cookied),
  "POST /v1/webhooks": both({ ...keyed, plan: 201, owner: 201 }, keyOnly, undefined, hook),
  "GET /v1/webhooks": both(keyed, cookied),
  "GET /v1/webhooks/{webhook_id}": both(keyedOwn, cookiedOwn, hookPath()),
  "PUT /v1/webhooks/{webhook_id}": both(keyedOwn, keyOnly, hookPath(), hook),
  "DELETE /v1/webhooks/{webhook_id}": both({ ...keyedOwn, owner: 204 }, { ...cookiedOwn, owner: 204 }, hookPath()),
  "POST /v1/webhooks/{webhook_id}/pause": both(keyedOwn, keyOnly, hookPath("/pause")),
  "POST /v1/webhooks/{webhook_id}/resume": both(keyedOwn, keyOnly, hookPath("/resume")),
  "POST /v1/webhooks/{webhook_id}/rotate-secret": both(keyedOwn, keyOnly, hookPath("/rotate-secret")),
  "POST /v1/webhooks/{webhook_id}/test": both({ ...keyedOwn, owner: 202 }, keyOnly, hookPath("/test")),
  "GET /v1/webhooks/{webhook_id}/deliveries": both(keyedOwn, cookiedOwn, hookPath("/deliveries")),
  // Nothing was sent yet; whose delivery it is, tests/contract/endpoints.test.ts asks.
  "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": both(
    { ...keyedOwn, owner: 404 },
    keyOnly,
    hookPath("/deliveries/msg_none/redeliver"),
  ),
  "GET /v1/requests": both(keyed, cookied),
  "GET /v1/requests/{request_id}": both(keyedOwn, cookiedOwn, ({ request }) => `/v1/requests/${request}`),
  "DELETE /v1/analyses/{job_id}": both(keyedOwn, cookiedOwn, async ({ waiting }) => `/v1/analyses/${await waiting()}`),
  "POST /v1/batches": both({ ...keyed, plan: 202, owner: 202 }, keyOnly, undefined, () => [
    { custom_id: "one", request: apple() },
  ]),
  "GET /v1/batches": both(keyed, cookied),
  "GET /v1/batches/{batch_id}": both(keyedOwn, cookiedOwn, batchOf),
  "POST /v1/batches/{batch_id}/cancel": both(keyedOwn, keyOnly, async (facts) => `${await batchOf(facts)}/cancel`),
  "GET /v1/batches/{batch_id}/results": both(keyedOwn, cookiedOwn, async (facts) => `${await batchOf(facts)}/results`),
  "GET /v1/signals": both(keyed, withSignals),
  "GET /v1/signals/events": both(keyed, withSignals),
  "GET /v1/signals/{signal_id}": both(keyedOwn, cookiedOwn, ({ signal }) => `/v1/signals/${signal}`),
  "GET /v1/signals/{signal_id}/proof": both(
    { ...keyedOwn, owner: 404 },
    { ...cookiedOwn, owner: 404 },
    ({ signal }) => `/v1/signals/${signal}/proof`,
  ),
  "GET /v1/portfolios": both(keyed, cookied),
  "POST /v1/portfolios": both({ ...keyed, plan: 201, owner: 201 }, keyOnly, undefined, oneLot),
  "GET /v1/portfolios/{portfolio_id}": both(keyedOwn, cookiedOwn, portfolioOf),
  "PUT /v1/portfolios/{portfolio_id}": both({ ...keyedOwn }, keyOnly, portfolioOf, () => ({ ...oneLot(), version: 1 })),
  "DELETE /v1/portfolios/{portfolio_id}": both({ ...keyedOwn, owner: 204 }, { ...cookiedOwn, owner: 204 }, portfolioOf),
  "GET /v1/portfolios/{portfolio_id}/valuation": both(
    keyedOwn,
    cookiedOwn,
    async (facts) => `${await portfolioOf(facts)}/valuation?as_of=2019-06-03`,
  ),
  "POST /v1/portfolios/{portfolio_id}/analyses": both(
    { ...keyedOwn, owner: 202 },
    keyOnly,
    async (facts) => `${await portfolioOf(facts)}/analyses`,
    () => ({ budget_usd: "5.00", trade_date: "2019-06-03" }),
  ),
  "GET /v1/lists": both(keyed, cookied),
  "POST /v1/lists": both({ ...keyed, plan: 201, owner: 201 }, keyOnly, undefined, demoList),
  "GET /v1/lists/{list_id}": both(keyedOwn, cookiedOwn, own),
  "PUT /v1/lists/{list_id}": both(keyedOwn, keyOnly, own, demoList),
  "DELETE /v1/lists/{list_id}": both({ ...keyedOwn, owner: 204 }, { ...cookiedOwn, owner: 204 }, own),
  "POST /v1/lists/{list_id}/instruments": both(
    keyedOwn,
    keyOnly,
    async (facts) => `${await own(facts)}/instruments`,
    () => ({ symbol: "DEMO" }),
  ),
  "GET /v1/lists/{list_id}/next-runs": both(keyedOwn, cookiedOwn, async (facts) => `${await own(facts)}/next-runs`),
  "GET /v1/lists/{list_id}/runs": both(keyedOwn, cookiedOwn, async (facts) => `${await own(facts)}/runs`),
  "POST /v1/backtests": both({ ...keyed, plan: 202, owner: 202 }, keyOnly, undefined, demoOrder),
  "POST /v1/backtests/estimate": both(keyed, keyOnly, undefined, demoOrder),
  "GET /v1/backtests": both(keyed, cookied),
  "GET /v1/backtests/{backtest_id}": both(keyedOwn, cookiedOwn, test),
  "POST /v1/backtests/{backtest_id}/cancel": both(keyedOwn, keyOnly, (facts) => `${test(facts)}/cancel`),
  "POST /v1/backtests/{backtest_id}/pause": both(keyedOwn, keyOnly, (facts) => `${test(facts)}/pause`),
  "POST /v1/backtests/{backtest_id}/resume": both(keyedOwn, keyOnly, (facts) => `${test(facts)}/resume`),
  "DELETE /v1/backtests/{backtest_id}": both(
    { ...keyedOwn, owner: 204 },
    { ...cookiedOwn, owner: 204 },
    async ({ anotherBacktest }) => `/v1/backtests/${await anotherBacktest()}`,
  ),
  "GET /v1/backtests/{backtest_id}/result.json": both(keyedOwn, cookiedOwn, (facts) => `${test(facts)}/result.json`),
  // What was brought has no trades.
  "GET /v1/backtests/{backtest_id}/trades.csv": both(
    { ...keyedOwn, owner: 404 },
    { ...cookiedOwn, owner: 404 },
    (facts) => `${test(facts)}/trades.csv`,
  ),
  "POST /v1/backtests/{backtest_id}/validity": both(
    { ...keyedOwn, owner: 202 },
    keyOnly,
    (facts) => `${test(facts)}/validity`,
  ),
  "GET /v1/backtests/{backtest_id}/validity": both(keyedOwn, cookiedOwn, (facts) => `${test(facts)}/validity`),
  // No worker makes it here.
  "GET /v1/backtests/{backtest_id}/validity.md": both(
    { ...keyedOwn, owner: 404 },
    { ...cookiedOwn, owner: 404 },
    (facts) => `${test(facts)}/validity.md`,
  ),
  "POST /v1/memory/estimate": both(keyed, keyOnly, undefined, toMeasure),
  // Nobody has a key of that provider.
  "POST /v1/memory": both({ ...keyed, plan: 422, owner: 422 }, keyOnly, undefined, () => ({
    ...toMeasure(),
    budget_usd: "5",
  })),
  "GET /v1/memory": both(keyed, cookied),
  "GET /v1/memory/{memory_id}": both(
    { ...keyedOwn, owner: 404 },
    all(404, { signedOut: 401 }),
    () => "/v1/memory/mem_1",
  ),
  "POST /v1/memory/{memory_id}/cancel": both({ ...keyedOwn, owner: 404 }, keyOnly, () => "/v1/memory/mem_1/cancel"),
  "GET /v1/record": both(keyed, cookied),
  "GET /v1/record/signals": both(keyed, cookied),
  // Nothing of it is public yet, to anybody.
  "GET /v1/record/instruments/{symbol}": both(
    { ...keyed, plan: 404, owner: 404 },
    refused(404),
    () => "/v1/record/instruments/AAPL",
  ),
  "GET /v1/ranking": both(keyed, cookied),
  "GET /v1/instruments": both(keyed, cookied),
  "GET /v1/instruments/{symbol}": both(keyed, cookied, () => "/v1/instruments/DEMO"),
  "GET /api/health": cookie(open),
  "GET /ref/{code}": cookie(all(302), undefined, "/ref/abcd2345"),
  "GET /api/avatar": cookie(session),
  // No processor is set up in this test service. What opens it is a signature, which the tests of the callbacks try.
  "POST /api/deposit/ipn": cookie(all(503), {}),
  "GET /api/deposit/stream": cookie(session),
  "GET /api/signal-engine/stream": cookie({ ...all(403), signedOut: 401, other: 200, plan: 200, owner: 200 }),
  "GET /api/signal-engine/heads": cookie(open),
  "GET /api/signal-engine/heads.xml": cookie(open),
  "GET /api/deposit/{deposit_id}/receipt.pdf": [
    {
      by: "cookie",
      expected: { ...cookiedOwn, owner: 409 },
      path: ({ deposit }) => `/api/deposit/${deposit}/receipt.pdf`,
    },
  ],
  // The address is the secret.
  "GET /api/calendar/{calendar}": cookie(all(404), undefined, "/api/calendar/none.ics"),
  "GET /api/signal-engine/record.xml": cookie(open),
  "GET /blog/feed.xml": cookie(open),
  "GET /blog/atom.xml": cookie(open),
  "GET /blog/feed.json": cookie(open),
  "POST /api/assistant": [
    ...cookie(session, question),
    // About a report: for its owner alone, unless they have the link.
    {
      by: "cookie",
      expected: cookiedOwn,
      json: ({ finished }) => ({ ...question, report: { by: "analysis", id: finished } }),
    },
    { by: "cookie", expected: all(404, { signedOut: 401 }), json: () => ({ ...question, report: noLink }) },
  ],
  "POST /api/unsubscribe/{token}": cookie(all(404), {}, "/api/unsubscribe/none"),
  "GET /api/unsubscribe/{token}": cookie(all(302), undefined, "/api/unsubscribe/none"),
  "GET /openapi.json": cookie(open),
  "GET /.well-known/security.txt": cookie(all(404)),
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
  // Of an app that nobody knows; tests/contract/oauth.test.ts has the others.
  "POST /api/auth/oauth2/register": cookie(all(400), {}),
  "GET /api/auth/oauth2/authorize": cookie(all(302), undefined, "/api/auth/oauth2/authorize?client_id=none"),
  "POST /api/auth/oauth2/consent": cookie(all(400), {}),
  "POST /api/auth/oauth2/token": cookie(all(415), {}),
  "POST /api/auth/oauth2/revoke": cookie(all(415), {}),
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
  "POST /api/auth/confirm-password": cookie(refused(403), wrongPassword),
  "POST /api/auth/revoke-session": [
    { by: "cookie", expected: cookiedOwn, json: async ({ session: id }) => ({ id: await id() }) },
  ],
  "POST /api/auth/revoke-other-sessions": cookie(session, { keep: ["api_keys", "webhooks", "passkeys", "providers"] }),
  // The last: it ends every session.
  "POST /api/auth/sign-out": cookie(open, {}),
};
