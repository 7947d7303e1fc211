import type { BrowserContext, Page } from "@playwright/test";
import { Scope } from "#src/contract/accounts/plans.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { getAnalysis, shareAnalysis } from "#src/product/analyses/reading.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import type { App } from "./app.ts";
import { openBrowser, type Browser } from "./browser.ts";
import { customerContext } from "./contexts.ts";
import { testVault } from "./database.ts";
import { linkIn, mailTo } from "./mail-worker.ts";
import { userIdOf } from "./sign-in.ts";
import { until } from "./up-process.ts";
import { demo } from "./worker-process.ts";

export const password = "correct horse battery staple";

/** Signs up on the page, and confirms the address by the mail in the mailbox for development. Ends on the dashboard. */
export async function signUp(page: Page, app: Pick<App, "url">, email: string): Promise<void> {
  await page.goto(`${app.url}/sign-up`);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/verify**");
  await openInMailbox(page, app, email, /confirm/i);
  await page.waitForURL((url) => url.pathname !== "/dev/mail");
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

type Served = Pick<App, "url" | "databaseUrl">;

/** Somebody new who is signed in, without the way over the pages and the mail, which tests/e2e/day.test.ts goes. */
export async function newPerson(app: Served, email: string): Promise<Browser> {
  const browser = openBrowser(app.url);
  const made = await browser.post("/api/auth/sign-up/email", { name: "Ada Lovelace", email, password });
  if (made.status !== 200) throw new Error(`sign-up answered ${made.status}: ${made.text}`);
  const db = openDatabase(app.databaseUrl, 1);
  await db.pool.query("update users set email_verified = true where email = $1", [email]);
  await db.close();
  return signedIn(app, email);
}

async function signedIn(app: Pick<App, "url">, email: string): Promise<Browser> {
  const browser = openBrowser(app.url);
  const { status, text } = await browser.post("/api/auth/sign-in/email", { email, password });
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${text}`);
  return browser;
}

/** As `newPerson`, in the place of whoever was signed in here. No page is opened yet. */
export async function comeSignedIn(page: Page, app: Served, email: string): Promise<Browser> {
  const person = await newPerson(app, email);
  await bring(page.context(), app, person);
  return person;
}

/** Signs in anew, in the place of whatever session the page had. */
export async function bringSession(page: Page, app: Pick<App, "url">, email: string): Promise<void> {
  await bring(page.context(), app, await signedIn(app, email));
}

export async function bring(context: BrowserContext, app: Pick<App, "url">, { cookies }: Browser): Promise<void> {
  await context.clearCookies();
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.url })));
}

/** Does something on the app's database as a signed-in person. */
export async function actingAs<T>(app: Served, who: Browser, work: (ctx: Context) => Promise<T>): Promise<T> {
  const db = openDatabase(app.databaseUrl, 2, undefined, testVault);
  const queue = await openJobQueue(app.databaseUrl, { info() {}, debug() {}, warn() {}, error() {} });
  try {
    const actor = { owner: await userIdOf(who), plan: "elite", scopes: Scope.options } as const;
    return await work(customerContext({ db, queue, actor }));
  } finally {
    await queue.close();
    await db.close();
  }
}

/** An analysis that has ended, without the pages of its beginning. @returns its path */
export function finishedReport(app: Served, who: Browser, date = "2019-06-03"): Promise<string> {
  return actingAs(app, who, async (ctx) => {
    const { id } = (await submitAnalysis(ctx, { body: demo(date), idempotencyKey: null })).job;
    await until(async () => (await getAnalysis(ctx, id)).status === "succeeded");
    return `/analyses/${id}`;
  });
}

/** One that no worker comes to: it waits for as long as a test needs it. @returns its path */
export async function waitingAnalysis(app: Served, who: Browser): Promise<string> {
  const path = await finishedReport(app, who);
  await actingAs(app, who, ({ db }) =>
    db.pool.query(
      "update analyses set status = 'queued', result = null, started_at = null, finished_at = null where id = $1",
      [path.split("/").at(-1)],
    ),
  );
  return path;
}

/** Somebody's finished report by the link for everybody. @returns the link */
export async function sharedReport(app: Served, email: string): Promise<string> {
  const who = await newPerson(app, email);
  return `${app.url}${await share(app, who, await finishedReport(app, who))}`;
}

/** Makes the link of a report that anybody may read. @returns its path */
export function share(app: Served, who: Browser, path: string): Promise<string> {
  return actingAs(app, who, async (ctx) => `/shared/${(await shareAnalysis(ctx, path.split("/").at(-1) ?? "")).token}`);
}

/** Follows the first link of the newest mail to an address, as one does in a mailbox of one's own. */
export async function openMail(page: Page, app: Served, email: string, subject: RegExp): Promise<void> {
  const db = openDatabase(app.databaseUrl, 1, undefined, testVault);
  const mail = await mailTo({ db }, email, subject).finally(() => db.close());
  await page.goto(linkIn(mail).href);
}

/** As `openMail`, on the page of the mailbox for development. */
export async function openInMailbox(page: Page, app: Pick<App, "url">, email: string, subject: RegExp): Promise<void> {
  const mail = page
    .getByRole("navigation", { name: "Emails" })
    .getByRole("link")
    .filter({ hasText: email })
    .filter({ hasText: subject })
    .first();
  // A worker sends it a moment later; the page shows what was there when it was loaded.
  for (let loads = 1; ; loads += 1) {
    await page.goto(`${app.url}/dev/mail`);
    const there = await mail.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
    if (there) break;
    if (loads === 30) throw new Error(`no mail to ${email} about ${subject}`);
  }
  await mail.click();
  // The newest mail is there before it is chosen: its link would be pressed while the page is on its way to it.
  await page.waitForURL(/[?&]mail=/);
  await page.getByRole("article").getByText(email).waitFor();
  await page.getByRole("tabpanel").getByRole("link").first().click();
}

/** By the menu behind the avatar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/" || url.pathname.startsWith("/sign-in"));
}

/** Fills the form of a new analysis and sends it. Ends on the page of the run. @returns its path */
export async function startAnalysis(
  page: Page,
  app: Pick<App, "url">,
  { ticker, date }: { readonly ticker: string; readonly date: string },
): Promise<string> {
  await page.goto(`${app.url}/analyses/new`);
  await page.getByLabel("Symbol").fill(ticker);
  await page.getByLabel("As of").fill(date);
  await page.getByRole("button", { name: "Start analysis" }).click();
  await page.waitForURL(/\/analyses\/ana_/);
  return new URL(page.url()).pathname;
}

/** Makes the link of a report that anybody may read. @returns its path */
export async function shareReport(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: /make|create/i }).click();
  const link = await page.getByRole("dialog").getByRole("textbox").inputValue();
  return new URL(link).pathname;
}

/** Makes somebody an administrator who may change things, as if they had turned on the second factor. */
export async function makeAdmin(app: Pick<App, "databaseUrl" | "run">, email: string): Promise<void> {
  await app.run("accounts", "admin", email);
  const db = openDatabase(app.databaseUrl, 1);
  await db.pool.query("update users set two_factor_enabled = true where email = $1", [email]);
  await db.close();
}
