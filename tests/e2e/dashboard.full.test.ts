import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { addDays, systemClock, toIso } from "#src/core/clock.ts";
import { saveReportLanguage } from "#src/product/accounts/profile.ts";
import { shareAnalysis } from "#src/product/analyses/reading.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { startPages, type Pages } from "#tests/support/built-pages.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { demoRun } from "#tests/support/finished-job.ts";
import { finishedAnalysis, listWithPast } from "#tests/support/followed-list.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { housePast } from "#tests/support/house-past.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { emptyHouseList, subscribers } from "#tests/support/signals.ts";
import { demo } from "#tests/support/worker-process.ts";

/* Where a day starts: the dashboard of somebody new, and of somebody who comes back. */

const chromium = useChromium();
let testApp: TestApp;
let rendering: Pages | null = null;
let door: FrontDoor;

beforeAll(async () => {
  testApp = await openTestApp();
  await emptyHouseList(testApp);
  rendering = await startPages(testApp);
  door = await testApp.open({ access: { open: false, loopback: true }, webUrl: rendering.url });
}, startPatienceMs);
afterAll(async () => {
  rendering?.stop();
  await testApp.drop();
});

async function visit(plan: "free" | "signals"): Promise<{ page: Page; owner: string }> {
  const page = await chromium.open();
  const [cookie = ""] = await subscribers(testApp, 1, plan);
  const at = cookie.indexOf("=");
  await page.context().addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: door.url }]);
  const owner = /^token-([^.]+)\./.exec(decodeURIComponent(cookie.slice(at + 1)))?.[1] ?? "";
  return { page, owner };
}

const today = (): string => toIso(systemClock.now()).slice(0, 10);

/** What the owner's runs knew of filings: a year of them, the last one a month ago. */
async function fileReports(owner: string): Promise<void> {
  const events = [300, 210, 120, 30].map((days) => ({
    kind: "earnings",
    date: addDays(today(), -days),
    label: days === 30 ? "10-K filed" : "10-Q filed",
  }));
  await testApp.db.pool.query(
    "update analyses set manifest = jsonb_set(manifest, '{chart_events}', $2::jsonb) where owner = $1",
    [owner, JSON.stringify(events)],
  );
}

test("somebody new is shown the way, and starts an example with one press", async () => {
  const { page } = await visit("free");
  await page.goto(`${door.url}/dashboard`);
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  await expect(page.getByText("Since", { exact: false }).count()).resolves.toBe(0);
  await lookAt(page, "dashboard new");
  await page.getByRole("button", { name: /^Analyse DEMO/ }).click();
  await page.waitForURL(/\/analyses\/ana_/);

  await page.goto(`${door.url}/dashboard`);
  await expect(page.locator('[aria-current="step"]').innerText()).resolves.toContain("Read the report");
});

test("a symbol, a date and Start begin an analysis, in the language of the last report", async () => {
  const { page, owner } = await visit("free");
  await saveReportLanguage(
    customerContext({ ...testApp, actor: { owner, plan: "free", scopes: Scope.options } }),
    "de",
  );
  await page.goto(`${door.url}/dashboard`);
  const card = page.locator("form").filter({ has: page.getByRole("button", { name: "Start", exact: true }) });
  await card.getByLabel("Symbol").fill("NO SUCH SYMBOL");
  await card.getByRole("button", { name: "Start" }).click();
  await card.getByRole("alert").first().waitFor();
  await card.getByLabel("Symbol").fill("demo");
  // The date follows the symbol: the demo has data for it.
  await expect.poll(() => card.getByLabel("As of").inputValue()).toMatch(/^2019-/);
  await card.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/analyses\/ana_/);
  const { rows } = await testApp.db.pool.query(
    "select request->>'ticker' as ticker, request->>'language' as language from analyses where owner = $1",
    [owner],
  );
  expect(rows).toEqual([{ ticker: "DEMO", language: "de" }]);
});

test("who comes back is told what changed since, until the visit is over", async () => {
  const { page, owner } = await visit("signals");
  await listWithPast(testApp, owner, ["Hold", "Hold", "Overweight", "Overweight", "Buy", "REVIEW", "Overweight"]);
  await testApp.db.pool.query(
    "insert into dashboard_visits (user_id, since, seen_at) values ($1, null, now() - interval '2 days')",
    [owner],
  );
  await page.goto(`${door.url}/dashboard`);
  await page.getByText(/^Since .*: 2 ratings changed, 1 stop hit, 1 run finished\.$/).waitFor();
  const changes = page.getByRole("listitem");
  await changes.filter({ hasText: "Stop hit" }).filter({ hasText: "DEMO" }).waitFor();
  await changes.filter({ hasText: "REVIEW" }).filter({ hasText: "Morning coffee" }).first().waitFor();

  const card = page.getByRole("region", { name: "Morning coffee" });
  await card.getByText(/Last 8 ratings, oldest first: Hold, Hold, Hold, .*REVIEW, Overweight/).waitFor();
  await card.getByText("was REVIEW").waitFor();
  await card.getByRole("img", { name: /^DEMO: closes of 60 sessions/ }).waitFor();
  await card.getByText("Not analysed yet").waitFor();
  await page.getByText("Run of Morning coffee").first().waitFor();
  // What its run knew ended in 2019: of now nothing can be estimated.
  expect(await page.getByText("Quarterly report").count()).toBe(0);
  await fileReports(owner);
  await page.reload();
  const report = page.getByRole("listitem").filter({ hasText: "Quarterly report" });
  await report.getByText("DEMO · estimated from four filings").waitFor();
  expect(await report.locator("time").getAttribute("datetime")).toBe(addDays(today(), 64));
  await expect.poll(() => card.getByRole("article").count()).toBe(2);
  await lookAt(page, "dashboard");

  // The same visit: the news stays.
  await page.reload();
  await page.getByText(/^Since .*: 2 ratings changed/).waitFor();
  await testApp.db.pool.query(
    "update dashboard_visits set seen_at = now() - interval '31 minutes' where user_id = $1",
    [owner],
  );
  await page.reload();
  await page.getByText(/^Since .*: 1 run finished\.$/).waitFor();
});

test("an instrument's page has price, ratings, outcomes and what is one's own", async () => {
  const { page, owner } = await visit("signals");
  await listWithPast(testApp, owner, ["Hold", "Overweight", "Buy", "REVIEW", "Overweight", "Overweight"]);
  await page.goto(`${door.url}/instruments/demo`);
  await page.getByRole("heading", { level: 1, name: "DEMO" }).waitFor();
  await page.getByRole("img", { name: /^Daily prices of DEMO in USD from .*, last close/ }).waitFor();
  // The legend tells what was in force at the last session, and how it came out.
  await page.getByText(/^Morning coffee: Overweight.* · Your analyses: /).waitFor();
  await page.getByText("Move since the rating").waitFor();
  await page.getByText(/^\u2212\d\.\d%in [56] sessions$/).waitFor();
  await page.getByRole("region", { name: "Signals on DEMO" }).waitFor();
  await page.getByRole("region", { name: "Your analyses of DEMO" }).waitFor();
  await page.locator("#main").getByText("Run of Morning coffee").first().waitFor();
  await fileReports(owner);
  await page.reload();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Quarterly report" })
    .filter({ hasText: "Estimated from the last four filings" })
    .getByText(/^around \d/)
    .waitFor();
  await lookAt(page, "instrument");

  const [first, second] = [await finishedAnalysis(testApp, owner), await finishedAnalysis(testApp, owner)];
  await page.goto(`${door.url}/analyses/compare?id=${first}&id=${second}`);
  // What comes later stands outside of it for a moment.
  await page
    .locator("#main")
    .getByText(/^Both runs ended in \w+\. No analyst/)
    .waitFor();
  await page
    .getByRole("img", { name: /^Price change since/ })
    .first()
    .waitFor();
  await lookAt(page, "compare");

  await page.goto(`${door.url}/instruments/%5EGSPC`);
  // What comes later stands outside of it for a moment.
  await page.locator("#main").getByText("No ratings of ^GSPC yet").waitFor();
  await lookAt(page, "instrument empty");
  await page.getByRole("button", { name: "Add to watchlist" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add to watchlist" }).click();
  await page.getByText("^GSPC added to Morning coffee", { exact: true }).waitFor();
  await expect.poll(() => page.getByText("Run of Morning coffee").count()).toBe(1);
});

test("what is public of an instrument is open to everybody, with its picture, and nothing else is", async () => {
  await housePast(testApp);
  const page = await chromium.open({ expectErrors: /404/ });
  await page.goto(`${door.url}/instruments/UPS`);
  await page.getByRole("heading", { level: 1, name: "UPS" }).waitFor();
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "{}");
  expect(data).toMatchObject({ "@type": "Dataset", about: { tickerSymbol: "UPS" } });
  await lookAt(page, "instrument public");
  const address = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
  const picture = await fetch(new URL(new URL(address).pathname, door.url));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

  // It is there, and sealed.
  await page.goto(`${door.url}/instruments/FRESH`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  expect((await page.goto(`${door.url}/instruments/no%20symbol`))?.status()).toBe(404);

  await page.goto(`${door.url}/ranking`);
  const rows = page.getByRole("region", { name: "Ranking" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(3);
  expect((await rows.allInnerTexts()).join(" ")).not.toContain("FRESH");
  await page.getByRole("heading", { name: "REVIEW: no opinion" }).waitFor();
  await lookAt(page, "ranking");
  await page.getByLabel("Rating").selectOption("Sell");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  const csv = await (await fetch(`${door.url}/ranking.csv`)).text();
  expect(
    csv
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(",").slice(0, 3).join(",")),
  ).toEqual([
    "symbol,name,rating",
    "DOWNS,DOWNS for a test,Sell",
    "UPS,UPS for a test,Overweight",
    "MAYBE,MAYBE for a test,REVIEW",
  ]);

  const { page: subscriber } = await visit("signals");
  await subscriber.goto(`${door.url}/ranking`);
  await subscriber.getByRole("link", { name: "FRESH" }).waitFor();
  await subscriber.goto(`${door.url}/track-record`);
  await subscriber.getByRole("navigation", { name: "Application" }).first().waitFor();
  await subscriber.getByText(/opinions with a direction were right after/).waitFor();
  await lookAt(subscriber, "track record");
  await subscriber.goto(`${door.url}/signals?symbol=DOWNS`);
  await subscriber.getByText("Right", { exact: true }).first().waitFor();
  await lookAt(subscriber, "signals");
  await subscriber.getByRole("link", { name: "DOWNS" }).last().click();
  await subscriber.getByRole("heading", { name: "Price since entry" }).waitFor();
  await lookAt(subscriber, "signal");
});

test("a report tells how the price moved since; its files and its link do not", async () => {
  const { page, owner } = await visit("free");
  const ctx = customerContext({ ...testApp, actor: { owner, plan: "free", scopes: Scope.options } });
  const id = await finishedAnalysis(testApp, owner);
  const since = page.getByText(/^Since shows: /);
  const rating = page.getByRole("region", { name: "Verdict" });
  await page.goto(`${door.url}/analyses/${id}`);
  await rating.waitFor();
  expect(await since.count(), "nothing later is known").toBe(0);

  const last = (await demoRun()).manifest.chart.at(-1);
  if (last === undefined) throw new Error("the run knew no price");
  // As a later run of theirs knows it: two shares for one, and a tenth less.
  const later = await finishedAnalysis(testApp, owner, "2019-06-05");
  const known = [
    { ...last, close: last.close / 2 },
    { ...last, date: "2019-06-05", close: last.close * 0.45 },
  ];
  await testApp.db.pool.query(
    "update analyses set manifest = jsonb_set(manifest, '{chart}', $2::jsonb) where id = $1",
    [later, JSON.stringify(known)],
  );
  await page.reload();
  const text = new RegExp(
    `^Since then: \u221210\\.0% to ${(last.close * 0.9).toFixed(2)} USD on 2019-06-05 \\(2 sessions later\\)`,
  );
  await rating.getByText("Since then", { exact: true }).click();
  await rating.getByText(text).waitFor();
  await rating.getByText(/before the split since then/).waitFor();
  await lookAt(page, "report since");
  const file = await page.request.get(`${door.url}/v1/analyses/${id}/report.md`);
  expect(await file.text()).toContain("Last close");
  expect(await file.text()).not.toContain("Since then");

  const { token } = await shareAnalysis(ctx, id);
  await page.goto(`${door.url}/shared/${token}`);
  await rating.waitFor();
  expect(await since.count(), "strangers see what the run knew").toBe(0);

  const { job } = await submitAnalysis(ctx, { body: demo("2019-06-03"), idempotencyKey: null });
  await page.goto(`${door.url}/analyses/${job.id}`);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  expect(await page.getByText("Since then").count(), "it is under way").toBe(0);
});

test("a list is brought from elsewhere, names its companies, and runs by words", async () => {
  const { page } = await visit("signals");
  await page.goto(`${door.url}/signals/lists`);
  await page.getByRole("button", { name: "New watchlist" }).click();
  await page.getByLabel("Name").fill("Brought along");
  await page.getByText("Import a list or portfolio").click();
  await page.getByLabel("Or paste a list").fill("###Mine,NYSE:DEMO,SP:SPX,###Other,FX:EURUSD,NYSE:ZZZZ");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("1 row left out").click();
  await preview.getByText("FX:EURUSD").waitFor();
  await page.getByRole("button", { name: "Add 3 instruments" }).click();
  await expect(page.getByLabel("Stocks and funds").inputValue()).resolves.toBe("DEMO, ^GSPC, ZZZZ");
  await page.getByLabel("Schedule").selectOption("On selected days");
  await page.getByLabel("Days").selectOption("Mondays");
  await page.getByLabel("Time", { exact: true }).fill("07:00");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await expect(page.getByLabel("Cron expression").inputValue()).resolves.toBe("0 7 * * 1");
  // Told before it is saved, and of a line that cannot be used what is wrong.
  const previewed = page.getByRole("list", { name: "Next runs", exact: true }).locator("time");
  const mondays = async () =>
    (await previewed.evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""))).map((at) =>
      new Intl.DateTimeFormat("en-GB", {
        weekday: "short",
        hour: "2-digit",
        minute: "2-digit",
        timeZone: "Europe/Berlin",
      }).format(Date.parse(at)),
    );
  await expect.poll(mondays).toEqual(Array.from({ length: 5 }, () => "Mon 07:00"));
  await page.getByLabel("Time zone").fill("Europe/Nowhere");
  await page.getByText("Unknown time zone Europe/Nowhere.").waitFor();
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await lookAt(page, "watchlist form");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByText("ZZZZ: this service has no data on it").waitFor();
  await page.getByLabel("Stocks and funds").fill("DEMO, ^GSPC");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByText("Mondays at 07:00 · 0 7 * * 1 (Europe/Berlin)").waitFor();
  await page.getByText("Next run of Brought along").click();
  await expect(
    page.getByRole("list", { name: "Next runs of Brought along" }).getByRole("listitem").count(),
  ).resolves.toBe(5);
  await page.getByText("2 instruments of Brought along").click();
  await page.getByRole("region", { name: "Instruments of Brought along" }).getByText("S&P 500 index").waitFor();
  await lookAt(page, "watchlists");
});
