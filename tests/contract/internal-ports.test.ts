import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pagesSecret } from "#src/core/network/internal-server.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { callAction, startPages, type BuiltAction, type Pages } from "#tests/support/built-pages.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { rawHttp, rawRequest } from "#tests/support/raw-http.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/up-process.ts";

/* The listeners that are not for people, as real processes: nobody gets around the front door by them. */

const publicUrl = "http://conclave.example";
let testApp: TestApp;
let local: Pages;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  local = await startPages(testApp, { LOG_LEVEL: "trace" });
  door = await testApp.open({ access: { open: false, loopback: true }, webUrl: local.url });
}, startPatienceMs);
afterAll(async () => {
  local.stop();
  await testApp.drop();
});

const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);
const ours = (shape: { local: boolean; publicUrl: string | null }): string =>
  `X-Conclave-Internal: ${pagesSecret(testSecret, shape)}`;

describe("the port of the pages", () => {
  const loopback = "Host: 127.0.0.1";
  test.each<[name: string, line: string, headers: string[], status: number]>([
    ["the front door", "GET /pricing", [loopback, ours({ local: true, publicUrl: null })], 200],
    ["anybody who asks whether it works", "GET /healthz", [loopback], 200],
    ["a page of a strange name", "GET /healthz", ["Host: evil.example"], 403],
    ["whoever is on the machine", "GET /", [loopback], 403],
    ["a name that somebody pointed here", "GET /dev/mail", ["Host: evil.example"], 403],
    ["the mailbox", "GET /dev/mail", [loopback], 403],
    ["the mailbox in code", "GET /%64ev/mail", [loopback], 403],
    ["a guess", "GET /", [loopback, "X-Conclave-Internal: guessed"], 403],
    ["two guesses", "GET /", [loopback, "X-Conclave-Internal: a", "X-Conclave-Internal: b"], 403],
    ["a front door of another kind", "GET /", [loopback, ours({ local: false, publicUrl })], 403],
    ["a picture", "GET /_next/image?url=%2Ficon.svg&w=64&q=75", [loopback], 403],
    ["a file of the build", "GET /_next/static/x.js", [loopback], 403],
    ["a piece of a page", "GET /dashboard", [loopback, "RSC: 1"], 403],
    ["an action", "POST /settings", [loopback, "Next-Action: 7f", "Content-Length: 0"], 403],
    ["a websocket", "GET /_next/webpack-hmr", [loopback, "Upgrade: websocket"], 403],
    ["TRACE", "TRACE /", [loopback], 403],
    ["CONNECT", "CONNECT 127.0.0.1:1", [loopback], 0],
  ])("as %s", async (_name, line, headers, status) => {
    const answer = await rawHttp(portOf(local), rawRequest(line, headers));
    expect(answer.status).toBe(status);
  });

  test("says to whoever runs it that its front door is set up differently", async () => {
    const other = await testApp.open({
      access: { open: false, loopback: true },
      webUrl: local.url,
      surroundings: { publicUrl, trustedProxies: ["127.0.0.1"], development: false },
    });
    const answer = await fetch(`${other.url}/dev/mail`);
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 403,
      text: expect.stringContaining("same AUTH_SECRET, PUBLIC_URL"),
    });
    await until(() => local.said().includes("set up differently"));
  });

  test("what shows the front door is seen by no page and no log", async () => {
    await (await fetch(`${door.url}/nothing-here`)).text();
    expect(local.said()).not.toContain(pagesSecret(testSecret, { local: true, publicUrl: null }));
  });

  test("lets Next ask itself for an action of another page", async () => {
    const browser = await confirmedUser(testApp, door, "elsewhere@example.test");
    const save = local.actions.get("account.saveName");
    if (save === undefined) throw new Error("no page has the action");
    const form = new FormData();
    form.set("name", "Ada King");
    const elsewhere: BuiltAction = { id: save.id, path: "/pricing" };
    expect(await callAction(door.url, browser, elsewhere, form)).toMatchObject({ ok: true });
    expect((await browser.get("/api/auth/session")).body).toMatchObject({ user: { name: "Ada King" } });
  });
});
