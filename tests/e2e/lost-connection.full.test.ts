import type { BrowserContext, Locator, Page, Request, Route } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedOut, tooManyActions, unreachable } from "#src/contract/accounts/form-outcomes.ts";
import { buildStamp } from "#src/web/build.ts";
import { alive } from "#tests/support/alive.ts";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { builtActions } from "#tests/support/built-pages.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { freshDatabase, testSecret, type FreshDatabase } from "#tests/support/database.ts";
import { partlyPaid } from "#tests/support/every-page.ts";
import { finishedReport, password } from "#tests/support/visitor.ts";
import { somebody } from "#tests/support/form-rows/row.ts";
import { pressedButtons } from "#tests/support/pressed-buttons.ts";
import type { PressedService, Pressed } from "#tests/support/pressed-row.ts";
import { join } from "node:path";

/* Buttons of every kind that have something done, without a network, beyond a limit and after the session has ended. */

const chromium = useChromium();
let database: FreshDatabase;
let app: StartedApp;
let testApp: PressedService;
/** Of each person, where what pages are made of is loaded once. Nothing moves, and so nothing is waited for that moves. */
let contexts: Readonly<Record<Pressed["as"], BrowserContext>>;
/** Server actions by the id that a page sends. */
let names: ReadonlyMap<string, string>;

type Fault = "none" | "no network" | "too often" | "signed out";
const said: Readonly<Record<Exclude<Fault, "none">, RegExp>> = {
  "no network": new RegExp(unreachable.slice(0, 34)),
  "too often": new RegExp(`${tooManyActions.slice(0, 30)}|Too many attempts\\. Wait a few minutes`),
  "signed out": new RegExp(signedOut.slice(0, 26)),
};

beforeAll(async () => {
  database = await freshDatabase();
  app = await startApp({ DATABASE_URL: database.url, AUTH_SECRET: testSecret });
  names = new Map(
    [...builtActions(buildStamp(join(import.meta.dirname, "../..")))].map(([name, { id }]) => [id, name]),
  );
  const still = { reducedMotion: "reduce" } as const;
  const [ada, grace, guest] = await Promise.all([
    chromium.newContext(still),
    chromium.newContext(still),
    chromium.newContext(still),
  ]);
  contexts = { ada, grace, guest };
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await database.drop();
}, startPatienceMs);

test("there is something to press", async () => {
  const page = await chromium.open();
  const made = { app, database, pages: new Map<string, string>(), ada: openBrowser(app.url) };
  const ada = await somebody(made, "ada@example.org", true);
  const grace = await somebody(made, "grace@example.org", true);
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  const again = { email: "grace@example.org", password };
  await openBrowser(app.url, "Another/1.0").post("/api/auth/sign-in/email", again);
  await page.context().addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  const analysis = await finishedReport(app, ada);
  const { review } = await partlyPaid(page, { app, database });
  testApp = { database, analysis, review, ada, grace };
  expect(names.size).toBeGreaterThan(40);
});

test.each(pressedButtons)("$sends", async (row) => {
  const context = contexts[row.as];
  const page = await chromium.open({
    within: context,
    expectErrors: /Failed to load resource|net::ERR|status of 4\d\d|Connection/,
  });
  await row.before?.(testApp);
  const cookies =
    row.as === "guest" ? [] : [...testApp[row.as].cookies].map(([name, value]) => ({ name, value, url: app.url }));
  await context.clearCookies();
  await context.addCookies(cookies);
  let fault: Fault = "none";
  let met = 0;
  const sent = new Set<string>();
  page.on("request", (request) => void sent.add(sentBy(request) ?? ""));
  await page.goto(`${app.url}${await row.path(testApp)}`);
  await alive(page);
  for (const name of row.open ?? []) await button(page, name).click();
  await fill(page, row);
  await row.ready?.(page);
  // From here on: what is met by a fault is kept in no cache, and the page itself should be.
  await page.route(`${app.url}/**`, async (route) => {
    if (await meets(route, row, fault)) met += 1;
  });

  const faults = (["no network", "too often", "signed out"] as const).slice(
    0,
    row.as === "guest" || row.knowsNoSession ? 2 : 3,
  );
  for (const [index, next] of faults.entries()) {
    fault = next;
    if (next === "signed out") await context.clearCookies();
    const before = met;
    await (index === 0 ? press(page, row) : again(page, row));
    // What is said may be what the fault before it had said.
    if (next !== "signed out") await expect.poll(() => met).toBeGreaterThan(before);
    if (row.says !== undefined) await page.locator("button[aria-busy=true]").first().waitFor({ state: "detached" });
    await page
      .getByText(row.says ?? said[next])
      .first()
      .waitFor();
    await stays(page, row);
    if (next === "signed out" && row.again === undefined) {
      const link = page.getByRole("link", { name: "Sign in again" }).first();
      expect(await link.getAttribute("href")).toMatch(/^\/sign-in\?next=%2F/);
      expect(await link.getAttribute("target")).toBe("_blank");
    }
  }
  fault = "none";
  await context.addCookies(cookies);
  await again(page, row);
  if (row.done === undefined) await page.getByText(said["signed out"]).first().waitFor({ state: "detached" });
  else await page.getByText(row.done).first().waitFor();
  expect([...sent]).toContain(row.sends.startsWith("auth.") || row.sends === "assistant.ask" ? "api" : row.sends);
});

/** The action that a page sends, by `file.name`; `api` for what goes to an endpoint. */
function sentBy(request: Request): string | null {
  const id = request.headers()["next-action"];
  const { pathname } = new URL(request.url());
  const isApi = /^\/api\/(?:auth\/|assistant$)/.test(pathname) && !pathname.endsWith("/session");
  return id === undefined ? (isApi ? "api" : null) : (names.get(id) ?? null);
}

/** The network is gone, or the limit is used up, for what the row's button sends. Whether this request met it. */
async function meets(route: Route, { sends }: Pressed, fault: Fault): Promise<boolean> {
  const about = sentBy(route.request());
  const aimed = about === sends || (about === "api" && (sends.startsWith("auth.") || sends === "assistant.ask"));
  if (!aimed || fault === "none" || fault === "signed out") {
    await route.continue();
    return false;
  }
  if (fault === "no network") {
    await route.abort("internetdisconnected");
    return true;
  }
  const json = { code: "TOO_MANY_REQUESTS", message: "too many attempts", detail: tooManyActions.slice(0, -1) };
  await (about === "api"
    ? route.fulfill({ status: 429, json })
    : route.fulfill({ status: 429, contentType: "text/plain", body: tooManyActions }));
  return true;
}

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, disabled: false, ...(typeof name === "string" && { exact: true }) })
    .or(page.getByRole("menuitem", { name }))
    .or(page.getByRole("switch", { name }))
    .last();

/** The form of the row's button, of which there may be several on a page. */
async function fieldOf(page: Page, row: Pressed, label: string): Promise<Locator> {
  const named = page.locator("button").filter({ hasText: row.button });
  const form = page.locator("form").filter({ has: named });
  return ((await form.count()) > 0 ? form.last() : page).getByLabel(label, { exact: label.length < 3 }).last();
}

async function fill(page: Page, row: Pressed): Promise<void> {
  const { typed = {}, chosen = [], file } = row;
  for (const label of chosen) await (await fieldOf(page, row, label)).click();
  for (const [label, value] of Object.entries(typed)) await (await fieldOf(page, row, label)).fill(value);
  if (file !== undefined) await page.getByLabel(file[0]).last().setInputFiles(file[1]);
}

const press = (page: Page, row: Pressed) =>
  row.again === undefined ? button(page, row.button).click() : row.again(page);
const again = (page: Page, row: Pressed) =>
  row.again === undefined ? page.getByRole("button", { name: "Try again" }).last().click() : row.again(page);

async function stays(page: Page, row: Pressed): Promise<void> {
  // The page of an error that nobody caught.
  expect(await page.getByRole("heading", { level: 1, name: "Something went wrong" }).count()).toBe(0);
  for (const [label, value] of Object.entries(row.typed ?? {}))
    expect([label, await (await fieldOf(page, row, label)).inputValue()]).toEqual([label, value]);
}
