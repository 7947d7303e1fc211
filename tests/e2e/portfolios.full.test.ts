import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn } from "#tests/support/visitor.ts";

/* Somebody keeps a portfolio, reads what it is worth, and has it analysed, with scripts and without. */

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

/** A folder for pictures of what the test sees, for whoever wants to look. */
const pictures = process.env["PORTFOLIO_PICTURES"];

async function look(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const file = {
  name: "broker.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("Symbol,Quantity,Cost Basis\nDEMO,40,1200\nMSFT,n/a,10\nTotal,,1210\n"),
};

test("a portfolio is typed, valued on a day, changed, analysed and deleted", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "keeps-portfolio@example.org");
  await page.goto(`${app.url}/portfolios`);
  await page.getByText("No portfolios yet").waitFor();
  await look(page, "list-empty");
  await page.getByLabel("Name").fill("Retirement");
  await page.getByLabel("Lots").fill("DEMO 100 tomorrow");
  await page.getByRole("button", { name: "Save portfolio" }).click();
  await page.getByText(/Line 1 should be a symbol/).waitFor();
  await look(page, "list-refused");
  await page
    .getByLabel("Lots")
    .fill(
      "DEMO 100 55.20 2017-03-01\nDEMO 20 48 2018-08-01\n^GSPC 3 2700 2018-06-01\nZQGONE 5 1 2018-06-01\ncash 5000",
    );
  await page.getByRole("button", { name: "Save portfolio" }).click();
  await page.waitForURL(/\/portfolios\/pf_/);

  await page.getByLabel("As of").fill("2019-06-03");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("With closes up to 2019-06-03, in USD.").waitFor();
  const row = page.getByRole("row").filter({ hasText: "DEMO" });
  // The split of June 2018 has doubled the first lot, and not the second.
  expect(await row.innerText()).toMatch(/^DEMO\s+220\s/);
  await page.getByText("ZQGONE: no price was found, so it is in no figure.").waitFor();
  await look(page, "one-desktop");
  await page.setViewportSize(phone);
  await look(page, "one-phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  const other = await chromium.open({ expectErrors: /status of 404/ });
  await comeSignedIn(other, app, "keeps-no-portfolio@example.org");
  expect((await other.goto(page.url()))?.status()).toBe(404);

  await page.getByLabel("Lots").fill("DEMO 100 55.20 2017-03-01 from Oma, half");
  await page.getByRole("button", { name: /^Save$/ }).click();
  await page.getByText("Saved").first().waitFor();
  await page.reload();
  expect(await page.getByLabel("Lots").inputValue()).toBe("DEMO 100 55.20 2017-03-01 USD from Oma, half");
  await page.getByRole("button", { name: "Analyse my holdings" }).click();
  await page.waitForURL(/\/analyses$/);
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByRole("link", { name: "DEMO" }).count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await page.goto(`${app.url}/portfolios`);
  await page.getByRole("link", { name: "Retirement" }).click();
  await page.waitForURL(/\/portfolios\/pf_/);
  await page.getByRole("button", { name: "Delete portfolio" }).click();
  await page.waitForURL(/\/portfolios$/);
  await page.getByText("No portfolios yet").waitFor();
});

test.each([true, false])(
  "a broker's file is looked at before it is saved, with scripts: %s",
  async (javaScriptEnabled) => {
    const page = await chromium.open({ javaScriptEnabled });
    await comeSignedIn(page, app, `importer-${javaScriptEnabled}@example.org`);
    await page.goto(`${app.url}/portfolios`);
    await page.getByLabel("Name").fill("From my broker");
    await page.getByLabel("Choose a file").setInputFiles(file);
    await page.getByLabel("Day of the file").fill("2019-03-01");
    await page.getByRole("button", { name: "Read file" }).click();
    await page.getByText("1 lot read into the field below").waitFor();
    await page.getByText("MSFT: no quantity").waitFor();
    expect(await page.getByLabel("Lots").inputValue()).toBe("DEMO 40 30 2019-03-01");
    await look(page, `import-${javaScriptEnabled}`);
    await page.getByLabel("Name").fill("From my broker");
    await page.getByRole("button", { name: "Save portfolio" }).click();
    await page.waitForURL(/\/portfolios\/pf_/);
    await page.getByRole("heading", { name: "From my broker" }).waitFor();
    await page.getByRole("button", { name: "Watch these symbols" }).click();
    await page.waitForURL(/\/signals\/lists$/);
    await page
      .getByText(/My holdings, /)
      .first()
      .waitFor();
  },
);
