import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { desktop, phone, useChromium } from "#tests/support/chromium.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";

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

test("every page is without a fault that axe finds, and fits its screen", { timeout: 600_000 }, async () => {
  const page = await chromium.open();
  const paths = await makeEveryPage(page, { app, database });
  expect(paths.size).toBeGreaterThan(20);
  for (const path of paths.values()) await look(page, path);
  await page.context().clearCookies();
  for (const path of guestPages) await look(page, path);
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
