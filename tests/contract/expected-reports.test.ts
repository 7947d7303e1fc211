import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope, type Plan } from "#src/contract/accounts/plans.ts";
import { fixedClock, type LocalDate } from "#src/core/clock.ts";
import { Forbidden } from "#src/core/errors.ts";
import { listUpcoming } from "#src/product/dashboard/dashboard.ts";
import { expectReports } from "#src/product/instruments/reading.ts";
import { houseOwner } from "#src/product/signals/public/lists.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { finishedAnalysis, listWithPast } from "#tests/support/followed-list.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

/* When companies are expected to report, from what the reader's runs knew. */

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const as = (owner: string, today: LocalDate, plan: Plan = "free", scopes: readonly Scope[] = Scope.options) =>
  customerContext({
    ...testApp,
    clock: fixedClock(Date.parse(`${today}T15:00:00Z`)),
    actor: { owner, plan, scopes },
  });

const closedAlways = { closes: () => [], runDelayMs: 0 };

test("the run's own filings tell when the next one is expected", async () => {
  await finishedAnalysis(testApp, "ann");
  // DEMO's runs of June 2019 know its reports up to 26 April, and nothing of the next one.
  expect(await expectReports(as("ann", "2019-06-04"), ["DEMO", "BTC-USD", "NONE"])).toEqual(
    new Map([["DEMO", { date: "2019-07-26", kind: "quarterly" }]]),
  );
  expect(await expectReports(as("ann", "2019-07-27"), ["DEMO"]), "that day has passed").toEqual(new Map());
  expect(await expectReports(as("ann", "2019-06-04"), [])).toEqual(new Map());
});

test("a run without fundamentals hides no earlier one that had them, and an amendment is no report", async () => {
  const id = await finishedAnalysis(testApp, "bob", "2019-06-04");
  await finishedAnalysis(testApp, "bob");
  const set = async (events: readonly unknown[]): Promise<void> => {
    await testApp.db.pool.query(
      "update analyses set manifest = jsonb_set(manifest, '{chart_events}', $2::jsonb) where id = $1",
      [id, JSON.stringify(events)],
    );
  };
  await set([{ kind: "dividend", date: "2019-05-02", label: "Dividend" }]);
  expect((await expectReports(as("bob", "2019-06-04"), ["DEMO"])).get("DEMO")?.date).toBe("2019-07-26");
  await set(
    ["10-Q", "10-Q", "10-Q/A", "10-K"].map((form, index) => ({
      kind: "earnings",
      date: ["2018-07-27", "2018-10-26", "2018-11-20", "2019-02-15"][index],
      label: `${form} filed`,
    })),
  );
  expect(await expectReports(as("bob", "2019-06-04"), ["DEMO"]), "three are too few").toEqual(new Map());
});

test("another's runs tell nothing; the house list's do, with a plan that has its signals", async () => {
  expect(await expectReports(as("cat", "2019-06-04", "signals"), ["DEMO"])).toEqual(new Map());
  await finishedAnalysis(testApp, houseOwner);
  expect((await expectReports(as("cat", "2019-06-04", "signals"), ["DEMO"])).has("DEMO")).toBe(true);
  expect((await expectReports(as("cat", "2019-06-04"), ["DEMO"])).has("DEMO")).toBe(false);
  await expect(expectReports(as("cat", "2019-06-04", "free", []), ["DEMO"])).rejects.toThrow(Forbidden);
});

test("the dashboard has it behind what is known to come", async () => {
  await testApp.db.pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ('dan', 'D', 'dan@example.com', true, now(), now())`,
  );
  await listWithPast(testApp, "dan", ["Hold", "Overweight"]);
  const closes = (symbol: string) => (symbol === "DEMO" ? [Date.parse("2019-06-04T20:00:00Z")] : []);
  expect(
    await listUpcoming(as("dan", "2019-06-04", "signals"), {
      ...closedAlways,
      closes,
      coverageOf: () => ({ status: "unchecked" }),
    }),
  ).toEqual([
    { kind: "close", at: "2019-06-04T20:00:00.000Z", list: null, symbols: ["DEMO"] },
    { kind: "run", at: "2019-06-04T20:00:00.000Z", list: "Morning coffee", symbols: ["DEMO"] },
    { kind: "report", symbol: "DEMO", report: { date: "2019-07-26", kind: "quarterly" } },
  ]);
});
