import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPatienceMs } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { startPages, type Pages } from "#tests/support/built-pages.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { housePast } from "#tests/support/house-past.ts";
import { bytesOf } from "#tests/support/downloaded.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { emptyHouseList, subscribers } from "#tests/support/signals.ts";

/* The price of an instrument with its public ratings, on the same chart as a report's. */

const chromium = useChromium();
let testApp: TestApp;
let rendering: Pages | null = null;
let door: FrontDoor;

beforeAll(async () => {
  testApp = await openTestApp();
  await emptyHouseList(testApp);
  await housePast(testApp);
  rendering = await startPages(testApp);
  door = await testApp.open({ access: { open: false, loopback: true }, webUrl: rendering.url });
}, startPatienceMs);
afterAll(async () => {
  rendering?.stop();
  await testApp.drop();
});

function parts(page: Page) {
  const figure = page.getByRole("figure", { name: "Prices of UPS up to 2025-03-02" });
  return {
    figure,
    image: figure.getByRole("img", { name: /Daily prices of UPS in USD from 2025-01-02 to 2025-03-02/ }),
    slider: figure.getByRole("slider", { name: "Session on the chart" }),
    button: (name: string) => figure.getByRole("button", { name, exact: true }),
  };
}

/** Presses until the page answers: before it is alive a button does nothing. */
async function press(page: Page, name: string): Promise<void> {
  const { button } = parts(page);
  await expect
    .poll(async () => {
      if ((await button(name).getAttribute("aria-pressed")) !== "true") await button(name).click();
      return button(name).getAttribute("aria-pressed");
    })
    .toBe("true");
}

test("keyboard, table and picture tell the ratings with their dates and outcomes", async () => {
  const page = await chromium.open();
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.url());
  });
  await page.goto(`${door.url}/instruments/UPS`);
  const { figure, image, slider, button } = parts(page);
  await page.waitForLoadState("networkidle");
  // Who only reads has the server's drawing, and not the library.
  expect(await image.locator("canvas").count()).toBe(0);
  const before = scripts.length;
  await press(page, "Log");
  await image.locator("canvas").first().waitFor();
  expect(scripts.length).toBeGreaterThan(before);

  expect(await slider.getAttribute("aria-valuetext")).toMatch(
    /^2025-03-02, open [\d.]+, close [\d.]+, change \+[\d.]+%, House list: Overweight of 2025-02-19, right$/,
  );
  for (let steps = 0; steps < 11; steps += 1) await slider.press("ArrowLeft");
  await expect
    .poll(() => slider.getAttribute("aria-valuetext"))
    .toMatch(/^2025-02-19, .*House list: Overweight, right$/);
  await press(page, "Table");
  const rows = figure.getByRole("region", { name: "Prices of UPS in USD" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(61);
  await expect.poll(() => rows.filter({ hasText: "House list: Overweight, right" }).count()).toBe(9);
  await expectNoFaults(page);
  const [download] = await Promise.all([page.waitForEvent("download"), button("PNG").click()]);
  expect(download.suggestedFilename()).toBe("UPS-2025-03-02.png");
  expect((await bytesOf(download)).subarray(1, 4).toString()).toBe("PNG");
  await lookAt(page, "instrument chart alive");
});

test("a rating leads to its signal for whoever may read it", async () => {
  const page = await chromium.open();
  const [cookie = ""] = await subscribers(testApp, 1, "signals");
  const at = cookie.indexOf("=");
  await page.context().addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: door.url }]);
  await page.goto(`${door.url}/instruments/UPS`);
  await press(page, "Table");
  const link = parts(page).figure.getByRole("link", { name: "House list: Overweight, right" }).first();
  await link.click();
  await page.waitForURL(/\/signals\/sig_/);
  await page.locator("#main").getByText("Rating: Overweight", { exact: true }).waitFor();
  expect(await page.locator("#main").getByText("Withdrawn").count()).toBe(0);
});

test("without scripts the price, the ratings and the signals are there", async () => {
  const page = await chromium.open({ javaScriptEnabled: false });
  await page.goto(`${door.url}/instruments/UPS`);
  const { image } = parts(page);
  await image.getByText("as of 2025-03-02").first().waitFor();
  // Nine opinions, each with its sign.
  await expect.poll(() => image.locator("circle.fill-positive").count()).toBeGreaterThanOrEqual(18);
  await page.getByRole("region", { name: "Signals on UPS" }).waitFor();
});
