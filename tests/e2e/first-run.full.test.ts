import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { signUp, startAnalysis } from "#tests/support/visitor.ts";

/* The first run of a newcomer whose server reaches nobody: the demo works, and what comes to nothing is not counted. */

const chromium = useChromium();
let app: StartedApp;
beforeAll(async () => {
  // Nothing listens there, and all that goes out has to go there.
  app = await startApp({ MARKET_ARCHIVES: "", HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" });
}, startPatienceMs);
afterAll(() => app.stop());

test("offline, a newcomer reads a sample, loses nothing to a run on nothing, and comes to a first report", async () => {
  const page = await chromium.open();
  page.setDefaultTimeout(40_000);
  await page.goto(`${app.url}/sample`);
  await page.getByRole("heading", { level: 1 }).getByText("DEMO").waitFor();

  await signUp(page, app, "newcomer@example.org");
  const first = page.getByRole("button", { name: /^Analyse/ }).first();
  await expect(first.innerText()).resolves.toContain("DEMO");
  await expect
    .poll(() => askedSources(page), { message: "the sources are seen to be away" })
    .toContain("The demo works");
  await lookAt(page, "first run offline");

  await startAnalysis(page, app, { ticker: "AAPL", date: "2025-06-02" });
  await page.getByText("No price source can be reached from this server", { exact: false }).first().waitFor();
  await lookAt(page, "first run failed");
  expect(await used(page)).toBe(0);

  await page.goBack();
  await page.goto(`${app.url}/dashboard`);
  await page
    .getByRole("button", { name: /^Analyse DEMO/ })
    .first()
    .click();
  await page.waitForURL(/\/analyses\/ana_/);
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await lookAt(page, "first report offline");
  expect(await used(page)).toBe(0);
});

test("search engines are kept from every page of an account", async () => {
  const folders = readdirSync(join(import.meta.dirname, "../../src/web/app/(app)"), { withFileTypes: true });
  const pages = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  expect(pages.length).toBeGreaterThan(8);
  const text = await (await fetch(`${app.url}/robots.txt`)).text();
  expect(pages.filter((page) => !text.includes(`Disallow: /${page}\n`))).toEqual([]);
});

async function askedSources(page: Page): Promise<string> {
  await page.reload();
  return page.getByRole("main").innerText();
}

/** Of the month's analyses, as the form says. */
async function used(page: Page): Promise<number> {
  const at = page.url();
  await page.goto(`${app.url}/analyses/new`);
  const said = await page.getByText(/\d+ of \d+ analyses used/).innerText();
  await page.goto(at);
  return Number(/\d+/.exec(said)?.[0]);
}
