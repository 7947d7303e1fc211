import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { chooseBenchmark, insertDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { ensureAccount } from "#src/product/signals/queries/signal-lists.ts";
import { addDays, systemClock } from "#src/core/clock.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { brokerFiles } from "#tests/support/broker-files.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { startPages, type Pages } from "#tests/support/built-pages.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { emptyHouseList, publish, signalEntry, subscribers } from "#tests/support/signals.ts";
import { demo } from "#tests/support/worker-process.ts";

/* What subscribers and everybody else see of the signals, in a real browser. */

const chromium = useChromium();
let testApp: TestApp;
let rendering: Pages | null = null;
let door: FrontDoor;

beforeAll(async () => {
  testApp = await openTestApp();
  await emptyHouseList(testApp);
  // Symbols beyond the archive that ships may be listed.
  rendering = await startPages(testApp, { SERVICE_ONLINE_TOOLS: "true" });
  door = await testApp.open({ access: { open: false, loopback: true }, webUrl: rendering.url });
}, startPatienceMs);
afterAll(async () => {
  rendering?.stop();
  await testApp.drop();
});

async function visit(plan: "free" | "signals" | null) {
  const page = await chromium.open();
  const [cookie] = plan === null ? [] : await subscribers(testApp, 1, plan);
  if (cookie !== undefined) {
    const at = cookie.indexOf("=");
    await page.context().addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: door.url }]);
  }
  return page;
}

test("before the first signal the record says that there is none", async () => {
  const page = await visit(null);
  await page.goto(`${door.url}/track-record`);
  await page.getByText("No signals published yet").waitFor();
  await expect(page.getByText("0".repeat(64)).first().isVisible()).resolves.toBe(true);
});

test("a signal shows up by itself where the plan has signals, and stays sealed for everybody else", {}, async () => {
  await history();
  const reader = await visit("signals");
  await reader.goto(`${door.url}/signals`);
  await reader.getByText("Live", { exact: true }).waitFor();
  await expect(reader.getByRole("switch", { name: "Sound" }).isChecked()).resolves.toBe(false);
  const number = await publish(testApp, "FRESH", "Sell");
  await reader.getByRole("link", { name: "FRESH" }).waitFor();
  await expect.poll(() => reader.getByRole("status").allTextContents()).toContain("FRESH: Sell");

  await reader.goto(`${door.url}/signals?rating=Buy&symbol=ups`);
  await reader.getByRole("link", { name: "UPS" }).first().waitFor();
  await expect(reader.getByRole("link", { name: "FRESH" }).count()).resolves.toBe(0);
  await reader.getByRole("link", { name: "UPS" }).last().click();
  await reader.getByRole("heading", { name: "UPS: Buy" }).waitFor();
  await reader.getByText("Right", { exact: true }).first().waitFor();

  const stranger = await visit("free");
  await stranger.goto(`${door.url}/signals`);
  await stranger.getByText("Live signals are included in Signals and Elite").waitFor();
  await expect(stranger.getByText("FRESH").count()).resolves.toBe(0);

  const anybody = await visit(null);
  await anybody.goto(`${door.url}/track-record`);
  await anybody.getByText("sealed until its entry session closes").first().waitFor();
  await expect(anybody.getByText("FRESH").count()).resolves.toBe(0);
  // Six signals a rating and instrument, each on days of its own: too few to tell, and the page says how many.
  await anybody
    .getByText(/^needs \d+ more outcomes?/)
    .first()
    .waitFor();
  await expect(anybody.getByText(/(\d+)%\s+to\s+\1%/).count()).resolves.toBe(0);
  const csv = await (await fetch(`${door.url}/track-record.csv`)).text();
  expect(csv.trimEnd().split("\r\n")).toHaveLength(number + 1);
});

test("a list of one's own is made, changed and deleted", async () => {
  const page = await visit("free");
  await page.goto(`${door.url}/signals/lists`);
  await page.getByRole("button", { name: "New watchlist" }).click();
  await page.getByLabel("Name").fill("Large caps");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByText("Enter at least one instrument").waitFor();
  await page.getByLabel("Stocks and funds").fill("AAPL, msft");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByText("AAPL, MSFT").waitFor();
  // A list asks for it by itself, keeps it, and lets it go again.
  const rerun = page.getByRole("checkbox", { name: "Run again when a condition breaks" });
  const kept = async () =>
    (await testApp.db.pool.query("select rerun_on_break from signal_lists where name = 'Large caps'")).rows;
  await expect.poll(kept).toEqual([{ rerun_on_break: false }]);
  for (const isWanted of [true, false]) {
    await page.getByRole("button", { name: "Change the list Large caps" }).click();
    expect(await rerun.isChecked()).toBe(!isWanted);
    await rerun.setChecked(isWanted);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(kept).toEqual([{ rerun_on_break: isWanted }]);
    await rerun.waitFor({ state: "hidden" });
    // The page follows what was saved a moment later.
    await page.waitForLoadState("networkidle");
  }
  await page.getByRole("button", { name: "Delete the list Large caps" }).click();
  await page.getByRole("button", { name: "Delete watchlist" }).click();
  await page.getByText("No watchlists yet").waitFor();
  await expect(page.getByText("AAPL, MSFT").count()).resolves.toBe(0);
});

test("a portfolio is imported once it was looked at, and asks where it does not know a column", async () => {
  const page = await visit("free");
  await page.goto(`${door.url}/signals/lists`);
  await page.getByRole("button", { name: "New watchlist" }).click();
  await page.getByText("Import a list or portfolio").click();
  const choose = (name: string, bytes: Uint8Array) =>
    page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(bytes) });
  const fileOf = (wanted: string) =>
    brokerFiles.find(({ name }) => name === wanted)?.bytes ?? expect.fail(`there is no file ${wanted}`);
  const preview = page.getByRole("region", { name: "Preview" });
  await choose("statement.csv", fileOf("IBKR activity statement"));
  await preview.getByText("3 instruments found").waitFor();
  await expect(preview.getByRole("checkbox", { name: /^SAP/ }).isChecked()).resolves.toBe(false);
  await preview.getByText(/the file has it in EUR, and SAP trades in USD/).waitFor();
  await lookAt(page, "import");
  await preview.getByRole("button", { name: "Add 2 instruments" }).scrollIntoViewIfNeeded();
  await lookAt(page, "import below");
  await preview.getByRole("button", { name: "Add 2 instruments" }).click();
  await expect(page.getByLabel("Stocks and funds").inputValue()).resolves.toBe("AAPL, BRK-B");

  await choose("depot.csv", fileOf("Comdirect"));
  await preview.getByText(/by WKN and has no ticker symbols/).waitFor();
  await preview.getByText("Münchener Rück, 843002").waitFor();
  await lookAt(page, "import without symbols");
  await choose("mine.csv", Buffer.from("MSFT;Microsoft;100\nIBM;Business Machines;20\n"));
  await preview.getByText("Which column has the symbols?").waitFor();
  await lookAt(page, "import that asks");
  await preview.getByLabel("Symbols are in").selectOption("Column 1");
  await preview.getByRole("button", { name: "Add 2 instruments" }).click();
  await expect(page.getByLabel("Stocks and funds").inputValue()).resolves.toBe("AAPL, BRK-B, MSFT, IBM");
  await choose("book.csv", Buffer.from("PK\u0003\u0004"));
  await page.getByText(/save or unpack it as CSV first/).waitFor();
});

test("a list by a cron line is checked, kept, and shows what became of its runs", async () => {
  const page = await visit("signals");
  await page.goto(`${door.url}/signals/lists`);
  await page.getByRole("button", { name: "New watchlist" }).click();
  await page.getByLabel("Name").fill("Mornings");
  await page.getByLabel("Stocks and funds").fill("AAPL MSFT");
  await page.getByLabel("Schedule").selectOption("Custom (cron)");
  await page.getByLabel("Cron expression").fill("0 7 * *");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  // The preview of the next runs says so too, as soon as the line is typed.
  await page.getByRole("alert").getByText("enter five fields").waitFor();
  await page.getByLabel("Cron expression").fill("0 7 * * 1-5");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByText("0 7 * * 1-5 (Europe/Berlin) · 1 run each").waitFor();
  await page.getByText("Last runs of Mornings: none yet").waitFor();

  await testApp.db.pool.query(
    `insert into signal_runs (list, symbol, session, asset_type, due_at, state, started_at, ended_at, outcome, reason)
     select id, symbol, session::date, 'stock', now(), state, now(), ended, outcome, reason from signal_lists,
       (values ('AAPL', '2025-06-02', 'ended', now(), 'review', 'the debate had no opinion'),
               ('MSFT', '2025-06-02', 'ended', now(), 'skipped', 'all analyses of the Signals plan this month have been used'),
               ('AAPL', '2025-06-03', 'started', null, null, null)) as run (symbol, session, state, ended, outcome, reason)
     where name = 'Mornings'`,
  );
  await page.reload();
  await page.getByText("Last runs of Mornings: 1 running, 1 REVIEW, 1 skipped").click();
  const rows = page.getByRole("region", { name: "Last runs of Mornings" }).getByRole("row");
  await rows.first().waitFor();
  expect(
    (await rows.allInnerTexts()).map((row) =>
      row
        .trim()
        .split(/\s*\t\s*/)
        .join(" | "),
    ),
  ).toEqual([
    "As of | Symbol | Status | Reason",
    "2025-06-03 | AAPL | Running",
    "2025-06-02 | AAPL | REVIEW | the debate had no opinion",
    "2025-06-02 | MSFT | Skipped | all analyses of the Signals plan this month have been used",
  ]);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Change the list Mornings" }).click();
  await expect(page.getByLabel("Cron expression").inputValue()).resolves.toBe("0 7 * * 1-5");
  // The house list's runs are for whoever runs the service.
  await expect(page.getByText("Last runs of the house list").count()).resolves.toBe(0);
  const admin = await visit("free");
  await testApp.db.pool.query(
    "update users set role = 'admin' where id = (select user_id from sessions order by created_at desc limit 1)",
  );
  await admin.goto(`${door.url}/signals/lists`);
  await admin.getByText("Last runs of the house list").waitFor();
  await expect(admin.getByText("Mornings").count()).resolves.toBe(0);
});

test("alerts are saved, with a secret for the webhook, and are there again", async () => {
  const page = await visit("signals");
  await page.goto(`${door.url}/settings/notifications`);
  const [email, webhook, only] = [
    page.getByRole("switch", { name: "Email" }),
    page.getByLabel("Webhook"),
    page.getByLabel("Only these symbols"),
  ];
  await webhook.fill("not an address");
  await page.getByRole("button", { name: "Save alerts" }).click();
  await expect.poll(() => webhook.getAttribute("aria-invalid")).toBe("true");
  await webhook.fill("https://example.com/signals");
  await only.fill("aapl, msft");
  const wasOn = await email.isChecked();
  await email.click();
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await page.getByText(/^whsec_/).waitFor();
  const secret = await page.getByText(/^whsec_/).innerText();

  await page.reload();
  await expect(email.isChecked()).resolves.toBe(!wasOn);
  await expect(webhook.inputValue()).resolves.toBe("https://example.com/signals");
  await expect(only.inputValue()).resolves.toBe("AAPL, MSFT");
  // The same address keeps its secret; without one there is none.
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await expect(page.getByText(/^whsec_/).innerText()).resolves.toBe(secret);
  await webhook.fill("");
  await page.getByRole("button", { name: "Save alerts" }).click();
  await expect.poll(() => page.getByText(/^whsec_/).count()).toBe(0);
});

test("a signal sounds and shows on the desktop where that is wanted, and nowhere else", async () => {
  const page = await visit("signals");
  await page.context().grantPermissions(["notifications"], { origin: door.url });
  // Listens to the browser: what is made is made all the same.
  await page.addInitScript(() => {
    const made: { shown: string[]; tones: number } = { shown: [], tones: 0 };
    Object.assign(globalThis, { made });
    globalThis.Notification = new Proxy(Notification, {
      construct(target, args: [string, NotificationOptions?]) {
        made.shown.push(`${args[0]} / ${args[1]?.body}`);
        return new target(...args);
      },
      // A browser without windows says that it is denied, also to those to whom it grants it.
      get: (target, name) => (name === "permission" ? "granted" : Reflect.get(target, name)),
    });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      made.tones += 1;
      start.call(this, when);
    };
  });
  const made = () => page.evaluate<{ shown: string[]; tones: number }>("made");
  await page.goto(`${door.url}/signals?rating=Sell`);
  await page.getByText("Live", { exact: true }).waitFor();
  await publish(testApp, "QUIET", "Sell");
  await page.getByRole("link", { name: "QUIET" }).waitFor();
  expect(await made()).toEqual({ shown: [], tones: 0 });

  await page.getByRole("switch", { name: "Sound" }).click();
  await expect.poll(async () => (await made()).tones).toBe(2);
  await page.getByRole("switch", { name: "Desktop notifications" }).click();
  await expect.poll(() => page.getByRole("switch", { name: "Desktop notifications" }).isChecked()).toBe(true);
  await publish(testApp, "LOUD", "Sell");
  await expect.poll(made).toEqual({ shown: ["LOUD: Sell / Signal as of 2025-06-02"], tones: 4 });
  // What the filter leaves out is not told.
  await publish(testApp, "OTHER", "Buy");
  await publish(testApp, "AGAIN", "Sell");
  await expect.poll(async () => (await made()).shown.length).toBe(2);
  expect((await made()).shown.at(-1)).toContain("AGAIN: Sell");

  // The choice is the browser's, and outlives the page.
  await page.reload();
  await page.getByText("Live", { exact: true }).waitFor();
  await publish(testApp, "LATER", "Sell");
  await expect.poll(async () => (await made()).shown).toEqual(["LATER: Sell / Signal as of 2025-06-02"]);
});

test("a signal's report is read by subscribers, at a desk and on a phone", async () => {
  const signal = await signalWithReport();
  const page = await visit("signals");
  await page.goto(`${door.url}/signals/${signal}`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "DEMO as of 2019-06-03" }).waitFor();
  await page.getByText("portfolio manager", { exact: false }).first().waitFor();
  await expectNoFaults(page);
  await page.setViewportSize(phone);
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);

  const stranger = await visit("free");
  await stranger.goto(`${door.url}/signals/${signal}/report`);
  await stranger.getByText("Your plan does not include live signals").waitFor();
  await expect(stranger.getByText("portfolio manager", { exact: false }).count()).resolves.toBe(0);
});

/** A signal of the house list's on a debate that was really held. @returns its id */
async function signalWithReport(): Promise<string> {
  const owner = "house";
  await testApp.db.transaction((tx) => ensureAccount(tx, { id: owner, plan: "free" }, systemClock.now()));
  const settings = {
    rounds: 1,
    riskRounds: 1,
    budgetUsd: null,
    maxConcurrency: 4,
    maxQueued: 100,
    jobTimeoutMs: 60_000,
    webhookAllowPrivate: false,
  };
  const actor = { owner, plan: "elite" as const, scopes: Scope.options };
  const ctx = { db: testApp.db, queue: testApp.queue, clock: systemClock, settings, actor, requestId: "req_test" };
  const { id } = (await submitAnalysis(ctx, { body: demo("2019-06-03"), idempotencyKey: null })).job;
  await succeed(testApp, id);
  const entry = signalEntry("DEMO", "Hold", { analysis_id: id, session: "2019-06-03" });
  await testApp.db.transaction((tx) => appendEntry(tx, "house", entry, systemClock.now()));
  return entry.id;
}

/** Half a year of made-up prices, UPS always up and DOWNS always down, with a signal on each every few sessions. */
async function history(): Promise<void> {
  const days = Array.from({ length: 130 }, (_, index) => addDays("2025-01-02", index));
  for (const [symbol, step] of [
    ["UPS", 1.004],
    ["DOWNS", 0.997],
  ] as const) {
    await chooseBenchmark(testApp.db, symbol, null, 0);
    for (const [index, session] of days.entries()) {
      const open = 100 * step ** index;
      const price = { open, close: open * step ** 0.5 };
      const opensAt = Date.parse(`${session}T14:30:00Z`);
      await insertDay(testApp.db, symbol, { session, opensAt, price, split: 1, dividend: 0 }, "test", 0);
    }
    for (const [index, session] of days.entries()) {
      const rating = Opinion.options[(index / 4) % Opinion.options.length];
      if (rating === undefined) continue;
      const entry = signalEntry(symbol, rating, { session, confidence: 0.3 + (index % 60) / 100 });
      await testApp.db.transaction((tx) => appendEntry(tx, "house", entry, Date.parse(`${session}T21:00:00Z`)));
    }
  }
}
