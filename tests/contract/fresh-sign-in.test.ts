import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { AccountChange } from "#src/contract/messages/mails.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { authPaths } from "#src/server/http/api/auth-paths.ts";
import { systemClock } from "#src/core/clock.ts";
import { ConfirmationNeeded, Conflict } from "#src/core/errors.ts";
import { exportOwnData } from "#src/product/accounts/account-data.ts";
import { confirmIdentity } from "#src/product/accounts/identity.ts";
import { freshMs, type By, waysIn, type WayIn } from "#src/product/accounts/public/fresh-sign-in.ts";
import { createAuthLimits } from "#src/product/accounts/public/sign-in-limits.ts";
import { createCalendar } from "#src/product/calendar/calendar.ts";
import { createChannel } from "#src/product/channels/channels.ts";
import { createEndpoint, rotateSecret, saveEndpoint } from "#src/product/endpoints/endpoints.ts";
import { createOwnKey, listKeys } from "#src/product/keys/keys.ts";
import { changeAlerts } from "#src/product/signals/alerts.ts";
import { softPasskey } from "#tests/support/authenticator.ts";
import { openBrowser, totp, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;

/** As if its user had signed in an hour ago, everywhere. */
async function age(userId: string): Promise<void> {
  await testApp.db.pool.query(
    "update sessions set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = $1",
    [userId],
  );
}

/** Somebody with a password, whose sign-in is an hour old. */
async function staleUser(email: string): Promise<{ browser: Browser; userId: string }> {
  const browser = await confirmedUser(testApp, door, email);
  const userId = await userIdOf(browser);
  await age(userId);
  return { browser, userId };
}

async function withoutPassword(userId: string): Promise<void> {
  await testApp.db.pool.query("delete from identities where user_id = $1", [userId]);
}

const needed = { status: 403, body: { code: "CONFIRMATION_NEEDED" } };

type Refused = "must be confirmed" | "goes through";

/** A path of `/api/auth`. */
function path(method: string, at: string, json?: object) {
  return async ({ browser }: { readonly browser: Browser }): Promise<Refused> => {
    const { body } = await browser.send(method, `/api/auth${at}`, json === undefined ? {} : { json });
    return z.object({ code: z.literal("CONFIRMATION_NEEDED") }).safeParse(body).success
      ? "must be confirmed"
      : "goes through";
  };
}

/** A verb of the services, by whoever last proved who they are then. */
function verb(run: (ctx: ReturnType<typeof contextOf>, by: By) => Promise<unknown>) {
  return async ({ userId }: { readonly userId: string }): Promise<Refused> => {
    const { rows } = await testApp.db.pool.query<{ at: Date }>(
      "select coalesce(confirmed_at, created_at) as at from sessions where user_id = $1",
      [userId],
    );
    const confirmedAt = Math.max(...rows.map(({ at }) => at.getTime()));
    return run(contextOf(userId), { confirmedAt, origin: door.url }).then(
      () => "goes through",
      (error: unknown) => (error instanceof ConfirmationNeeded ? "must be confirmed" : "goes through"),
    );
  };
}

const endpoint = { url: "https://example.com/hook", name: "x", events: ["analysis.succeeded" as const] };
const anEndpoint = (ctx: ReturnType<typeof contextOf>) => createEndpoint(ctx, { wanted: endpoint, by: null });
const consent = { accept: true, oauth_query: "client_id=none" };

/** Each way in, by everything that opens or closes it. */
const attempts: Readonly<Record<WayIn, readonly ((who: Awaited<ReturnType<typeof staleUser>>) => Promise<Refused>)[]>> =
  {
    api_key: [verb((ctx, by) => createOwnKey(ctx, { by, label: "mine", scopes: ["analyses:read"] }))],
    app: [path("POST", "/oauth2/consent", consent)],
    endpoint: [verb((ctx, by) => createEndpoint(ctx, { wanted: endpoint, by }))],
    endpoint_address: [
      verb(async (ctx, by) => {
        const wanted = { ...endpoint, url: "https://example.com/elsewhere" };
        return saveEndpoint(ctx, { id: (await anEndpoint(ctx)).id, wanted, by });
      }),
    ],
    endpoint_secret: [verb(async (ctx, by) => rotateSecret(ctx, { id: (await anEndpoint(ctx)).id, by }))],
    alert_webhook: [
      verb((ctx, by) =>
        changeAlerts(ctx, { by, alerts: { email: false, webhook_url: "https://example.com/a", symbols: null } }),
      ),
    ],
    channel: [
      verb((ctx, by) =>
        createChannel(ctx, { by, wanted: { kind: "ntfy", name: "x", url: "https://ntfy.sh/x", token: "" } }),
      ),
    ],
    calendar: [verb((ctx, by) => createCalendar(ctx, { by }))],
    data: [verb((ctx, by) => exportOwnData(ctx, by))],
    passkey: [
      path("GET", "/passkey/generate-register-options"),
      path("POST", "/passkey/verify-registration", { response: {} }),
      path("POST", "/passkey/delete-passkey", { id: "none" }),
    ],
    provider: [
      path("POST", "/link-social", { provider: "github" }),
      path("POST", "/unlink-account", { accountId: "none" }),
    ],
    second_factor: ["enable", "disable", "get-totp-uri", "generate-backup-codes"].map((what) => async (who) => {
      await withoutPassword(who.userId);
      return path("POST", `/two-factor/${what}`, { password: "anything" })(who);
    }),
    address: [path("POST", "/change-email", { newEmail: "thief@example.com" })],
    sessions: [path("POST", "/revoke-other-sessions", {})],
    deletion: [
      async (who) => {
        await withoutPassword(who.userId);
        return verb((ctx, { confirmedAt }) =>
          confirmIdentity(ctx, { ...who, limits: createAuthLimits(testApp.db), confirmedAt, password: "" }),
        )(who);
      },
    ],
  };

describe("with a sign-in that is an hour old", () => {
  test.each(z.array(z.custom<WayIn>((key) => typeof key === "string" && key in waysIn)).parse(Object.keys(waysIn)))(
    "%s must be confirmed first, and is then looked at",
    async (way) => {
      for (const [index, attempt] of attempts[way].entries()) {
        const who = await staleUser(`stale-${way.replaceAll("_", "-")}-${index}@example.com`);
        expect(await attempt(who), way).toBe("must be confirmed");
        await testApp.db.pool.query("update sessions set confirmed_at = now() where user_id = $1", [who.userId]);
        expect(await attempt(who), way).toBe("goes through");
      }
    },
  );

  test("every path that needs a confirmation stands in a way that is tried here, and what is mailed of a new way in too", () => {
    const ways = new Set(Object.values(authPaths).flatMap(({ fresh }) => fresh ?? []));
    expect([...ways].filter((way) => !(way in waysIn))).toEqual([]);
    const told = new Set<string | null>(Object.values(waysIn));
    const opening = AccountChange.options.filter((change) =>
      /_(added|connected|linked|changed|on|exported)$/.test(change),
    );
    expect(opening.filter((change) => !told.has(change))).toEqual([]);
  });

  test("an app is not let in, and is told no without a confirmation; the password confirms", async () => {
    const { browser } = await staleUser("stale-consent@example.com");
    const ask = (accept: boolean) => browser.post("/api/auth/oauth2/consent", { ...consent, accept });
    expect(await ask(true)).toMatchObject(needed);
    expect((await ask(false)).body).not.toMatchObject(needed.body);
    expect((await browser.post("/api/auth/confirm-password", { password: "not the password" })).status).toBe(403);
    expect(await ask(true)).toMatchObject(needed);
    expect((await browser.post("/api/auth/confirm-password", { password })).status).toBe(200);
    expect((await ask(true)).body).not.toMatchObject(needed.body);
  });

  test.each(["enable", "disable", "get-totp-uri", "generate-backup-codes"])(
    "two-factor/%s takes the password, and without one a confirmation",
    async (what) => {
      const { browser, userId } = await staleUser(`stale-2fa-${what}@example.com`);
      const ask = (json: object) => browser.post(`/api/auth/two-factor/${what}`, json);
      expect((await ask({})).status).toBe(400);
      expect((await ask({ password: "not the password" })).status).toBe(400);
      await withoutPassword(userId);
      // Better Auth looks at no password of somebody who has none.
      expect(await ask({ password: "anything" })).toMatchObject(needed);
    },
  );

  test("ending sessions and keys needs none, as long as no way in is taken away", async () => {
    const { browser } = await staleUser("stale-end@example.com");
    const keep = ["passkeys", "providers"];
    expect((await browser.post("/api/auth/revoke-other-sessions", { keep })).status).toBe(200);
  });

  test("a key, a new webhook and the export must be confirmed", async () => {
    const { browser, userId } = await staleUser("stale-actions@example.com");
    const ctx = contextOf(userId);
    const late = { confirmedAt: systemClock.now() - freshMs - 1000, origin: door.url };
    const wanted = { label: "mine", scopes: ["analyses:read"] as const };
    const alerts = { email: false, webhook_url: "https://example.com/hook", symbols: null };
    await expect(createOwnKey(ctx, { by: late, ...wanted })).rejects.toThrow(ConfirmationNeeded);
    await expect(changeAlerts(ctx, { by: late, alerts })).rejects.toThrow(ConfirmationNeeded);
    await expect(exportOwnData(ctx, late)).rejects.toThrow(ConfirmationNeeded);
    const fresh = { ...late, confirmedAt: systemClock.now() };
    await createOwnKey(ctx, { by: fresh, ...wanted });
    await changeAlerts(ctx, { by: fresh, alerts });
    await exportOwnData(ctx, fresh);
    // What is not new opens nothing: it may be saved as it is, and taken away.
    await changeAlerts(ctx, { by: late, alerts: { ...alerts, symbols: ["AAPL"] } });
    await changeAlerts(ctx, { by: late, alerts: { ...alerts, webhook_url: null } });
    const email = "stale-actions@example.com";
    expect((await mailTo(testApp, email, "An API key was created")).text).toContain("mine");
    expect((await mailTo(testApp, email, "A webhook was added")).text).toContain("example.com");
    await mailTo(testApp, email, "Your data was downloaded");
    expect(await signedIn(browser)).toBe(true);
  });

  test("guesses at the password are counted with those of everything else that asks for it", async () => {
    const { browser } = await staleUser("stale-guess@example.com");
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await browser.post("/api/auth/confirm-password", { password: `wrong guess ${n}` })).status);
    for (let n = 0; n < 6; n += 1)
      statuses.push((await browser.post("/api/auth/two-factor/enable", { password: `wrong guess ${n}` })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await browser.post("/api/auth/confirm-password", { password })).status).toBe(429);
  });

  test("somebody without a password confirms by signing in again: with a passkey, or a mailed link", async () => {
    const email = "stale-passkey@example.com";
    const browser = await confirmedUser(testApp, door, email);
    const userId = await userIdOf(browser);
    const soft = await addPasskey(browser);
    await withoutPassword(userId);
    await age(userId);
    expect((await browser.post("/api/auth/confirm-password", { password })).body).toMatchObject(needed.body);
    const before = browser.cookies.get("conclave.session_token");
    const asked = await browser.get("/api/auth/passkey/generate-authenticate-options");
    const response = soft.get(asked.body);
    expect((await browser.post("/api/auth/passkey/verify-authentication", { response })).status).toBe(200);
    expect((await browser.get("/api/auth/passkey/generate-register-options")).status).toBe(200);
    // The session before ended with it: a cookie that was stolen is worth nothing now.
    const thief = openBrowser(door.url);
    thief.cookies.set("conclave.session_token", before ?? "");
    expect(await signedIn(thief)).toBe(false);
  });

  test("a code of the second factor confirms; one of a factor that is only being set up does not", async () => {
    const email = "stale-code@example.com";
    const { browser, userId } = await staleUser(email);
    const enabled = await browser.post("/api/auth/two-factor/enable", { password });
    const { totpURI } = z.object({ totpURI: z.string() }).parse(enabled.body);
    await browser.post("/api/auth/two-factor/verify-totp", { code: totp(totpURI, systemClock.now()) });
    await age(userId);
    expect(await browser.get("/api/auth/passkey/generate-register-options")).toMatchObject(needed);
    const code = totp(totpURI, systemClock.now() + 30_000);
    expect((await browser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
    expect((await browser.get("/api/auth/passkey/generate-register-options")).status).toBe(200);
  });
});

describe("caps of the plan", () => {
  test("hold for API keys, also when many are made at once", async () => {
    const userId = await userIdOf(await confirmedUser(testApp, door, "cap-keys@example.com"));
    const ctx = contextOf(userId);
    const by = { confirmedAt: systemClock.now(), origin: door.url };
    const made = await Promise.allSettled(
      Array.from({ length: plans.free.apiKeys + 4 }, (_, n) =>
        createOwnKey(ctx, { by, label: `key ${n}`, scopes: ["analyses:read"] }),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(plans.free.apiKeys);
    for (const one of made) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Conflict);
    expect(await listKeys(ctx, userId)).toHaveLength(plans.free.apiKeys);
  });

  test("hold for passkeys, also when the last two are made at once", async () => {
    const browser = await confirmedUser(testApp, door, "cap-passkeys@example.com");
    const userId = await userIdOf(browser);
    for (let n = 1; n < plans.free.passkeys; n += 1) await addPasskey(browser);
    const [one, two] = [await twin(browser), await twin(browser)];
    const answers = await Promise.all([register(one), register(two)]);
    expect(answers.toSorted((a, b) => a - b)[1]).toBe(409);
    const { rowCount } = await testApp.db.pool.query("select from passkeys where user_id = $1", [userId]);
    expect(rowCount).toBeLessThanOrEqual(plans.free.passkeys);
    while ((await browser.get("/api/auth/passkey/generate-register-options")).status === 200) await addPasskey(browser);
    expect((await browser.get("/api/auth/passkey/generate-register-options")).status).toBe(409);
  });
});

describe("a passkey that does not ask for its user", () => {
  test("is neither taken nor signed in with: it would be one factor in the place of two", async () => {
    const browser = await confirmedUser(testApp, door, "touched@example.com");
    const touched = softPasskey(door.url, false);
    const options = await browser.get("/api/auth/passkey/generate-register-options");
    const response = touched.create(options.body);
    expect((await browser.post("/api/auth/passkey/verify-registration", { response })).status).toBe(401);

    const soft = await addPasskey(browser);
    const thief = openBrowser(door.url);
    const asked = await thief.get("/api/auth/passkey/generate-authenticate-options");
    const answer = await thief.post("/api/auth/passkey/verify-authentication", {
      response: soft.get(asked.body, { touchedOnly: true }),
    });
    expect(answer.status).toBe(401);
    expect(await signedIn(thief)).toBe(false);
  });
});

describe("a passkey's answer", () => {
  type Soft = ReturnType<typeof softPasskey>;
  const path = "/api/auth/passkey/verify-authentication";
  const askedOf = async (browser: Browser) =>
    (await browser.get("/api/auth/passkey/generate-authenticate-options")).body;
  const other = () => openBrowser(door.url);
  const forged: Record<string, (soft: Soft, thief: Browser) => Promise<unknown>> = {
    "that signed somebody in before": async (soft, thief) => {
      const response = soft.get(await askedOf(thief));
      expect((await thief.post(path, { response })).status).toBe(200);
      thief.cookies.clear();
      await askedOf(thief);
      return response;
    },
    "to what another browser was asked": async (soft) => soft.get(await askedOf(other())),
    "to what nobody was asked": async (soft) => soft.get({ challenge: "x".repeat(43), rpId: "127.0.0.1" }),
    "that another site asked for": async (soft, thief) =>
      soft.get(await askedOf(thief), { at: "https://evil.example" }),
    "for another site's name": async (soft, thief) => soft.get(await askedOf(thief), { site: "evil.example" }),
    "by another key under its name": async (soft, thief) => {
      const asked = await askedOf(thief);
      const { id, rawId, response } = soft.get(asked);
      const own = softPasskey(door.url).get(asked);
      return { ...own, id, rawId, response: { ...own.response, userHandle: response.userHandle } };
    },
    "whose counter fell behind, as a copy's does": async (soft, thief) => soft.get(await askedOf(thief), { step: -1 }),
  };

  test.each(Object.entries(forged))("%s signs nobody in", async (name, forge) => {
    const browser = await confirmedUser(testApp, door, `forged-${name.length}@example.com`);
    const soft = await addPasskey(browser);
    const thief = other();
    const response = await forge(soft, thief);
    if (thief.cookies.size === 0) await askedOf(thief);
    expect((await thief.post(path, { response })).status, name).toBeGreaterThanOrEqual(400);
    expect(await signedIn(thief)).toBe(false);
  });
});

function contextOf(userId: string) {
  return customerContext({ ...testApp, actor: { owner: userId, plan: "free", scopes: ["webhooks:write"] } });
}

async function addPasskey(browser: Browser) {
  const soft = softPasskey(door.url);
  const options = await browser.get("/api/auth/passkey/generate-register-options");
  const response = soft.create(options.body);
  const added = await browser.post("/api/auth/passkey/verify-registration", { response, name: "Laptop" });
  if (added.status !== 200) throw new Error(`a passkey was refused: ${added.status} ${added.text}`);
  return soft;
}

/** Another window of the same browser, which has been asked to make a passkey. */
async function twin(browser: Browser): Promise<{ window: Browser; response: object }> {
  const window = openBrowser(door.url);
  for (const [name, value] of browser.cookies) window.cookies.set(name, value);
  const options = await window.get("/api/auth/passkey/generate-register-options");
  return { window, response: softPasskey(door.url).create(options.body) };
}

async function register({ window, response }: Awaited<ReturnType<typeof twin>>): Promise<number> {
  return (await window.post("/api/auth/passkey/verify-registration", { response, name: "Twin" })).status;
}

test("signing in is fresh by itself", async () => {
  const browser = await confirmedUser(testApp, door, "just-now@example.com");
  expect(await signIn(browser, "just-now@example.com")).toBe(200);
  expect((await browser.get("/api/auth/passkey/generate-register-options")).status).toBe(200);
});
