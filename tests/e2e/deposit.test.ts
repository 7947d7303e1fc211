import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#src/db/database.ts";
import { runningPostgres } from "#src/db/embedded-running.ts";
import { startApp, startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { desktop, phone, useChromium, type Screen } from "#tests/support/chromium.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { publish } from "#tests/support/signals.ts";
import { makeAdmin, signUp } from "#tests/support/visitor.ts";

/* Money comes in by the sandbox, in a real browser, on the product as it is started. */

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await startApp();
}, startPatienceMs);
afterAll(() => app.stop());

const long = { timeout: 180_000 };

test.each<[string, Screen]>([
  ["at a desk", desktop],
  ["on a phone", phone],
])("a deposit is paid, seen live, and buys a plan %s", long, async (name, viewport) => {
  const page = await chromium.open({ viewport });
  await signUp(page, app, `${name.replaceAll(" ", "-")}@example.org`);
  await page.goto(`${app.url}/deposits`);
  await expectNoFaults(page);
  const id = await openDeposit(page, "25", "BTC");
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
  await play(page, "Pay exactly");
  await page.getByRole("banner").getByText("$25.00").waitFor({ timeout: 30_000 });
  await page.getByRole("heading", { level: 1 }).getByText("On your balance").waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "toldStates"))).toEqual([
    "confirming",
    "confirmed",
    "finished",
  ]);

  const receipt = await page.request.get(`${app.url}/api/deposit/${id}/receipt.pdf`);
  expect(readPdf(await receipt.body()).text).toContain("$25.00");

  // Two presses of the button were one deposit.
  await page.goto(`${app.url}/deposits`);
  expect(await page.getByRole("table").getByRole("row").count()).toBe(2);

  await page.goto(`${app.url}/billing`);
  await page.getByRole("button", { name: "Buy Signals" }).click();
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  await page.getByRole("banner").getByText("$6.00").waitFor();
  await page.getByRole("banner").getByText("Signals").waitFor();

  // What was bought: the signal stream is open, and what is published is there without a look.
  await page.goto(`${app.url}/signals`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { neverLoadedAgain: true }));
  const symbol = `NEW${viewport.width}`;
  await publishSignal(symbol);
  await page.getByRole("link", { name: symbol }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "neverLoadedAgain"))).toBe(true);
});

/** As the worker does when a scheduled analysis has come to an opinion. */
async function publishSignal(symbol: string): Promise<void> {
  const url = (await runningPostgres(app.home))?.url ?? null;
  if (url === null) throw new Error("the database is not there");
  const db = openDatabase(url, 1);
  await publish({ db }, symbol, "Buy");
  await db.close();
}

test("a part waits for an administrator, who sees all sides, credits it, and takes it back", long, async () => {
  const page = await chromium.open();
  await signUp(page, app, "part@example.org");
  await openDeposit(page, "40", "USDT");
  await page.getByText("Live", { exact: true }).waitFor();
  await play(page, "Pay a part");
  await page.getByText("Somebody looks at this deposit").waitFor({ timeout: 30_000 });
  await page.getByText("Send the rest").waitFor();

  await makeAdmin(app, "part@example.org");
  const desk = await page.context().newPage();
  await desk.goto(`${app.url}/admin/deposits`);
  await expectNoFaults(desk);
  await desk.getByRole("link", { name: "Too little" }).click();
  await desk.getByRole("heading", { name: "Processor's record" }).waitFor();
  await expectNoFaults(desk);
  await desk.getByRole("radio", { name: /^Credit \$20\.00/ }).click();
  await desk.getByRole("button", { name: "Resolve" }).click();
  await desk.getByText("Give a reason").waitFor();
  await desk.getByLabel("Reason").fill("Half of it came.");
  await desk.getByRole("button", { name: "Resolve" }).click();
  // Beside them the owner's page has moved by itself.
  await page.getByRole("banner").getByText("$20.00").waitFor({ timeout: 30_000 });
  await page.getByText("Half of it came.").waitFor();

  await desk.getByRole("heading", { name: "Take the deposit back" }).waitFor();
  await desk.getByLabel("Reason").fill("The payer asked for it.");
  await desk.getByRole("button", { name: "Take it back" }).click();
  await desk.getByText("$20.00 was taken back").first().waitFor();
  await page.getByRole("heading", { level: 1 }).getByText("Taken back").waitFor({ timeout: 30_000 });
  await page.getByRole("banner").getByText("$0.00").waitFor();

  await desk.goto(`${app.url}/admin/reconciliation`);
  await desk.getByRole("button", { name: "Compare now" }).click();
  await desk.getByText("Compared with the processors").first().waitFor();
  await expectNoFaults(desk);
});

test("what is typed wrong is said beside the field, and stays", long, async () => {
  const page = await chromium.open();
  await signUp(page, app, "typo@example.org");
  await page.goto(`${app.url}/deposits`);
  const amount = page.getByLabel("Amount in US dollars");
  for (const [typed, said] of [
    ["ten", /amount in dollars such as 25/],
    ["1", /\$5\.00/],
    ["99999", /\$10,000\.00/],
  ] as const) {
    await amount.fill(typed);
    await page.getByRole("button", { name: "Show address" }).click();
    await page.getByRole("alert").filter({ hasText: said }).waitFor();
    expect(await amount.inputValue()).toBe(typed);
  }
});

/** @returns the deposit's id, from two presses of the button at once */
async function openDeposit(page: Page, amount: string, coin: string): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill(amount);
  await page.getByLabel("Coin").selectOption(coin);
  await page.getByRole("button", { name: "Show address" }).dblclick();
  await page.waitForURL(/\/deposits\/dep_/);
  await page.getByText("Send exactly this").waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** In another tab, where the newest payment stands first. */
async function play(page: Page, act: string): Promise<void> {
  const payer = await page.context().newPage();
  await payer.goto(`${app.url}/dev/pay`);
  await expectNoFaults(payer);
  await payer.getByRole("button", { name: act }).first().click();
  await payer
    .getByText(/^(finished|partially paid)$/)
    .first()
    .waitFor({ timeout: 30_000 });
  await payer.close();
}
