import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { signedToken } from "#src/product/accounts/public/signed-requests.ts";
import { shareAnalysis } from "#src/product/analyses/reading.ts";
import { submit } from "#tests/support/api-client.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { startPages, type Pages } from "#tests/support/built-pages.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { linkIn, mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { newUser, password, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

/* Each way in which a secret stands in an address, followed to its end; then all that was logged is searched. */

let testApp: TestApp;
let pages: Pages;
let door: FrontDoor;
let worker: MailWorker;
let browser: Browser;
const email = "ada@example.com";
const secrets: string[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  pages = await startPages(testApp, { LOG_LEVEL: "trace" });
  const github = { clientId: "client", clientSecret: "the-secret-of-the-client" };
  door = await testApp.open({ webUrl: pages.url, auth: { github } });
  worker = startMailWorker(testApp, { LOG_LEVEL: "debug", PORT: String(door.port) });
  browser = await newUser(testApp, door, email);
  secrets.push(github.clientSecret, password, ...browser.cookies.values());
}, startPatienceMs);
afterAll(async () => {
  worker.stop();
  pages.stop();
  await testApp.drop();
});

/** Follows an address, and where it leads on to, as a browser does. */
async function follow(path: string, by = browser): Promise<number> {
  let at = new URL(path, door.url);
  for (let steps = 0; steps < 5; steps++) {
    const { status, headers } = await by.get(at.href, { headers: { accept: "text/html" } });
    const to = headers.get("location");
    if (to === null) return status;
    at = new URL(to, at);
  }
  throw new Error(`${path} leads on and on`);
}

const tokenOf = (link: URL): string => link.searchParams.get("token") ?? link.pathname.split("/").at(-1) ?? "";

async function mailed(path: string, body: object, subject: RegExp, to = email): Promise<URL> {
  expect((await browser.post(`/api/auth/${path}`, body)).status).toBe(200);
  const link = linkIn(await mailTo(testApp, to, subject));
  secrets.push(tokenOf(link));
  return link;
}

test("no link, code, password or token stands in any log", async () => {
  secrets.push(tokenOf(linkIn(await mailTo(testApp, email, "Confirm your email address"))));

  const reset = await mailed("request-password-reset", { email, redirectTo: "/reset" }, /password/i);
  await follow(reset.href, openBrowser(door.url));
  const anew = "another-long-password-9";
  secrets.push(anew);
  const token = tokenOf(reset);
  expect((await browser.post("/api/auth/reset-password", { newPassword: anew, token })).status).toBe(200);

  const magic = await mailed("sign-in/magic-link", { email, callbackURL: "/dashboard" }, /sign-in link/i);
  browser.cookies.clear();
  expect(await follow(magic.href)).toBe(200);
  await follow(magic.href, openBrowser(door.url));
  secrets.push(...browser.cookies.values());

  const moved = "ada@elsewhere.example";
  const agree = await mailed("change-email", { newEmail: moved }, /email address change/);
  await follow(agree.href, openBrowser(door.url));
  await follow(agree.href);
  const confirm = linkIn(await mailTo(testApp, moved, "Confirm your new email address"));
  secrets.push(tokenOf(confirm));
  await follow(confirm.href, openBrowser(door.url));
  await follow(confirm.href);

  const owner = await userIdOf(browser);
  // The worker that sends the mails runs it.
  const { id } = await submit(door.url, { ticker: "DEMO", trade_date: "2019-06-03" });
  await fetch(`${door.url}/v1/analyses/${id}?wait=30`);
  const actor = { owner: "local", plan: "elite", scopes: ["analyses:read", "analyses:write"] } as const;
  const shared = (await shareAnalysis(customerContext({ db: testApp.db, clock: systemClock, actor }), id)).token;
  const unknown = "an-unknown-share-0123456789abcdef";
  secrets.push(shared, unknown);
  expect(await follow(`/shared/${shared}`, openBrowser(door.url))).toBe(200);
  await follow(`/shared/${unknown}`);
  await follow(`/sign-in?next=%2Fshared%2F${shared}`, openBrowser(door.url));

  const way = signedToken("of no purpose at all, with 32 characters and more", "unsubscribe", `${owner} signals`);
  secrets.push(way);
  await follow(`/api/unsubscribe/${way}`);
  await browser.post(`/api/unsubscribe/${way}`);

  secrets.push("code-of-github", "state-of-github", "typed-too-early");
  await follow("/api/auth/callback/github?code=code-of-github&state=state-of-github", openBrowser(door.url));
  await follow("/sign-in?email=ada%40example.com&password=typed-too-early", openBrowser(door.url));

  // What fails is logged with more than what works.
  testApp.cable.cut();
  for (const path of [reset.pathname + reset.search, magic.pathname + magic.search, `/api/unsubscribe/${way}`])
    // An error, or the way to a page that tells of it.
    expect((await openBrowser(door.url).get(path)).status).not.toBe(200);
  testApp.cable.mend();

  await expect.poll(() => door.logged().split('"msg":"a request failed"').length).toBeGreaterThan(2);
  const logs = { door: door.logged(), pages: pages.said(), worker: worker.said() };
  expect(logs.door).toContain('"path":"/api/auth/reset-password/[redacted]"');
  expect(logs.door).toContain('"path":"/shared/[redacted]"');
  for (const secret of new Set(secrets.map((each) => each.slice(0, 24)).filter((each) => each.length >= 8)))
    for (const [name, log] of Object.entries(logs))
      expect(log.includes(secret) || log.includes(encodeURIComponent(secret)), `${name} says ${secret}`).toBe(false);
});
