import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { testVault } from "#tests/support/database.ts";
import { openDeposit, playPayer } from "#tests/support/deposit-pages.ts";
import { longArguments } from "#tests/support/long-arguments.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { publish, signalEntry } from "#tests/support/signals.ts";
import { childrenOf, isAlive, until } from "#tests/support/up-process.ts";
import { openInMailbox, password, signOut, signUp, startAnalysis } from "#tests/support/visitor.ts";

/* A whole day of somebody who has just started the product: real processes, its own Postgres, real pages, a real browser. */

const chromium = useChromium({ fetchesAhead: "always" });
const email = "day@example.org";
const run = { ticker: "DEMO", date: "2019-06-03" };
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };
let app: StartedApp;
let model: ModelServer;
let db: Database;
/** What the model does now: it speaks slowly while somebody follows, and says nothing more while a run is cancelled. */
let speaks: "slowly" | "never" = "slowly";

beforeAll(async () => {
  model = await startModelServer({
    script: longArguments(),
    plan: () => (speaks === "never" ? { kind: "hang" } : { kind: "trickle", delayMs: 100 }),
  });
  app = await startApp(askingModel(model.url), { alone: true });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await model.close();
});

test("from sign-up over money, a plan, an analysis, its report, signals and alerts to sign-out", async () => {
  db = openDatabase(app.databaseUrl, 2, undefined, testVault);
  onTestFinished(() => db.close());
  const page = await chromium.open();
  await signUp(page, app, email);

  const deposit = await openDeposit(page, app, "25");
  await playPayer(page, app, { deposit, act: "Pay the exact amount", shows: /^finished$/ });
  await page.getByRole("heading", { level: 1 }).getByText("Credited").waitFor();
  await page.goto(`${app.url}/billing`);
  await page.getByRole("button", { name: "Buy Signals" }).click();
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  await page.getByRole("banner").getByText("$6.00").waitFor();
  await page.getByRole("banner").getByText("Signals").waitFor();

  await followAnalysis(page);
  await app.run("accounts", "plan", email, "elite");
  await useKey(page);
  await hearSignals(page);
  await hearAlert(page);

  await signOut(page);
  await page.goto(`${app.url}/dashboard`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
});

/** Its agents are heard as they speak, then the page is the report, whose numbers lead to their evidence. */
async function followAnalysis(page: Page): Promise<void> {
  const path = await startAnalysis(page, app, run);
  const title = page.getByRole("heading", { level: 1 });
  await title.getByText("Running").waitFor();
  await page.getByRole("region", { name: "Bull", exact: true }).getByText("Why it is worth owning").waitFor();
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await expect.poll(() => title.textContent()).toContain(run.ticker);
  await page.getByRole("region", { name: "Verdict" }).waitFor();
  await expectNoFaults(page);
  const evidence = page.getByRole("dialog", { name: "Evidence" });
  await page.locator(".prose a.figure").first().press("Enter");
  await evidence.waitFor();
  await page.keyboard.press("Escape");
  const file = await page.request.get(`${app.url}/v1${path}/report.md`);
  expect(await file.text()).toContain("# DEMO");
}

/** A program has a key, and sees the run that is cancelled on the page. */
async function useKey(page: Page): Promise<void> {
  await page.goto(`${app.url}/keys`);
  await page.getByLabel("Name").fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.locator("code", { hasText: /^cnc_/ }).first().textContent()) ?? "";
  const listed = async (): Promise<string[]> => {
    const answer = await fetch(`${app.url.replace("localhost", "127.0.0.1")}/v1/analyses`, {
      headers: { "x-api-key": key },
    });
    const { data }: { data: { status: string }[] } = JSON.parse(await answer.text());
    return data.map(({ status }) => status);
  };
  expect(await listed()).toEqual(["succeeded"]);
  speaks = "never";
  await startAnalysis(page, app, run);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel the analysis" }).click();
  await page.getByText("Cancelled").first().waitFor();
  expect(await listed()).toEqual(["cancelled", "succeeded"]);
}

/** What is published is there without a look. */
async function hearSignals(page: Page): Promise<void> {
  await page.goto(`${app.url}/signals`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { neverLoadedAgain: true }));
  await publish({ db }, "FRESH", "Buy");
  await page.getByRole("link", { name: "FRESH" }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "neverLoadedAgain"))).toBe(true);
}

/** A changed rating is told by mail to whoever asks for it, and the mail leads to the signal. */
async function hearAlert(page: Page): Promise<void> {
  await page.goto(`${app.url}/settings/notifications`);
  const byMail = page.getByRole("switch", { name: "Email" });
  if (!(await byMail.isChecked())) await byMail.click();
  await page.getByLabel("Only these symbols").fill("demo");
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  const queue = await openJobQueue(app.databaseUrl, silent);
  await db.transaction(async (tx) => {
    const changed = signalEntry("DEMO", "Sell", { previous_rating: "Buy", changed: true });
    await appendEntry(tx, "house", changed, systemClock.now());
    await queue.enqueueHappening(tx, "house", changed.id, { event: "rating_changed", signal: changed.id });
  });
  await queue.close();
  await openInMailbox(page, app, email, /DEMO: Buy to Sell/);
  await page.waitForURL(/\/signals\/sig_/);
  await page.getByRole("heading", { name: "DEMO: Sell" }).waitFor();
}

test("told to stop, it ends with all its processes", async () => {
  const children = childrenOf(app.pid);
  expect(children.filter(isAlive).length).toBeGreaterThanOrEqual(3);
  expect(await app.stop()).toBe(0);
  expect(children.filter(isAlive)).toEqual([]);
  await until(() =>
    fetch(app.url).then(
      () => false,
      () => true,
    ),
  );
});
