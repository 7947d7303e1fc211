import { readFileSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";
import { fc, test as propertyTest } from "@fast-check/vitest";
import { expect, onTestFinished, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { Scope } from "#src/contract/accounts/plans.ts";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { readSettings } from "#src/core/config/config.ts";
import { systemClock } from "#src/core/clock.ts";
import { createCalendar, revokeCalendar } from "#src/product/calendar/calendar.ts";
import { writeCalendar } from "#src/product/calendar/lib/write-calendar.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp } from "#tests/support/front-door.ts";
import { housePast } from "#tests/support/house-past.ts";
import { emptyHouseList, subscribers } from "#tests/support/signals.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("a;b,c\\n\nEND:VEVENT\r\nBEGIN:VALARM", "日本語".repeat(60), "\\", "💣".repeat(50)),
);

propertyTest.prop([fc.array(fc.tuple(text, text), { maxLength: 5 })])(
  "whatever a list is called, the calendar is one that a reader takes, line by line",
  (pairs) => {
    const entries = pairs.map(([title, more], index) => ({
      uid: `one-${index}@conclave.example`,
      at: index % 2 === 0 ? Date.parse("2025-06-02T20:00:00Z") : "2025-06-02",
      title,
      text: more,
      url: "https://conclave.example/dashboard",
    }));
    const written = writeCalendar("Conclave", entries, 0);
    for (const line of written.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
    const read = new ICAL.Component(ICAL.parse(written));
    const events = read.getAllSubcomponents("vevent");
    expect(events.map((event) => event.getFirstPropertyValue("uid"))).toEqual(entries.map(({ uid }) => uid));
    for (const event of events) expect(event.getAllSubcomponents()).toEqual([]);
  },
);

test("the private calendar has closes and runs, opens for its address alone, and can be revoked", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
  const [cookie] = await subscribers(testApp, 1);
  const owner = /token-(u_\w+)/.exec(decodeURIComponent(cookie ?? ""))?.[1] ?? "";
  const ctx = customerContext({
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    actor: { owner, plan: "signals", scopes: Scope.options },
  });
  const demo = join(import.meta.dirname, "../../demo");
  const environment = await composeAnalysisEnvironment(readSettings({ MARKET_ARCHIVES: demo }), demo, systemClock);
  await saveWatchlist(ctx, {
    environment,
    watchlist: {
      id: null,
      name: "Mine; all, mine\\",
      instruments: [{ symbol: "DEMO", asset_type: "stock" }],
      schedule: { kind: "close" },
      runs: 1,
    },
  });
  const by = { confirmedAt: systemClock.now(), origin: "http://localhost" };
  const { token } = await createCalendar(ctx, { by });
  const door = await testApp.open();
  const ask = async (name: string) => fetch(`${door.url}/api/calendar/${name}`);
  const answer = await ask(`${token}.ics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const events = new ICAL.Component(ICAL.parse(await answer.text()))
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
  const titles = events.map(({ summary }) => summary);
  expect(titles.filter((title) => title === "Market close: DEMO")).toHaveLength(20);
  expect(titles.filter((title) => title === "Mine; all, mine\\: scheduled run")).toHaveLength(20);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  for (const { startDate } of events) expect(startDate.toUnixTime() * 1000).toBeGreaterThan(systemClock.now());
  expect((await ask("none.ics")).status).toBe(404);
  const { token: second } = await createCalendar(ctx, { by });
  expect((await ask(token)).status).toBe(404);
  expect((await ask(second)).status).toBe(200);
  await revokeCalendar(ctx);
  expect((await ask(second)).status).toBe(404);
  expect(door.logged()).not.toContain(token);
});

test("the feed of the record has what is open of it, and keeps to the schema of RSS 2.0", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
  await housePast(testApp);
  const door = await testApp.open();
  const answer = await fetch(`${door.url}/api/signal-engine/record.xml`);
  const contents = await answer.text();
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const schema = readFileSync(join(import.meta.dirname, "../support/rss-2.0.xsd"), "utf8");
  const checked = await validateXML({ xml: [{ fileName: "feed.xml", contents }], schema: [schema] });
  expect(checked.errors).toEqual([]);
  expect(contents).toContain("UPS: Overweight");
  expect(contents).toMatch(/Head of the chain: entry \d+, [0-9a-f]{64}\./);
  // Nobody may read it yet.
  expect(contents).not.toContain("FRESH");
});
