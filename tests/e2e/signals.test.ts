import { afterAll, beforeAll, expect, test } from "vitest";
import { Opinion } from "#src/contract/analysis.ts";
import { chooseBenchmark, insertDay } from "#src/db/queries/signal-days.ts";
import { appendEntry } from "#src/db/queries/signals.ts";
import { addDays } from "#src/platform/clock.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { startPages, type Pages } from "#tests/support/authorisation.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { openHouse, type FrontDoor, type House } from "#tests/support/front-door.ts";
import { emptyHouseList, publish, signalEntry, subscribers } from "#tests/support/signals.ts";

/* What subscribers and everybody else see of the signals, in a real browser. */

const chromium = useChromium();
let house: House;
let rendering: Pages | null = null;
let door: FrontDoor;

beforeAll(async () => {
  house = await openHouse();
  await emptyHouseList(house);
  rendering = await startPages(house);
  door = await house.open({ access: { open: false, loopback: true }, webUrl: rendering.url });
}, startPatienceMs);
afterAll(async () => {
  rendering?.stop();
  await house.drop();
});

async function visit(plan: "free" | "signals" | null) {
  const page = await chromium.open();
  const [cookie] = plan === null ? [] : await subscribers(house, 1, plan);
  if (cookie !== undefined) {
    const at = cookie.indexOf("=");
    await page.context().addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: door.url }]);
  }
  return page;
}

test("before the first signal the record says that there is none", { timeout: 120_000 }, async () => {
  const page = await visit(null);
  await page.goto(`${door.url}/track-record`);
  await page.getByText("No signal was published yet").waitFor();
  await expect(page.getByText("0".repeat(64)).first().isVisible()).resolves.toBe(true);
});

test(
  "a signal shows up by itself where the plan has signals, and stays sealed for everybody else",
  {
    timeout: 180_000,
  },
  async () => {
    await history();
    const reader = await visit("signals");
    await reader.goto(`${door.url}/signals`);
    await reader.getByText("Live", { exact: true }).waitFor();
    await expect(reader.getByRole("switch", { name: "Sound" }).isChecked()).resolves.toBe(false);
    const number = await publish(house, "FRESH", "Sell");
    await reader.getByRole("link", { name: "FRESH" }).waitFor();
    await expect.poll(() => reader.getByRole("status").allTextContents()).toContain("FRESH: Sell");

    await reader.goto(`${door.url}/signals?rating=Buy&symbol=ups`);
    await reader.getByRole("link", { name: "UPS" }).first().waitFor();
    await expect(reader.getByRole("link", { name: "FRESH" }).count()).resolves.toBe(0);
    await reader.getByRole("link", { name: "UPS" }).last().click();
    await reader.getByRole("heading", { name: "UPS: Buy" }).waitFor();
    await reader.getByText("right", { exact: true }).first().waitFor();

    const stranger = await visit("free");
    await stranger.goto(`${door.url}/signals`);
    await stranger.getByText("Live signals come with Signals and Elite").waitFor();
    await expect(stranger.getByText("FRESH").count()).resolves.toBe(0);

    const anybody = await visit(null);
    await anybody.goto(`${door.url}/track-record`);
    await anybody.getByText("sealed until it could be traded").first().waitFor();
    await expect(anybody.getByText("FRESH").count()).resolves.toBe(0);
    const csv = await (await fetch(`${door.url}/track-record.csv`)).text();
    expect(csv.trimEnd().split("\r\n")).toHaveLength(number + 1);
  },
);

test("a list of one's own is made, changed and deleted", { timeout: 120_000 }, async () => {
  const page = await visit("free");
  await page.goto(`${door.url}/signals/lists`);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByLabel("Name").fill("Large caps");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.getByText("Name at least one instrument").waitFor();
  await page.getByLabel("Stocks and funds").fill("AAPL, msft");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.getByText("AAPL, MSFT").waitFor();
  await page.getByRole("button", { name: "Delete the list Large caps" }).click();
  await page.getByRole("button", { name: "Delete list" }).click();
  await page.getByText("No list yet").waitFor();
  await expect(page.getByText("AAPL, MSFT").count()).resolves.toBe(0);
});

/** Half a year of made-up prices, UPS always up and DOWNS always down, with a signal on each every few sessions. */
async function history(): Promise<void> {
  const days = Array.from({ length: 130 }, (_, index) => addDays("2025-01-02", index));
  for (const [symbol, step] of [
    ["UPS", 1.004],
    ["DOWNS", 0.997],
  ] as const) {
    await chooseBenchmark(house.db, symbol, null, 0);
    for (const [index, session] of days.entries()) {
      const open = 100 * step ** index;
      const price = { open, close: open * step ** 0.5 };
      const opensAt = Date.parse(`${session}T14:30:00Z`);
      await insertDay(house.db, symbol, { session, opensAt, price, split: 1, dividend: 0 }, "test", 0);
    }
    for (const [index, session] of days.entries()) {
      const rating = Opinion.options[(index / 4) % Opinion.options.length];
      if (rating === undefined) continue;
      const entry = signalEntry(symbol, rating, { session, confidence: 0.3 + (index % 60) / 100 });
      await house.db.transaction((tx) => appendEntry(tx, "house", entry, Date.parse(`${session}T21:00:00Z`)));
    }
  }
}
