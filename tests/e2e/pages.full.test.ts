import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { desktop, phone } from "#tests/support/screens.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";
import { nameInHebrew, unisolatedText } from "#tests/support/unisolated-text.ts";
import { bringSession } from "#tests/support/visitor.ts";

/* Every page there is, with something on it, in both themes and on two screens. */

const chromium = useChromium({ fetchesAhead: "once" });
let database: FreshDatabase;
let app: StartedApp;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startApp({ DATABASE_URL: database.url });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** A page and all that it fetches ahead are up to forty requests of the 900 that a session has in a minute, however fast. */
const pagesOfSession = 15;

/** A desk's screen at 400 %, of which WCAG asks that nobody must scroll sideways (1.4.10). */
const enlarged = { width: 320, height: 256 };

test("every page is without a fault that axe finds, fits its screen, and isolates names from right to left", async () => {
  const page = await chromium.open();
  const paths = await makeEveryPage(page, { app, database });
  expect(paths.size).toBeGreaterThan(20);
  await nameInHebrew(database.db);
  for (const [index, path] of [...paths.values()].entries()) {
    if (index % pagesOfSession === 0) await bringSession(page, app, "ada@example.org");
    await look(page, path);
  }
  await page.context().clearCookies();
  for (const path of guestPages) await look(page, path);
});

async function look(page: Page, path: string): Promise<void> {
  await page.setViewportSize(desktop);
  const response = await page.goto(`${app.url}${path}`);
  expect(response?.status(), path).toBe(200);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(new URL(page.url()).pathname, "nobody is led away").toBe(path.split("?")[0]);
  await expectNoFaults(page);
  expect(await unisolatedText(page), `${path} has names that turn what stands beside them`).toEqual([]);
  for (const size of [desktop, phone, enlarged]) {
    await page.setViewportSize(size);
    // Charts are drawn anew for their new width.
    const tooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(tooWide, { message: `${path} is too wide at ${size.width} px` }).toBeLessThanOrEqual(0);
  }
}
