import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendEntry } from "#src/db/queries/signals.ts";
import { systemClock } from "#src/platform/clock.ts";
import { startApp, startPatienceMs, type App } from "#tests/support/app.ts";
import { pagesOnDisk } from "#tests/support/built-pages.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { desktop, phone, useChromium } from "#tests/support/chromium.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { newWatchlist, signalEntry } from "#tests/support/signals.ts";
import { shareReport, signUp, startAnalysis } from "#tests/support/visitor.ts";

/* Every page there is, with something on it, in both themes and on two screens. */

const chromium = useChromium();
let database: FreshDatabase;
let app: App;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startApp({ DATABASE_URL: database.url });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** Of those who are signed out; whoever is signed in is led away from them. */
const guests = ["/sign-in", "/sign-up", "/verify", "/magic-link", "/two-factor"];

test("every page is without a fault that axe finds, and fits its screen", { timeout: 600_000 }, async () => {
  const page = await chromium.open();
  await signUp(page, app, "ada@example.org");
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  const paths = await pathsOf(page);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) await look(page, path);
  await page.context().clearCookies();
  for (const path of guests) await look(page, path);
});

async function look(page: Page, path: string): Promise<void> {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await page.goto(`${app.url}${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname, "nobody is led away").toBe(path.split("?")[0]);
    if (size === desktop) await expectNoFaults(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${path} is too wide at ${size.width} px`).toBeLessThanOrEqual(0);
  }
}

/** The pages on disk as addresses. Made on the way: an analysis, a link to it, a deposit under review, an account. */
async function pathsOf(page: Page): Promise<string[]> {
  const analysis = await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "Download" }).waitFor();
  const shared = await shareReport(page);
  const deposit = await openDeposit(page);
  await payAPart(page);
  const review = await firstLink(page, "/admin/deposits", /\/admin\/deposits\/./);
  const account = await firstLink(page, "/admin/accounts", /\/admin\/accounts\/./);
  const signal = await publishSignal(analysis);
  const ids: Readonly<Record<string, string>> = {
    "/analyses/[id]": analysis,
    "/backtests/[id]": await runBacktest(page),
    "/shared/[token]": shared,
    "/deposits/[id]": deposit,
    "/admin/deposits/[id]": review,
    "/admin/accounts/[id]": account,
    "/signals/[id]": signal,
    "/signals/[id]/report": `${signal}/report`,
    "/help/[slug]": "/help/as-of",
    "/blog/[slug]": "/blog/review-is-not-hold",
  };
  return pagesOnDisk()
    .filter((path) => !guests.includes(path))
    .map((path) => {
      const address = path.includes("[") ? ids[path] : path;
      if (address === undefined) throw new Error(`nothing leads to ${path}: make something for it to show`);
      return address;
    });
}

/** A signal on a list of the only user's own, that came from this analysis. */
async function publishSignal(analysis: string): Promise<string> {
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const list = await newWatchlist(database, owner);
  const entry = signalEntry("DEMO", "Overweight", { analysis_id: analysis.split("/").at(-1) ?? "" });
  await database.db.transaction((tx) => appendEntry(tx, list, entry, systemClock.now()));
  return `/signals/${entry.id}`;
}

async function runBacktest(page: Page): Promise<string> {
  await page.goto(`${app.url}/backtests?symbols=DEMO&from=2019-01-02&to=2019-06-28`);
  await page.getByRole("button", { name: "Start the backtest" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  await page.getByRole("heading", { name: "Strategies" }).waitFor({ timeout: 60_000 });
  return new URL(page.url()).pathname;
}

async function openDeposit(page: Page): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill("40");
  await page.getByRole("button", { name: "Show address" }).click();
  await page.waitForURL(/\/deposits\/dep_/);
  return new URL(page.url()).pathname;
}

async function payAPart(page: Page): Promise<void> {
  await page.goto(`${app.url}/dev/pay`);
  await page.getByRole("button", { name: "Pay a part" }).first().click();
  await page
    .getByText(/^partially paid$/)
    .first()
    .waitFor({ timeout: 30_000 });
}

async function firstLink(page: Page, list: string, to: RegExp): Promise<string> {
  await page.goto(`${app.url}${list}`);
  await page.getByRole("main").getByRole("link").first().waitFor();
  const links = await page.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const found = links.find((link) => to.test(link));
  if (found === undefined) throw new Error(`no link to ${to} on ${list}: ${links.join(" ")}`);
  return found;
}
