import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "#src/contract/accounts/plans.ts";
import type { ChartBar, Run } from "#src/contract/run/run.ts";
import { insertDay } from "#src/product/signals/queries/signal-days.ts";
import { addDays } from "#src/core/clock.ts";
import { Forbidden } from "#src/core/errors.ts";
import { moveSince } from "#src/report/charts/run-chart.ts";
import { readLaterPrices, getRun } from "#src/product/analyses/reading.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { demoRun } from "#tests/support/finished-job.ts";
import { finishedAnalysis } from "#tests/support/followed-list.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

/* Which prices after a run's date its reader may see, and what they make of it. */

let testApp: TestApp;
let run: Run;
let last: ChartBar;
beforeAll(async () => {
  testApp = await openTestApp();
  run = await demoRun();
  const bar = run.manifest.chart.at(-1);
  if (bar === undefined) throw new Error("the run knew no price");
  last = bar;
});
afterAll(() => testApp.drop());

const as = (owner: string, scopes: readonly Scope[] = ["analyses:read", "signals:read"]) =>
  customerContext({ ...testApp, actor: { owner, plan: "elite", scopes } });

/** The move of somebody's own run, as its page tells it. */
async function moved(owner: string) {
  const finished = await getRun(as(owner), await finishedAnalysis(testApp, owner));
  return moveSince(finished, await readLaterPrices(as(owner), finished.run));
}

/** A later run of an owner, that knew these sessions too. */
async function laterRun(owner: string, closes: readonly number[]): Promise<void> {
  const id = await finishedAnalysis(testApp, owner, "2019-06-28");
  const known = closes.map((close, index) => ({ ...last, date: addDays(last.date, index), close }));
  await testApp.db.pool.query(
    "update analyses set manifest = jsonb_set(manifest, '{chart}', $2::jsonb) where id = $1",
    [id, JSON.stringify(known)],
  );
}

test("one's own later run tells, and another's does not", async () => {
  expect(await moved("ann")).toBeNull();
  await laterRun("ann", [last.close, last.close * 1.1]);
  expect(await moved("ann")).toMatchObject({ date: "2019-06-04", share: expect.closeTo(0.1, 9), isRestated: false });
  expect(await moved("ben")).toBeNull();
});

test("sessions that were settled tell everybody, adjusted for a split, where they reach further", async () => {
  await laterRun("cat", [last.close, last.close * 1.1, last.close * 1.2]);
  const settled = async (index: number, close: number, split = 1): Promise<void> => {
    const session = addDays(last.date, index);
    const opensAt = Date.parse(`${session}T13:30:00Z`);
    await insertDay(
      testApp.db,
      "DEMO",
      { session, opensAt, price: { open: close, close }, split, dividend: 0 },
      "t",
      0,
    );
  };
  await settled(0, last.close);
  await settled(1, (last.close * 0.8) / 4, 4);
  expect(await moved("dan")).toMatchObject({
    date: "2019-06-04",
    share: expect.closeTo(-0.2, 9),
    close: expect.closeTo(last.close * 0.8, 9),
    isRestated: true,
  });
  // Highs and lows were never kept, and no figure is made of what was.
  expect((await readLaterPrices(as("dan"), run)).every(({ rangeUnknown }) => rangeUnknown)).toBe(true);
  expect(await moved("cat")).toMatchObject({ date: "2019-06-05", share: expect.closeTo(0.2, 9), isRestated: false });
});

test("it takes the right to read analyses and signals", async () => {
  await expect(readLaterPrices(as("ann", ["signals:read"]), run)).rejects.toThrow(Forbidden);
  await expect(readLaterPrices(as("ann", ["analyses:read"]), run)).rejects.toThrow(Forbidden);
});
