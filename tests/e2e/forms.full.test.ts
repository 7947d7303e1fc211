import type { BrowserContextOptions, Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { freshDatabase, testSecret, type FreshDatabase } from "#tests/support/database.ts";
import { startKeyServer, type KeyServer } from "#tests/support/key-server.ts";
import { addressForms, elementsOnDisk, kit, postedForms, postedTags } from "#tests/support/every-form.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";
import type { FormRow, Guest } from "#tests/support/form-rows/row.ts";
import { formRows } from "#tests/support/form-rows/rows.ts";
import { password } from "#tests/support/visitor.ts";

/* Every form as somebody meets it whose page is not alive yet, or never will be. */

const chromium = useChromium();
let database: FreshDatabase;
let app: StartedApp;
let provider: KeyServer;
/** Signed in, an administrator with Elite. */
let ada: Browser;
let pages: ReadonlyMap<string, string>;
let rows: readonly FormRow[];

beforeAll(async () => {
  database = await freshDatabase();
  provider = await startKeyServer();
  app = await startApp({ DATABASE_URL: database.url, AUTH_SECRET: testSecret, LOG_LEVEL: "debug", ...provider.env });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await provider.close();
  await database.drop();
}, startPatienceMs);

test("every form of the pages is known, and a field for a secret stands in one that is posted", () => {
  const elements = elementsOnDisk();
  const filesOf = (...wanted: readonly string[]) =>
    elements.filter(({ tag }) => wanted.includes(tag)).map(({ file }) => file);
  const made: readonly string[] = Object.values(kit);
  expect(
    filesOf(...postedTags)
      .filter((file) => !made.includes(file))
      .toSorted(),
  ).toEqual(
    Object.entries(postedForms)
      .flatMap(([file, where]) => where.map(() => file))
      .toSorted(),
  );
  const addresses = new Set(filesOf("form", "FilterForm").filter((file) => !made.includes(file)));
  expect([...addresses].toSorted()).toEqual(Object.keys(addressForms).toSorted());
  // The first is a field of its own, which stands in the forms that use it; the second stands in no form at all.
  const apart = ["web/components/account/new-password.tsx", "web/components/reference/try-access.tsx"];
  const secrets = elements.filter(
    ({ tag, attributes }) =>
      /^(?:input|TextField)$/i.test(tag) &&
      (attributes["type"] === "password" ||
        /password|token|secret|^code$|otp/i.test(attributes["name"] ?? "") ||
        /current-password|new-password|one-time-code/.test(attributes["autoComplete"] ?? "")),
  );
  expect(secrets.length).toBeGreaterThan(8);
  for (const { file, inside } of secrets)
    expect([file, inside.filter((tag) => postedTags.includes(tag)).length, inside.length]).toEqual(
      apart.includes(file) ? [file, 0, 0] : [file, 1, 1],
    );
});

test("there is something for every page to show", async () => {
  const page = await chromium.open();
  pages = await makeEveryPage(page, { app, database });
  ada = openBrowser(app.url);
  for (const { name, value } of await page.context().cookies()) ada.cookies.set(name, value);
  rows = formRows({ app, database, pages, ada });
  const standing = Object.entries(postedForms).flatMap(([file, where]) => (where.includes("page") ? [file] : []));
  expect([...new Set(rows.map(({ file }) => file))].toSorted()).toEqual([kit.buttons, ...standing].toSorted());
});

test("what the server writes has no form that is not posted but those that are an address", async () => {
  const address = new Set(Object.values(addressForms).flat());
  let seen = 0;
  for (const [who, paths] of [
    [ada, [...pages.values()]],
    [openBrowser(app.url), guestPages],
  ] as const)
    for (const path of paths) {
      const { text } = await who.get(path);
      for (const [form, tag = ""] of text.matchAll(/<form\b([^>]*)>.*?<\/form>/gs)) {
        seen += 1;
        const posted = /method="post"/i.test(tag);
        const names = [...form.matchAll(/<(?:input|select|textarea)\b[^>]*?\bname="([^"]+)"/g)].map(([, name]) => name);
        if (!posted)
          expect({ path, names: names.filter((name) => !address.has(name ?? "")) }).toEqual({ path, names: [] });
        if (!posted) expect(form, path).not.toMatch(/type="password"/);
      }
    }
  expect(seen).toBeGreaterThan(20);
});

/** One of each kind: posted to /api/auth, sent to an action, of two fields and of none, with a list, a file or a choice. */
const held = ["sign up", "connect an app", "name", "new analysis", "deposit"];
const kept = ["sign in", "picture", "alerts", "new passkey", "new channel", "new analysis", "resolve a review"];

function named(names: readonly string[]): readonly FormRow[] {
  const found = rows.filter(({ name }) => names.includes(name));
  expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  return found;
}

/** What a row's form is met with. */
interface Met {
  readonly page: Page;
  /** Lets the scripts of the page come. */
  readonly release: () => void;
  readonly guest: Guest;
  /** What the browser asked for, with what it said of where it came from. */
  readonly asked: readonly string[];
  /** How often the form itself was sent. */
  readonly sent: () => number;
}

/** The page of the row that is met. */
let lastMet: Page | undefined;

async function meet(row: FormRow, round: string, options: BrowserContextOptions = {}): Promise<Met> {
  const guest = await row.guest(round);
  // Some forms ask for a fresh sign-in; the rows before took their time.
  await database.db.pool.query("update sessions set confirmed_at = now()");
  const page = await chromium.open({ ...options, expectErrors: /status of 4\d\d/ });
  lastMet = page;
  await page.context().addCookies([...guest.browser.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  let sent = 0;
  page.on("request", (request) => {
    asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`);
    if (
      request.method() === "POST" &&
      new URL(request.url()).pathname === (row.sentTo ?? guest.sentTo ?? guest.path.split("?")[0])
    )
      sent += 1;
  });
  // The styles may come: a page without them is another page.
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await gate.promise;
    await route.continue().catch(() => {});
  });
  await page.goto(`${app.url}${guest.path}`, { waitUntil: "domcontentloaded" });
  return { page, release: gate.resolve, guest, asked, sent: () => sent };
}

async function fill(page: Page, { button, typed, ticked, files }: FormRow, { values }: Guest): Promise<void> {
  const form = formOf(page, button);
  for (const label of typed) await field(form, label).fill(values[label] ?? "");
  for (const label of ticked ?? []) await form.getByLabel(label).click();
  for (const [label, file] of Object.entries(files ?? {})) await form.getByLabel(label).setInputFiles(file);
}

const formOf = (page: Page, button: string | RegExp) =>
  page.locator("form").filter({ has: page.locator("button").filter({ hasText: button }) });

/** Enter in what was typed last; a form without text is sent by its button. */
async function press(page: Page, { button, typed }: FormRow, times: 1 | 2): Promise<void> {
  const form = formOf(page, button);
  const last = typed.at(-1);
  const control = last === undefined ? null : form.getByLabel(last);
  const isLine = control !== null && (await control.evaluate((field) => field.tagName)) === "INPUT";
  if (isLine) await control.focus();
  else await form.locator("button").filter({ hasText: button }).focus();
  for (let time = 0; time < times; time += 1) await page.keyboard.press("Enter");
}

/** Nothing that was typed stands in an address, in what another page is told of ours, or in a log. */
function nowhere({ page, guest, asked }: Met): void {
  for (const value of Object.values(guest.values)) {
    if (guest.open?.includes(value) === true) continue;
    for (const form of new Set([value, encodeURIComponent(value), value.replaceAll(" ", "+")])) {
      expect(page.url()).not.toContain(form);
      expect(asked.filter((line) => line.includes(form))).toEqual([]);
      // A short number stands in a log anyway: as milliseconds, in an id.
      if (form.length < 8) continue;
      const at = app.said().indexOf(form);
      expect(at < 0 ? "" : app.said().slice(Math.max(0, at - 200), at + 200), "in the log").toBe("");
    }
  }
}

const alive = (page: Page) =>
  page.waitForFunction(() => {
    const forms = [...document.querySelectorAll("form")];
    return forms.length > 0 && forms.every((form) => Object.keys(form).some((key) => key.startsWith("__reactProps")));
  });

async function countOf({ guest }: Met): Promise<number> {
  if (guest.count === undefined) return Number.NaN;
  const { rows: counted } = await database.db.pool.query<{ n: string }>(guest.count.sql, [...guest.count.values]);
  return Number(counted[0]?.n);
}

async function oneMore(met: Met, before: number): Promise<void> {
  if (Number.isNaN(before)) return;
  await expect.poll(() => countOf(met)).toBe(before + 1);
}

/** A short label is a part of many others. */
const field = (form: Locator, label: string): Locator => form.getByLabel(label, { exact: label.length < 3 });

/** Meets every row, and then says which of them failed, and what their pages said. */
async function eachRow(rowsOfIt: readonly FormRow[], look: (row: FormRow) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  for (const row of rowsOfIt)
    await look(row).catch(async (error: unknown) => {
      const text = await lastMet?.locator("main").innerText({ timeout: 10_000 }).catch(String);
      faults.push(`${row.name}: ${String(error).slice(0, 800)}\n${lastMet?.url()} shows\n${text?.slice(0, 2000)}`);
    });
  if (faults.length > 0) throw new Error(faults.join("\n\n"));
}

describe("a form whose page is not alive yet", () => {
  test("takes Enter twice as one press: it works or waits, and nothing of it enters an address", async () => {
    await eachRow(named(held), async (row) => {
      const met = await meet(row, "held");
      const before = await countOf(met);
      await fill(met.page, row, met.guest);
      await press(met.page, row, 2);
      await row.worked(met.page, met.guest);
      nowhere(met);
      expect([row.name, met.sent()]).toEqual([row.name, 1]);
      await oneMore(met, before);
      met.release();
      await met.page.context().close();
    });
  });

  test("an easy password that was typed before then is told of once it is", async () => {
    const row = rows.find(({ name }) => name === "reset");
    if (row === undefined) throw new Error("no form sets a new password");
    const { page, guest, release } = await meet(row, "easy");
    await fill(page, row, { ...guest, values: { "New password": "Password1234!" } });
    release();
    await page.getByText("The password is too easy to guess").waitFor();
    await expect.poll(() => page.getByLabel("New password").inputValue()).toBe("Password1234!");
    await page.context().close();
  });

  test("keeps what was typed until it is, and is then sent once", async () => {
    await eachRow(named(kept), async (row) => {
      const met = await meet(row, "kept");
      const { page, guest } = met;
      const before = await countOf(met);
      await fill(page, row, guest);
      if (row.waits === "always") await press(page, row, 2);
      nowhere(met);
      met.release();
      await alive(page);
      const form = formOf(page, row.button);
      for (const label of row.typed)
        expect([row.name, await field(form, label).inputValue()]).toEqual([row.name, guest.values[label]]);
      expect([row.name, met.sent()]).toEqual([row.name, 0]);
      if (row.noticed !== undefined) await row.noticed(page);
      if (row.waits !== "always") {
        await press(page, row, 2);
        await (row.workedByScript ?? row.worked)(page, guest);
        nowhere(met);
        await oneMore(met, before);
      }
      await page.context().close();
    });
  });
});

test("a form works where scripts never run, and Enter pressed twice does it once", async () => {
  await eachRow(rows, async (row) => {
    const met = await meet(row, "off", { javaScriptEnabled: false });
    const before = await countOf(met);
    await fill(met.page, row, met.guest);
    // Nobody holds the second press back: what would be made twice knows the first again.
    await press(met.page, row, met.guest.count === undefined ? 1 : 2);
    if (row.waits === "always") {
      const last = row.typed.at(-1) ?? "";
      await expect.poll(() => formOf(met.page, row.button).getByLabel(last).inputValue()).toBe(met.guest.values[last]);
      expect(await met.page.content()).toContain("Turn on JavaScript");
    } else await row.worked(met.page, met.guest);
    nowhere(met);
    await oneMore(met, before);
    await met.page.context().close();
  });
});

test("what is refused without a script comes back with why, and with what was typed but for a secret", async () => {
  const page = await chromium.open({ javaScriptEnabled: false, expectErrors: /status of 4\d\d/ });
  await page.goto(`${app.url}/sign-in?next=/keys`);
  await page.getByLabel("Email address").fill("nobody.at.all@example.org");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("You are not signed in").waitFor();
  expect(page.url()).toBe(`${app.url}/sign-in?next=%2Fkeys`);
  await expect.poll(() => page.getByLabel("Email address").inputValue()).toBe("nobody.at.all@example.org");
  await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");

  await page.context().addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  await page.goto(`${app.url}/analyses/new`);
  await page.getByLabel("Symbol").fill("DEMO");
  await page.getByLabel("As of").fill("2019-06-04");
  await page.getByText("Options", { exact: true }).click();
  await page.getByLabel("Depth").selectOption("3");
  for (const analyst of ["Market", "News", "Social", "Fundamentals"])
    await page.getByRole("checkbox", { name: new RegExp(`^${analyst}`) }).uncheck();
  await page.getByLabel("Symbol").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Choose at least one analyst" }).waitFor();
  await expect.poll(() => page.getByLabel("Symbol").inputValue()).toBe("DEMO");
  await expect.poll(() => page.getByLabel("As of").inputValue()).toBe("2019-06-04");
  await expect.poll(() => page.getByLabel("Depth").inputValue()).toBe("3");
  await expect.poll(() => page.getByRole("checkbox", { name: /^Market/ }).isChecked()).toBe(false);
});

test("a form of somebody whose session has ended leads to the sign-in, and back to its page", async () => {
  const page = await chromium.open({ javaScriptEnabled: false });
  const { browser } = await formRowsGuest();
  await page.context().addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  await page.goto(`${app.url}/settings`);
  await page.getByLabel("Name").fill("Grace");
  await browser.post("/api/auth/sign-out");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toBe(`${app.url}/sign-in?next=%2Fsettings`);
});

async function formRowsGuest(): Promise<Guest> {
  const row = rows.find(({ file }) => file.endsWith("/security-forms.tsx"));
  if (row === undefined) throw new Error("no row signs somebody up");
  return row.guest("ended");
}

test("a page that a token opens is kept by no cache, and tells its path to nobody", async () => {
  for (const path of ["/reset", pages.get("/shared/[token]") ?? ""]) {
    const { headers } = await ada.get(path);
    expect([path, headers.get("cache-control")]).toEqual([path, expect.stringContaining("no-store")]);
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  }
});

test("a plain post to a page does nothing, and shows the page", async () => {
  const answer = await ada.submit("/keys", { label: "by hand", scopes: "analyses:read" });
  expect(answer.status).toBe(200);
  const { rows: made } = await database.db.pool.query("select from api_keys where label = 'by hand'");
  expect(made).toEqual([]);
  expect(answer.text).toContain("API keys");
});
