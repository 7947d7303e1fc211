import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { Portfolio, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { addDays, systemClock, toIso, type LocalDate } from "#src/core/clock.ts";
import { alive } from "#tests/support/alive.ts";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { bytesOf } from "#tests/support/downloaded.ts";
import { bookIn, exactText, type BoughtLot, type OwnPosition } from "#tests/support/frankfurt-book.ts";
import { frankfurtWorld, writeFrankfurtArchive } from "#tests/support/frankfurt.ts";
import { picture } from "#tests/support/picture.ts";
import { until } from "#tests/support/up-process.ts";
import { comeSignedIn, startAnalysis } from "#tests/support/visitor.ts";

/*
 * A day of somebody in Frankfurt who holds stocks of four markets, a fund and a coin: from the broker's file to what it
 * is worth in euros, what an opinion means for it, its alerts, the same over the API, and its end.
 */

const chromium = useChromium();
const email = "frankfurt@example.org";
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const today = toIso(systemClock.now()).slice(0, 10);
const since = addDays(today, -300);
const world = frankfurtWorld(today);
const lots: readonly BoughtLot[] = [
  { symbol: "AAPL", quantity: 27, cost: 470.25, on: since, currency: "USD" },
  { symbol: "SAP.DE", quantity: 30, cost: 185.5, on: since, currency: "EUR" },
  { symbol: "VOD.L", quantity: 5000, cost: 71.2, on: since, currency: "GBp" },
  { symbol: "7203.T", quantity: 100, cost: 10_900, on: since, currency: "JPY" },
  { symbol: "VWCE.DE", quantity: 80, cost: 112, on: since, currency: "EUR" },
  { symbol: "BTC-USD", quantity: 0.15, cost: 61_000, on: since, currency: "USD" },
];
const symbols = lots.map(({ symbol }) => symbol);
const own = bookIn(world, lots);
const german = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 6 });
/** As banks there export it: headings, decimal commas and characters of theirs. */
const file = Buffer.from(
  [
    "Kürzel;Bezeichnung;Stück;Kaufkurs;Währung",
    ...lots.map(({ symbol, quantity, cost, currency }) =>
      [symbol, world.get(symbol)?.name, german.format(quantity), german.format(cost), currency].join(";"),
    ),
    "Gesamt;;;;",
  ].join("\r\n"),
  "latin1",
);

const dir = mkdtempSync(join(tmpdir(), "conclave-frankfurt-"));
let app: StartedApp;
beforeAll(async () => {
  writeFrankfurtArchive(dir, world);
  app = await startApp({ SERVICE_LLM_PROVIDER: "rules", MARKET_ARCHIVES: dir });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  rmSync(dir, { recursive: true, force: true });
});

test("a day with a portfolio in Frankfurt", async () => {
  const page = await chromium.open({ viewport: screens.desktop, expectErrors: /status of 404/ });
  page.setDefaultTimeout(30_000);
  await comeSignedIn(page, app, email);
  await app.run("accounts", "plan", email, "elite");
  const path = await importFile(page);
  const id = path.split("/").at(-1) ?? "";
  const key = await makeKey(page);
  const valuation = PortfolioValuation.parse(JSON.parse((await read(key, `/portfolios/${id}/valuation`)).text));
  await seeValuation(page, path, valuation);
  await seeOpinion(page, path, key);
  await setAlerts(page, path);
  const kept = Portfolio.parse(JSON.parse((await read(key, `/portfolios/${id}`)).text));
  expect(kept.alerts).toEqual({ day_change_pct: 2.5, drawdown_pct: null, position_pct: 30, ratings: true });
  expect(await exported(page)).toMatchObject({
    portfolios: [{ id, portfolio: { name: "Depot, München", alerts: kept.alerts, lots: kept.lots } }],
    holdings: symbols.map(() => ({ holdings: { currency: "EUR" } })),
  });

  await page.goto(`${app.url}${path}`);
  await alive(page);
  await page.getByRole("button", { name: "Delete portfolio" }).click();
  await page.getByText("No portfolios yet").waitFor();
  expect((await read(key, `/portfolios/${id}`)).status).toBe(404);
  expect((await page.goto(`${app.url}${path}`))?.status()).toBe(404);
  expect(JSON.stringify(await exported(page))).not.toContain("Depot, München");
});

async function read(key: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const url = `${app.url.replace("localhost", "127.0.0.1")}/v1${path}`;
  const answer = await fetch(url, { headers: { "x-api-key": key } });
  return { status: answer.status, text: await answer.text() };
}

async function makeKey(page: Page): Promise<string> {
  await page.goto(`${app.url}/keys`);
  await page.getByLabel("Name").fill("spreadsheet");
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.locator("code", { hasText: /^cnc_/ }).first().textContent()) ?? "";
}

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/** For whoever looks, and no screen is wider than the window. */
async function show(page: Page, name: string, at?: Locator): Promise<void> {
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(size.width);
    await at?.evaluate((part) => part.scrollIntoView({ block: "center" }));
    await picture(page, `frankfurt ${name} ${screen}`, { whole: at === undefined });
  }
  await page.setViewportSize(screens.desktop);
}

/** @returns the path of the portfolio that it makes */
async function importFile(page: Page): Promise<string> {
  await page.goto(`${app.url}/portfolios`);
  await alive(page);
  await page.getByLabel("Choose a file").setInputFiles({ name: "Depot.csv", mimeType: "text/csv", buffer: file });
  await page.getByLabel("Day of the file").fill(since);
  await page.getByLabel("Currency of the portfolio").fill("EUR");
  await page.getByRole("button", { name: "Read file" }).click();
  await page.getByText("6 lots read into the field below").waitFor();
  await expect.poll(() => page.getByText("Nothing is saved yet").evaluate(isInView)).toBe(true);
  await show(page, "import", page.getByText("Nothing is saved yet"));
  await page.getByLabel("Name").fill("Depot, München");
  await page.getByRole("button", { name: "Save portfolio" }).click();
  await page.waitForURL(/\/portfolios\/pf_/);
  return new URL(page.url()).pathname;
}

const shown = (cents: bigint): string =>
  Number(exactText(cents))
    .toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .replace("-", "\u2212");
const gainOf = ({ value, dividends, cost }: OwnPosition): bigint => value + dividends - cost;
const sumOf = (day: LocalDate, of: (one: OwnPosition) => bigint): bigint =>
  symbols.reduce((sum, symbol) => sum + of(own(symbol, day)), 0n);

/** Nothing is bought after the first day, so an index of returns is what is held and what it has paid, day after day. */
function deepestFall(days: readonly LocalDate[]): number {
  let [index, peak, deepest] = [1, 1, 0];
  for (const [at, day] of days.entries()) {
    const last = days[at - 1];
    if (last === undefined) continue;
    const gained = sumOf(day, (one) => one.value + one.dividends) - sumOf(last, (one) => one.value + one.dividends);
    index *= 1 + Number(gained) / Number(sumOf(last, (one) => one.value));
    peak = Math.max(peak, index);
    deepest = Math.min(deepest, index / peak - 1);
  }
  return deepest;
}

async function seeValuation(page: Page, path: string, valuation: PortfolioValuation): Promise<void> {
  const total = sumOf(today, ({ value }) => value);
  expect([valuation.value, valuation.missing, valuation.notes]).toEqual([exactText(total), [], []]);
  for (const { date, positions_value: value, profit } of valuation.days.filter((_day, at) => at % 30 === 0))
    expect([date, value, profit]).toEqual([
      date,
      exactText(sumOf(date, (one) => one.value)),
      exactText(sumOf(date, gainOf)),
    ]);
  const fall = deepestFall(valuation.days.map(({ date }) => date));
  expect(valuation.drawdown.worst_pct).toBeCloseTo(fall * 100, 1);
  expect(valuation.beta).toMatchObject({ value: expect.any(Number), benchmark: expect.any(String) });

  await page.goto(`${app.url}${path}`);
  await alive(page);
  const main = page.locator("main");
  const figure = (name: string) => main.locator("dl > div, div").filter({ hasText: name }).last();
  await main.getByText(shown(total)).first().waitFor();
  for (const symbol of symbols) {
    const one = own(symbol, today);
    const row = await page.getByRole("row").filter({ hasText: symbol }).innerText();
    for (const cents of [one.value, one.cost, one.dividends, gainOf(one)]) expect(row).toContain(shown(cents));
  }
  const totals = await page.getByRole("row", { name: /^Total/ }).innerText();
  for (const cents of [total, sumOf(today, gainOf)]) expect(totals).toContain(shown(cents));
  const worst = `${valuation.drawdown.worst_pct?.toFixed(1).replace("-", "\u2212")}%`;
  expect(await figure("Worst drawdown").innerText()).toContain(worst);
  await page.getByRole("img", { name: `Profit by day from ${since} to ${addDays(today, -1)}` }).waitFor();
  expect(await figure("Beta").innerText()).toContain(valuation.beta.value?.toFixed(2));
  const shares = symbols.map((symbol) => Number(own(symbol, today).value) / Number(total));
  expect(await figure("Largest position").innerText()).toContain(`${(Math.max(...shares) * 100).toFixed(1)}%`);
  const hhi = shares.reduce((sum, share) => sum + share ** 2, 0);
  expect(await figure("Concentration (HHI)").innerText()).toContain(hhi.toFixed(2));
  await expectNoFaults(page);
  await show(page, "portfolio");
  await show(page, "positions", page.getByRole("region", { name: "Positions" }));
}

/** Analyses of all that is held, one of their reports, and the same instrument by whoever holds nothing. */
async function seeOpinion(page: Page, path: string, key: string): Promise<void> {
  await page.goto(`${app.url}${path}`);
  await alive(page);
  await page.getByRole("button", { name: "Analyse my holdings" }).click();
  await page.waitForURL(/\/analyses$/);
  const List = z.object({ data: z.array(Job) });
  const jobs = async (): Promise<readonly Job[]> => List.parse(JSON.parse((await read(key, "/analyses")).text)).data;
  await until(async () => (await jobs()).filter(({ status }) => status === "succeeded").length === symbols.length);
  await page.reload();
  await alive(page);
  await show(page, "analyses");
  const held = (await jobs()).find(({ request }) => request.ticker === "AAPL");
  await page.goto(`${app.url}/analyses/${held?.id}`);
  await page.getByRole("heading", { name: "For your holdings" }).waitFor();
  await alive(page);
  const part = page.locator("#holdings");
  for (const symbol of symbols) expect(await part.innerText()).toContain(symbol);
  await show(page, "report", part);

  const plain = await startAnalysis(page, app, { ticker: "AAPL", date: held?.request.trade_date ?? "" });
  const id = plain.split("/").at(-1);
  await until(async () => (await jobs()).some((job) => job.id === id && job.status === "succeeded"));
  const without = (await jobs()).find((job) => job.id === id);
  expect([without?.result?.rating, without?.result?.rating]).toEqual([held?.result?.rating, expect.any(String)]);
  await page.goto(`${app.url}${plain}`);
  await page.getByRole("region", { name: "Verdict" }).waitFor();
  expect(await page.getByRole("heading", { name: "For your holdings" }).count()).toBe(0);
}

async function setAlerts(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}${path}`);
  await alive(page);
  await page.getByRole("link", { name: "set its alerts" }).click();
  await page.waitForURL(/\/settings\/notifications#portfolios$/);
  await alive(page);
  await page.getByLabel("Moves in a day, %").fill("2,5");
  await page.getByLabel("One position above, %").fill("30");
  await page.getByLabel("A rating turns down").click();
  await page.getByRole("button", { name: "Save portfolio alerts" }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await page.reload();
  expect(await page.getByLabel("Moves in a day, %").inputValue()).toBe("2.5");
  await show(page, "alerts", page.locator("#portfolios"));
}

async function exported(page: Page): Promise<unknown> {
  await page.goto(`${app.url}/settings/data`);
  await alive(page);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  return JSON.parse((await bytesOf(saved)).toString());
}
