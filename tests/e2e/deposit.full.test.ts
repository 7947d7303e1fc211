import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "#src/core/db/database.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { playPayer } from "#tests/support/deposit-pages.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { publish } from "#tests/support/signals.ts";
import { comeSignedIn, makeAdmin } from "#tests/support/visitor.ts";

/* Money comes in by the sandbox, in a real browser, on the product as it is started. */

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

test("a deposit is paid on a phone, seen live, and buys a plan", async () => {
  const page = await chromium.open({ viewport: phone });
  await comeSignedIn(page, app, "pays@example.org");
  await page.goto(`${app.url}/deposits`);
  await expectNoFaults(page);
  const id = await openTwice(page, "25", "BTC");
  await expectNoFaults(page);

  // What the stream tells, and that the page is never loaded again.
  await page.evaluate(() => {
    const states: string[] = [];
    const source = new EventSource("/api/deposit/stream");
    for (const state of ["confirming", "confirmed", "finished"])
      source.addEventListener(`deposit.${state}`, () => states.push(state));
    Object.assign(globalThis, { toldStates: states });
    return new Promise((resolve) => source.addEventListener("open", resolve, { once: true }));
  });
  await page.getByText("Live", { exact: true }).waitFor();
  await playPayer(page, app, { deposit: id, act: "Pay the exact amount", shows: /^finished$/ });
  await page.getByRole("banner").getByText("$25.00").waitFor();
  await page.getByRole("heading", { level: 1 }).getByText("Credited").waitFor();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "toldStates")))
    .toEqual(["confirming", "confirmed", "finished"]);

  const receipt = await page.request.get(`${app.url}/api/deposit/${id}/receipt.pdf`);
  expect(readPdf(await receipt.body()).text).toContain("$25.00");

  // Two presses of the button were one deposit.
  await page.goto(`${app.url}/deposits`);
  await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(2);

  await page.goto(`${app.url}/billing`);
  await page.getByRole("button", { name: "Buy Signals" }).click();
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  await page.getByRole("banner").getByText("$6.00").waitFor();
  await page.getByRole("banner").getByText("Signals").waitFor({ state: "attached" });

  // What was bought: the signal stream is open, and what is published is there without a look.
  await page.goto(`${app.url}/signals`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { neverLoadedAgain: true }));
  await publishSignal("NEWEST");
  await page.getByRole("link", { name: "NEWEST" }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "neverLoadedAgain"))).toBe(true);
});

/** As the worker does when a scheduled analysis has come to an opinion. */
async function publishSignal(symbol: string): Promise<void> {
  const db = openDatabase(app.databaseUrl, 1);
  await publish({ db }, symbol, "Buy");
  await db.close();
}

test("a part waits for an administrator, who sees all sides, credits it, and takes it back", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "part@example.org");
  const deposit = await openTwice(page, "40", "USDT");
  await page.getByText("Live", { exact: true }).waitFor();
  await playPayer(page, app, { deposit, act: "Underpay", shows: /^partially paid$/ });
  await page.getByText("This deposit is under review").waitFor();
  await page.getByText("Send the remaining amount").waitFor();

  await makeAdmin(app, "part@example.org");
  const adminPage = await page.context().newPage();
  await adminPage.goto(`${app.url}/admin/deposits`);
  await expectNoFaults(adminPage);
  const row = adminPage.getByRole("row").filter({ hasText: "part@example.org" });
  await row.getByRole("link", { name: "Underpaid" }).click();
  await adminPage.getByRole("heading", { name: "Processor's report" }).waitFor();
  await expectNoFaults(adminPage);
  await adminPage.getByRole("radio", { name: /^Credit \$20\.00/ }).click();
  await adminPage.getByRole("button", { name: "Resolve" }).click();
  await adminPage.getByText("Enter a reason").waitFor();
  await adminPage.getByLabel("Reason").fill("Half of it came.");
  await adminPage.getByRole("button", { name: "Resolve" }).click();
  // Beside them the owner's page has moved by itself.
  await page.getByRole("banner").getByText("$20.00").waitFor();
  await page.getByText("Half of it came.").waitFor();

  await adminPage.getByRole("heading", { name: "Reverse deposit" }).waitFor();
  await adminPage.getByLabel("Reason").fill("The payer asked for it.");
  await adminPage.getByRole("button", { name: "Reverse deposit" }).click();
  await adminPage.getByText("$20.00 reversed").first().waitFor();
  await page.getByRole("heading", { level: 1 }).getByText("Reversed").waitFor();
  await page.getByRole("banner").getByText("$0.00").waitFor();

  await adminPage.goto(`${app.url}/admin/reconciliation`);
  await adminPage.getByRole("button", { name: "Reconcile now" }).click();
  await adminPage.getByText("Reconciliation finished").first().waitFor();
  await expectNoFaults(adminPage);
});

test("what is typed wrong is said beside the field, and stays", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "typo@example.org");
  await page.goto(`${app.url}/deposits`);
  const amount = page.getByLabel("Amount in US dollars");
  for (const [typed, said] of [
    ["ten", /amount in dollars, such as 25/],
    ["1", /\$5\.00/],
    ["99999", /\$10,000\.00/],
  ] as const) {
    await amount.fill(typed);
    await page.getByRole("button", { name: "Show address" }).click();
    await page.getByRole("alert").filter({ hasText: said }).waitFor();
    await expect.poll(() => amount.inputValue()).toBe(typed);
  }
});

/** @returns the deposit's id, from two presses of the button at once */
async function openTwice(page: Page, amount: string, coin: string): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill(amount);
  await page.getByLabel("Coin").selectOption(coin);
  await page.getByRole("button", { name: "Show address" }).dblclick();
  await page.waitForURL(/\/deposits\/dep_/);
  await page.getByText("Send this exact amount").waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
