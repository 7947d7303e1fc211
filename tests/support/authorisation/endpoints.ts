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
  "GET /api/signal-engine/heads": cookie(open),
  "GET /api/signal-engine/heads.xml": cookie(open),
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
  "POST /api/auth/confirm-password": cookie(refused(403), wrongPassword),
  "POST /api/auth/revoke-session": [
    { by: "cookie", expected: cookiedOwn, json: async ({ session: id }) => ({ id: await id() }) },
  ],
  "POST /api/auth/revoke-other-sessions": cookie(session, { keep: ["api_keys", "webhooks", "passkeys", "providers"] }),
  // The last: it ends every session.
  "POST /api/auth/sign-out": cookie(open, {}),
};
