import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { crosshairColumn } from "#tests/support/crosshair.ts";
import { bytesOf } from "#tests/support/downloaded.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { picture } from "#tests/support/picture.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn } from "#tests/support/visitor.ts";

/* Backtests as somebody makes them: real processes, real pages, a real browser, the archive that ships. */

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

test("from the form over its progress to the result, its files, and its end", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole("navigation", { name: "Application" }).getByRole("link", { name: "Backtests" }).click();
  await page.getByText("No backtests yet").waitFor();
  await expectNoFaults(page);

  await page.getByLabel("Symbols").fill("NOSUCH");
  await page.getByRole("button", { name: "Start backtest" }).click();
  await page.getByRole("alert").getByText("this server's archives have no prices for it").waitFor();
  await page.getByLabel("Symbols").fill("demo");
  await page.getByLabel("From").fill("2018-01-02");
  await page.getByLabel("To", { exact: true }).fill("2018-03-29");
  await page.getByLabel("Decide every").fill("1");
  await page.getByText("61", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Start backtest" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  // Without a reload.
  await page.getByRole("heading", { name: "Strategies" }).waitFor();
  await page.getByText("Decided by the rules engine, without a language model").first().waitFor();
  await expectNoFaults(page);

  const strategies = page.getByRole("region", { name: "Strategies", exact: true }).getByRole("row");
  await expect
    .poll(() => strategies.count(), { message: "the debate, its levels, seven baselines and the head" })
    .toBe(10);
  await page
    .getByRole("img", { name: /^Return .*Debate \(rules\), Buy and hold/ })
    .locator("canvas")
    .first()
    .waitFor();
  await page.getByRole("checkbox", { name: "MACD" }).click();
  await page
    .getByRole("img", { name: /^Drawdown .*MACD/ })
    .locator("canvas")
    .first()
    .waitFor();
  await useCharts(page);
  await page.getByRole("navigation", { name: "Trades of" }).getByRole("link", { name: "Random" }).click();
  await page.waitForURL(/trades=random/);

  await judge(page);

  // That its command makes the same bytes is told by tests/fault/backtest.full.test.ts.
  await page.locator("pre", { hasText: "conclave backtest" }).waitFor();
  const result = BacktestResult.parse(JSON.parse(await downloaded(page, "result.json")));
  expect(result.decisions).toHaveLength(61);
  expect(await downloaded(page, "report.md")).toContain("# Backtest");
  for (const file of ["equity.csv", "trades.csv"]) expect(await downloaded(page, file)).toMatch(/^\w+,/);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete backtest" }).click();
  await page.waitForURL("**/backtests");
  await page.getByText("No backtests yet").waitFor();
});

/** Its validity report, made from the page: a verdict for each test, and what each rests on. */
async function judge(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Make validity report" }).click();
  await page.getByRole("link", { name: "What was tested" }).waitFor();
  const part = page.locator("#validity");
  await part.getByRole("heading", { name: "P1 Temporal integrity Pass" }).waitFor();
  expect(await part.getByRole("listitem").count()).toBe(11);
  for (const more of await part.getByText(/^Figures and sources/).all()) await more.click();
  await part.getByText("The Deflated Sharpe Ratio, Journal of Portfolio Management").first().waitFor();
  await part.getByRole("region", { name: "P2 Frictions: Simulated anew" }).getByText("Slippage by ATR").waitFor();
  await expectNoFaults(page);
  expect(await downloaded(page, "validity.md")).toContain("# Validity of the backtest of DEMO");
}

/** The curves can do what a chart of prices can. */
async function useCharts(page: Page): Promise<void> {
  const chart = page.getByRole("toolbar", { name: "Return and drawdown" });
  for (const name of ["1M", "Log", "Table"]) {
    await chart.getByRole("button", { name }).click();
    expect(await chart.getByRole("button", { name }).getAttribute("aria-pressed")).toBe("true");
  }
  const table = page.getByRole("region", { name: "Return and drawdown by session" });
  // A month's sessions, and the head.
  await expect.poll(() => table.getByRole("row").count()).toBe(22);
  await table.getByRole("columnheader", { name: "MACD" }).waitFor();
  const slider = page.getByRole("slider", { name: "Session on both charts" });
  const spoken = await slider.getAttribute("aria-valuetext");
  await slider.press("ArrowLeft");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).not.toBe(spoken);
  // The range grows until it holds the session.
  await slider.press("Home");
  await expect.poll(() => chart.getByRole("button", { name: "All" }).getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^2018-01-02; Debate \(rules\) /);
  await page.getByText("On 2018-01-02", { exact: true }).waitFor();
  const upper = page.getByRole("img", { name: /^Return .*MACD/ });
  await expect.poll(() => crosshairColumn(upper)).not.toBeNull();
  expect(await crosshairColumn(upper), "at the first session").toBeLessThan(60);
  await chart.scrollIntoViewIfNeeded();
  await picture(page, "backtest charts");
  await lookAt(page, "backtest curves");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    chart.getByRole("button", { name: "PNG" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^backtest-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.png$/);
  expect((await bytesOf(download)).subarray(1, 4).toString()).toBe("PNG");
}

test("one under way is cancelled, and the next may start", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "bea@example.org");
  await app.run("accounts", "plan", "bea@example.org", "elite");
  await page.goto(`${app.url}/backtests?symbols=DEMO&from=2016-01-04&to=2019-12-31&every=1`);
  await page.getByRole("button", { name: "Start backtest" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  // The page follows it without a reload: no count is smaller than one before, and one is above none.
  const counts: number[] = [];
  const last = async () => {
    const text = await page.getByRole("main").textContent();
    const [, count = "0"] = /Decisions made: ([\d,]+) of 1,006/.exec(text ?? "") ?? [];
    counts.push(Number(count.replace(",", "")));
    return counts.at(-1);
  };
  await expect.poll(last, { interval: 50 }).toBeGreaterThan(0);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel backtest" }).click();
  await page.getByText("The backtest was cancelled").waitFor();
  await page.getByRole("link", { name: "Run again" }).click();
  await page.waitForURL(/\/backtests\?/);
  await expect.poll(() => page.getByLabel("Decide every").inputValue()).toBe("1");
});

test("a result from elsewhere is shown and marked, and what is none is refused in words", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "cyd@example.org");
  const { home } = conclaveHome();
  const [wrong, right] = [join(home, "wrong.json"), join(home, "result.json")];
  const small = await smallResult();
  writeFileSync(wrong, JSON.stringify({ ...small, version: 3 }));
  const brought = {
    ...small,
    settings: {
      ...small.settings,
      reasoner: { provider: "openai", deep: "gpt-4.1", quick: "gpt-4.1", base_url: null },
    },
  };
  writeFileSync(right, JSON.stringify(BacktestResult.parse(brought)));
  await page.goto(`${app.url}/backtests`);
  await page.getByLabel("result.json").setInputFiles(wrong);
  await page.getByRole("button", { name: "Upload result" }).click();
  await page.getByRole("alert").getByText("The file is not a backtest result.json (version").waitFor();
  await page.getByLabel("result.json").setInputFiles(right);
  await page.getByRole("button", { name: "Upload result" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  await page.getByText("Imported, not verified", { exact: true }).first().waitFor();
  await page.getByText("The file names openai (gpt-4.1, gpt-4.1) as the reasoner").waitFor();
  await page.getByText("A result.json contains no trades").waitFor();
  expect(await page.getByRole("link", { name: "trades.csv" }).count()).toBe(0);
  await expectNoFaults(page);
});

async function downloaded(page: Page, file: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: file, exact: true }).click(),
  ]);
  return (await bytesOf(download)).toString();
}
