import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { shareReport, signUp } from "#tests/support/visitor.ts";

/* Somebody types what they hold, and reads what the rating means for it; whoever gets the link does not. */

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

test("holdings are typed under Options, stand in one's own report, and not in the shared one", async () => {
  const page = await chromium.open();
  await signUp(page, app, "holder@example.org");
  await page.goto(`${app.url}/analyses/new`);
  await page.getByLabel("Symbol").fill("DEMO");
  await page.getByLabel("As of").fill("2018-02-22");
  await page.getByText("Options").first().click();
  await page.getByLabel("Your holdings").fill("DEMO 7319.6428 ten");
  await page.getByRole("button", { name: "Start analysis" }).click();
  await page.getByText(/position 1: cost_basis must be an amount/i).waitFor();
  await page.getByLabel("Your holdings").fill("DEMO 7319.6428 55000\ncash 5000");
  await page.getByRole("button", { name: "Start analysis" }).click();
  await page.waitForURL(/\/analyses\/ana_/);
  await page.getByRole("heading", { name: "For your holdings" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("7,319.6428");

  const link = await shareReport(page);
  const stranger = await chromium.open();
  await stranger.goto(`${app.url}${link}`);
  await stranger.getByRole("heading", { level: 1 }).waitFor();
  expect(await stranger.content()).not.toMatch(/7,?319\.6428|For your holdings/);
});
