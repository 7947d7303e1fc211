import type { Page } from "@playwright/test";
import { appendEntry } from "#src/db/queries/signals.ts";
import { systemClock } from "#src/platform/clock.ts";
import type { App } from "./app.ts";
import { pagesOnDisk } from "./built-pages.ts";
import type { FreshDatabase } from "./database.ts";
import { newWatchlist, signalEntry } from "./signals.ts";
import { shareReport, signUp, startAnalysis } from "./visitor.ts";

/** Of those who are signed out; whoever is signed in is led away from them. */
export const guestPages = ["/sign-in", "/sign-up", "/verify", "/magic-link", "/two-factor"];

interface PageSetup {
  readonly app: App;
  /** The app's. */
  readonly database: FreshDatabase;
}

/**
 * Signs up, as an administrator with Elite, and makes something for each page to show: an analysis and a link to it, a
 * backtest, a signal, a deposit under review. Made-up figures all of them.
 * @returns the addresses of all pages on disk but those for guests, by the page
 */
export async function makeEveryPage(page: Page, { app, database }: PageSetup): Promise<Map<string, string>> {
  await signUp(page, app, "ada@example.org");
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  const analysis = await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "Download" }).waitFor();
  const shared = await shareReport(page);
  const deposit = await openDeposit(page, app);
  await payAPart(page, app);
  const review = await firstLink(page, app, "/admin/deposits", /\/admin\/deposits\/./);
  const account = await firstLink(page, app, "/admin/accounts", /\/admin\/accounts\/./);
  const signal = await publishSignal(database, analysis);
  const ids: Readonly<Record<string, string>> = {
    "/analyses/[id]": analysis,
    "/backtests/[id]": await runBacktest(page, app),
    "/shared/[token]": shared,
    "/deposits/[id]": deposit,
    "/admin/deposits/[id]": review,
    "/admin/accounts/[id]": account,
    "/signals/[id]": signal,
    "/signals/[id]/report": `${signal}/report`,
    "/instruments/[symbol]": "/instruments/DEMO",
    "/help/[slug]": "/help/as-of",
    "/docs/api/[operation]": "/docs/api/submitAnalysis",
    "/docs/api/schemas/[schema]": "/docs/api/schemas/Job",
    "/blog/[slug]": "/blog/review-is-not-hold",
  };
  const others = pagesOnDisk().filter((path) => !guestPages.includes(path));
  return new Map(
    others.map((path) => {
      const address = path.includes("[") ? ids[path] : path;
      if (address === undefined) throw new Error(`nothing leads to ${path}: make something for it to show`);
      return [path, address];
    }),
  );
}

/** A signal on a list of the only user's own, that came from this analysis. */
async function publishSignal(database: FreshDatabase, analysis: string): Promise<string> {
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const list = await newWatchlist(database, owner);
  const entry = signalEntry("DEMO", "Overweight", {
    name: "A made-up company",
    analysis_id: analysis.split("/").at(-1) ?? "",
  });
  await database.db.transaction((tx) => appendEntry(tx, list, entry, systemClock.now()));
  return `/signals/${entry.id}`;
}

async function runBacktest(page: Page, app: App): Promise<string> {
  await page.goto(`${app.url}/backtests?symbols=DEMO&from=2019-01-02&to=2019-06-28`);
  await page.getByRole("button", { name: "Start backtest" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  await page.getByRole("heading", { name: "Strategies" }).waitFor({ timeout: 60_000 });
  return new URL(page.url()).pathname;
}

export async function openDeposit(page: Page, app: App): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill("40");
  await page.getByRole("button", { name: "Show address" }).click();
  await page.waitForURL(/\/deposits\/dep_/);
  return new URL(page.url()).pathname;
}

export async function payAPart(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/dev/pay`);
  await page.getByRole("button", { name: "Underpay" }).first().click();
  await page
    .getByText(/^partially paid$/)
    .first()
    .waitFor({ timeout: 30_000 });
}

export async function firstLink(page: Page, app: App, list: string, to: RegExp): Promise<string> {
  await page.goto(`${app.url}${list}`);
  await page.getByRole("main").getByRole("link").first().waitFor();
  const links = await page.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const found = links.find((link) => to.test(link));
  if (found === undefined) throw new Error(`no link to ${to} on ${list}: ${links.join(" ")}`);
  return found;
}
