import { createHash, randomBytes } from "node:crypto";
import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { AuthorizationMetadata } from "#src/contract/api/mcp-routes.ts";
import { disconnectClient, listConnections } from "#src/product/connections/connections.ts";
import { createEndpoint, listEndpoints, saveEndpoint } from "#src/product/endpoints/endpoints.ts";
import { forgetExpired } from "#src/product/accounts/account-data.ts";
import { ask } from "#tests/support/api-client.ts";
import type { Browser } from "#tests/support/browser.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { dataOf, refusalOf } from "#tests/support/mcp-client.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";

/* Apps that people let in: OAuth 2.1 with PKCE (RFC 7636), registration (RFC 7591) and metadata (RFC 8414, 9728). */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
});
afterAll(() => testApp.drop());

const back = "http://127.0.0.1:41999/callback";
const oauth = "/api/auth/oauth2";

let people = 0;
async function subscriber(): Promise<Browser> {
  people += 1;
  const browser = await confirmedUser(testApp, door, `connects-${people}@example.test`);
  await testApp.db.pool.query("update accounts set plan = 'elite' where id = $1", [await userIdOf(browser)]);
  return browser;
}

/** What a client of the SDK keeps, and the address that it wants a browser to go to. */
function keeper(): OAuthClientProvider & { asked: URL | null } {
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let found: OAuthDiscoveryState | undefined;
  return {
    asked: null,
    redirectUrl: back,
    clientMetadata: {
      client_name: "Test Desk\u202E",
      redirect_uris: [back],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "state-1",
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization(url) {
      this.asked = url;
    },
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => void (found = given),
    discoveryState: () => found,
  };
}

/** Follows an address as a browser does, up to the page that asks, and agrees there. @returns where it leads back to */
async function agree(browser: Browser, asked: URL, answer: Readonly<Record<string, string>> = {}): Promise<URL> {
  const page = await browser.get(asked.href);
  expect(page.status).toBe(302);
  const at = new URL(page.headers.get("location") ?? "", door.url);
  if (at.pathname !== "/connect") return at;
  const fields = { accept: "true", oauth_query: at.search.slice(1), ...answer };
  const { status, headers } = await browser.submit(`${oauth}/consent`, fields);
  expect(status).toBe(303);
  return new URL(headers.get("location") ?? "", door.url);
}

async function connected(browser: Browser) {
  const provider = keeper();
  const transport = () => new StreamableHTTPClientTransport(new URL(`${door.url}/mcp`), { authProvider: provider });
  const first = transport();
  const refused = new Client({ name: "test", version: "1" });
  await expect(refused.connect(first)).rejects.toThrow(/unauthorized/i);
  const led = await agree(browser, provider.asked ?? new URL("about:blank"));
  expect(led.href.startsWith(back)).toBe(true);
  expect(led.searchParams.get("state")).toBe("state-1");
  await first.finishAuth(led.searchParams);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport());
  onTestFinished(() => client.close());
  return { client, provider };
}

const Registered = z.object({ client_id: z.string() });
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  scope: z.string(),
  expires_in: z.number(),
});

async function register(json: unknown): Promise<string> {
  return Registered.parse((await ask(door.url, "POST", `${oauth}/register`, { json })).body).client_id;
}

async function post(path: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(`${door.url}${oauth}/${path}`, { method: "POST", body: new URLSearchParams(fields) });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

/** By hand: what a client does that has read the standard. */
function authorization(clientId: string, more: Readonly<Record<string, string>> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(`${door.url}${oauth}/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: back,
    scope: "analyses:read",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${door.url}/mcp`,
    ...more,
  }).toString();
  return { verifier, url };
}

async function tokensFor(
  browser: Browser,
  clientId: string,
  { asked = "analyses:read", ...answer }: { readonly asked?: string; readonly scope?: string } = {},
): Promise<z.infer<typeof Tokens>> {
  const { verifier, url } = authorization(clientId, { scope: asked });
  const code = (await agree(browser, url, answer)).searchParams.get("code") ?? "";
  const fields = { grant_type: "authorization_code", client_id: clientId, redirect_uri: back, code_verifier: verifier };
  return Tokens.parse((await post("token", { ...fields, code })).body);
}

const usage = (token: string) => ask(door.url, "GET", "/v1/usage", { headers: { authorization: `Bearer ${token}` } });

test("the metadata leads from the server to where people sign in", async () => {
  const { body } = await ask(door.url, "GET", "/.well-known/oauth-protected-resource/mcp");
  expect(body).toMatchObject({ authorization_servers: [`${door.url}/api/auth`] });
  for (const path of ["/.well-known/oauth-authorization-server/api/auth", "/.well-known/oauth-authorization-server"]) {
    const metadata = AuthorizationMetadata.parse((await ask(door.url, "GET", path)).body);
    expect(metadata).toMatchObject({
      issuer: `${door.url}/api/auth`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      grant_types_supported: ["authorization_code", "refresh_token"],
    });
    for (const [name, value] of Object.entries(metadata))
      if (name.endsWith("_endpoint")) expect(String(value)).toContain(`${door.url}${oauth}/`);
  }
});

test("a client of the SDK registers, is let in by somebody who is signed in, and works until it is disconnected", async () => {
  const browser = await subscriber();
  const { client } = await connected(browser);
  expect(await dataOf(client, "list_analyses")).toEqual({ analyses: [], next_cursor: null });
  const owner = await userIdOf(browser);
  const { rows } = await testApp.db.pool.query(
    "select c.id, p.name, c.last_used_at from oauth_consents c join oauth_clients p using (client_id) where c.user_id = $1",
    [owner],
  );
  // What it calls itself is a stranger's text.
  expect(rows).toMatchObject([{ name: "Test Desk", last_used_at: expect.any(Date) }]);
  await testApp.db.pool.query("delete from oauth_consents where user_id = $1", [owner]);
  await expect(refusalOf(client, "list_analyses")).rejects.toThrow(/unauthorized|401|invalid/i);
});

describe("a browser that is sent here", () => {
  test("signs in first, and comes back to the page that asks", async () => {
    const { url } = authorization(await register({ redirect_uris: [back] }));
    const answer = await fetch(url, { redirect: "manual" });
    const at = new URL(answer.headers.get("location") ?? "", door.url);
    expect([answer.status, at.pathname]).toEqual([302, "/sign-in"]);
    const next = new URL(at.searchParams.get("next") ?? "", door.url);
    expect([next.pathname, next.searchParams.get("code_challenge")]).toEqual([
      "/connect",
      url.searchParams.get("code_challenge"),
    ]);
  });

  test("is led back with the reason when its owner says no, and no code", async () => {
    const browser = await subscriber();
    const { url } = authorization(await register({ redirect_uris: [back] }));
    const led = await agree(browser, url, { accept: "false" });
    expect(led.href.startsWith(back)).toBe(true);
    expect(Object.fromEntries(led.searchParams)).toMatchObject({ error: "access_denied", state: "s" });
    expect(led.searchParams.has("code")).toBe(false);
  });

  test.each([
    ["an app that is not registered", { client_id: "nobody" }],
    ["another address than the app's", { redirect_uri: "https://evil.example/callback" }],
    ["an address that only begins like it", { redirect_uri: "http://127.0.0.1:41999/callback/../evil" }],
  ])("%s leads to no other site", async (_name, more) => {
    const browser = await subscriber();
    const { url } = authorization(await register({ redirect_uris: [back] }), more);
    const led = new URL((await browser.get(url.href)).headers.get("location") ?? "", door.url);
    expect([led.origin, led.pathname, led.searchParams.has("error")]).toEqual([door.url, "/connect", true]);
  });

  test.each([
    ["no challenge", { code_challenge: "" }],
    ["a plain one", { code_challenge_method: "plain" }],
    ["a scope that there is not", { scope: "admin:all" }],
    ["another server's resource", { resource: "https://other.example/mcp" }],
  ])("%s is an error of the app's, told to it", async (_name, more) => {
    const browser = await subscriber();
    const { url } = authorization(await register({ redirect_uris: [back] }), more);
    const led = new URL((await browser.get(url.href)).headers.get("location") ?? "", door.url);
    expect([led.href.startsWith(back), led.searchParams.has("error"), led.searchParams.has("code")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("cannot be made to agree: by another site, with a request that was changed, or without a session", async () => {
    const browser = await subscriber();
    const { url } = authorization(await register({ redirect_uris: [back] }));
    const page = await browser.get(url.href);
    const query = new URL(page.headers.get("location") ?? "", door.url).search.slice(1);
    const fields = { accept: "true", oauth_query: query };
    expect((await browser.submit(`${oauth}/consent`, fields, { origin: "https://evil.example" })).status).toBe(403);
    const more = query.replace("analyses%3Aread", "analyses%3Awrite");
    expect(more).not.toBe(query);
    for (const oauth_query of [more, "client_id=x", ""]) {
      const { headers } = await browser.submit(`${oauth}/consent`, { accept: "true", oauth_query });
      expect(new URL(headers.get("location") ?? "", door.url).pathname).toBe("/connect");
    }
    const { rows } = await testApp.db.pool.query("select 1 from oauth_consents where user_id = $1", [
      await userIdOf(browser),
    ]);
    expect(rows).toEqual([]);
    const stranger = await ask(door.url, "POST", `${oauth}/consent`, { json: fields });
    expect(stranger.status).toBe(401);
  });

  test("gets the permissions that were left ticked, and no others", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    const asked = "analyses:read analyses:write signals:read";
    const { access_token, scope } = await tokensFor(browser, clientId, { asked, scope: "analyses:read lists:read" });
    expect(scope.split(" ").toSorted()).toEqual(["analyses:read", "offline_access"]);
    expect((await usage(access_token)).status).toBe(200);
    const headers = { authorization: `Bearer ${access_token}` };
    const json = { ticker: "DEMO", trade_date: "2019-06-03" };
    expect((await ask(door.url, "POST", "/v1/analyses", { headers, json })).status).toBe(403);
    const { url } = authorization(clientId, { scope: "signals:read" });
    const refused = await agree(browser, url, { scope: "" });
    expect([refused.pathname, refused.searchParams.has("code")]).toEqual(["/connect", false]);
  });

  /** Somebody on the page that asks, and where their word on it leads. */
  async function atThePage() {
    const browser = await subscriber();
    const { url } = authorization(await register({ redirect_uris: [back] }));
    const led = ({ headers }: { readonly headers: Headers }) => new URL(headers.get("location") ?? "", door.url);
    const oauth_query = led(await browser.get(url.href)).search.slice(1);
    const say = async (accept: string) => led(await browser.submit(`${oauth}/consent`, { accept, oauth_query }));
    const countOf = async (rows: string) =>
      (await testApp.db.pool.query(`select 1 from ${rows}`, [await userIdOf(browser)])).rowCount;
    return { browser, say, go: async (to: URL) => led(await browser.get(to.href)), countOf };
  }

  test("that is agreed to several times at once is connected once, and every press leads to the app", async () => {
    const { say, go, countOf } = await atThePage();
    const all = await Promise.all(Array.from({ length: 40 }, () => say("true")));
    const again = all.filter(({ pathname }) => pathname === `${oauth}/authorize`);
    expect([all.filter(({ searchParams }) => searchParams.has("code")), again]).toMatchObject([
      { length: 1 },
      { length: 39 },
    ]);
    for (const to of again.slice(0, 2)) {
      const { href, searchParams } = await go(to);
      expect([href.startsWith(back), searchParams.has("code"), searchParams.get("state")]).toEqual([true, true, "s"]);
    }
    expect(await countOf("oauth_consents where user_id = $1")).toBe(1);
    expect(await countOf("outbox where owner = $1 and data ->> 'change' = 'app_connected'")).toBe(1);
  });

  test.each([
    ["a no that was said", "false"],
    ["a connection that was ended", "true"],
  ])("an agreement that is sent once more does not undo %s: the page asks again", async (_name, first) => {
    const { browser, say, go, countOf } = await atThePage();
    await say(first);
    await testApp.db.pool.query("delete from oauth_consents where user_id = $1", [await userIdOf(browser)]);
    expect((await go(await say("true"))).pathname).toBe("/connect");
    expect(await countOf("oauth_consents where user_id = $1")).toBe(0);
  });
});

describe("tokens", () => {
  test("do what was agreed to and no more, for one account", async () => {
    const browser = await subscriber();
    const { access_token: token, scope } = await tokensFor(browser, await register({ redirect_uris: [back] }));
    expect(token).toMatch(/^conclave_at_\w{20,}$/);
    expect(scope.split(" ")).toEqual(["analyses:read", "offline_access"]);
    expect((await usage(token)).status).toBe(200);
    const json = { ticker: "DEMO", trade_date: "2019-06-03" };
    const headers = { authorization: `Bearer ${token}` };
    const refused = await ask(door.url, "POST", "/v1/analyses", { json, headers });
    expect([refused.status, refused.body]).toEqual([403, { detail: "the key lacks the scope analyses:write" }]);
    await testApp.db.pool.query("update accounts set plan = 'free' where id = $1", [await userIdOf(browser)]);
    expect((await usage(token)).status).toBe(403);
  });

  test("a code works once, for the app and the verifier that it was made for", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    const { verifier, url } = authorization(clientId);
    const code = (await agree(browser, url)).searchParams.get("code") ?? "";
    const right = {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: back,
      code_verifier: verifier,
    };
    const other = await register({ redirect_uris: [back] });
    const { status, body } = await post("token", { ...right, code, code_verifier: "x".repeat(43) });
    expect([status, body]).toMatchObject([expect.any(Number), { error: expect.any(String) }]);
    expect(status).toBeGreaterThanOrEqual(400);
    const second = authorization(clientId);
    const fresh = (await agree(browser, second.url)).searchParams.get("code") ?? "";
    const made = { ...right, code: fresh, code_verifier: second.verifier };
    expect((await post("token", { ...made, client_id: other })).status).toBe(400);
    const third = authorization(clientId);
    const last = (await agree(browser, third.url)).searchParams.get("code") ?? "";
    const whole = { ...right, code: last, code_verifier: third.verifier };
    const given = Tokens.parse((await post("token", whole)).body);
    expect((await post("token", whole)).body).toMatchObject({ error: "invalid_grant" });
    // Whoever stole the code came second, or first: nobody keeps what came of it (RFC 6749, 4.1.2).
    expect((await usage(given.access_token)).status).toBe(401);
  });

  test("are renewed, and a refresh token that comes back later ends them all", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    const first = await tokensFor(browser, clientId);
    const renew = (token: string) =>
      post("token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token });
    const second = Tokens.parse((await renew(first.refresh_token)).body);
    expect((await usage(second.access_token)).status).toBe(200);
    await testApp.db.pool.query(
      "update oauth_refresh_tokens set rotation_replay_expires_at = now() - interval '1 day'",
    );
    expect((await renew(first.refresh_token)).body).toMatchObject({ error: "invalid_grant" });
    expect((await renew(second.refresh_token)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("end when they are revoked, when their time is up, and with a new password", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    const revoked = await tokensFor(browser, clientId);
    expect((await post("revoke", { token: revoked.access_token, client_id: clientId })).status).toBe(200);
    expect((await usage(revoked.access_token)).status).toBe(401);
    const old = await tokensFor(browser, clientId);
    await testApp.db.pool.query("update oauth_access_tokens set expires_at = now() - interval '1 second'");
    expect((await usage(old.access_token)).status).toBe(401);
    const last = await tokensFor(browser, clientId);
    const changed = await browser.post("/api/auth/change-password", {
      currentPassword: "correct horse battery",
      newPassword: "another horse battery 9",
    });
    expect(changed.status).toBe(200);
    expect((await usage(last.access_token)).status).toBe(401);
    expect((await usage("conclave_at_unknown")).status).toBe(401);
  });

  test("are revoked as RFC 7009 says: whatever the token is, its end is what was wanted", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    const { access_token: token, refresh_token: refresh } = await tokensFor(browser, clientId);
    for (const more of [
      { token: "conclave_at_unknown" },
      { token: "no token at all" },
      { token: "eyJhbGciOiJub25lIn0.e30." },
      { token, token_type_hint: "refresh_token" },
      { token, token_type_hint: "another" },
      { token },
      { token: refresh },
      { token: refresh },
    ])
      expect((await post("revoke", { ...more, client_id: clientId })).status, JSON.stringify(more)).toBe(200);
    expect((await usage(token)).status).toBe(401);
    const renewed = { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh };
    expect((await post("token", renewed)).body).toMatchObject({ error: "invalid_grant" });
    expect((await post("revoke", { client_id: clientId })).status).toBe(400);
    expect((await post("revoke", { token, client_id: "nobody" })).body).toMatchObject({ error: "invalid_client" });
  });

  test("and apps that nobody uses are forgotten", async () => {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back] });
    await tokensFor(browser, clientId);
    const alone = await register({ redirect_uris: [back] });
    await testApp.db.pool.query("update oauth_clients set created_at = now() - interval '30 days'");
    const { db, queue } = testApp;
    await forgetExpired({ db, queue, clock: { now: () => Date.now() } });
    const { rows } = await testApp.db.pool.query("select client_id from oauth_clients where client_id = any($1)", [
      [clientId, alone],
    ]);
    expect(rows).toEqual([{ client_id: clientId }]);
  });
});

describe("what an app made", () => {
  const made = { url: "https://hooks.app.example/in", name: "From the app", events: ["batch.finished"] };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const Webhook = z.object({ id: z.string(), app: z.string().nullable(), url: z.string() });

  /** Somebody with an app that may make webhooks, and one that it made. */
  async function withWebhook() {
    const browser = await subscriber();
    const clientId = await register({ redirect_uris: [back], client_name: "Desk\u202E" });
    const { verifier, url } = authorization(clientId, { scope: "webhooks:read webhooks:write" });
    const code = (await agree(browser, url)).searchParams.get("code") ?? "";
    const fields = {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: back,
      code_verifier: verifier,
    };
    const { access_token: token } = Tokens.parse((await post("token", { ...fields, code })).body);
    const answer = await ask(door.url, "POST", "/v1/webhooks", { json: made, headers: bearer(token) });
    expect(answer.status).toBe(201);
    const owner = await userIdOf(browser);
    const ctx = customerContext({ ...testApp, actor: { owner, plan: "elite", scopes: ["webhooks:read"] } });
    return { ctx, owner, token, webhook: Webhook.parse(answer.body) };
  }

  async function mailsAbout(owner: string) {
    const { rows } = await testApp.db.pool.query<{ mail: string }>(
      "select data::text as mail from outbox where owner = $1 and data ->> 'change' = 'endpoint_added'",
      [owner],
    );
    return rows.map(({ mail }) => mail);
  }

  test("is shown with its origin, and its owner is mailed of it", async () => {
    const { ctx, owner, webhook } = await withWebhook();
    expect(webhook.app).toBe("Desk");
    expect(await listConnections(ctx)).toMatchObject([{ name: "Desk", webhooks: ["From the app"] }]);
    expect(await mailsAbout(owner)).toEqual([expect.stringContaining("hooks.app.example (set by the app Desk)")]);
  });

  test("goes with the app's connection", async () => {
    const { ctx, token } = await withWebhook();
    const [connection] = await listConnections(ctx);
    await disconnectClient(ctx, { id: connection?.id ?? "", keepWebhooks: false });
    expect((await ask(door.url, "GET", "/v1/webhooks", { headers: bearer(token) })).status).toBe(401);
    expect(await listEndpoints(ctx)).toEqual([]);
  });

  test("stays where its owner keeps it, as theirs", async () => {
    const { ctx } = await withWebhook();
    const [connection] = await listConnections(ctx);
    await disconnectClient(ctx, { id: connection?.id ?? "", keepWebhooks: true });
    expect(await listEndpoints(ctx)).toMatchObject([{ name: "From the app", app: null }]);
  });

  test("is also a webhook of somebody's own that it leads elsewhere, until they lead it back", async () => {
    const { ctx, owner, token } = await withWebhook();
    const by = { confirmedAt: Date.now(), origin: door.url };
    const writing = { ...ctx, actor: { ...ctx.actor, scopes: ["webhooks:write" as const] } };
    const wanted = { url: "https://mine.example/in", name: "Mine", events: ["batch.finished" as const] };
    const { id, app } = await createEndpoint(writing, { wanted, by });
    expect(app).toBeNull();
    const json = { ...wanted, url: "https://elsewhere.example/in" };
    const answer = await ask(door.url, "PUT", `/v1/webhooks/${id}`, { json, headers: bearer(token) });
    expect([answer.status, Webhook.parse(answer.body).app]).toEqual([200, "Desk"]);
    expect(await mailsAbout(owner)).toContainEqual(expect.stringContaining("elsewhere.example (set by the app Desk)"));
    expect((await saveEndpoint(writing, { id, wanted, by })).app).toBeNull();
  });
});

describe("an app registers", () => {
  test("without a secret, whatever it asks for", async () => {
    const json = {
      redirect_uris: [back],
      token_endpoint_auth_method: "client_secret_basic",
      logo_uri: "https://a.example/x",
    };
    const { status, body } = await ask(door.url, "POST", `${oauth}/register`, { json });
    expect([status, body]).toMatchObject([201, { token_endpoint_auth_method: "none", redirect_uris: [back] }]);
    expect(JSON.stringify(body)).not.toMatch(/secret|logo/);
  });

  test.each([
    ["no address", {}],
    ["none in the list", { redirect_uris: [] }],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["a plain address of another machine", { redirect_uris: ["http://evil.example/cb"] }],
    ["a number", { redirect_uris: 7 }],
    ["a character that cannot be stored", { redirect_uris: [back], client_name: "a\u0000b" }],
  ])("%s is refused in OAuth's words", async (_name, json) => {
    const { status, body } = await ask(door.url, "POST", `${oauth}/register`, { json });
    expect([status, body]).toMatchObject([400, { error: expect.any(String), error_description: expect.any(String) }]);
  });

  test("a body of another type is refused", async () => {
    expect((await ask(door.url, "POST", `${oauth}/token`, { json: { grant_type: "x" } })).status).toBe(415);
    expect((await post("token", { grant_type: "password", username: "a", password: "b" })).body).toMatchObject({
      error: "unsupported_grant_type",
    });
    expect((await post("token", {})).status).toBe(400);
  });
});
