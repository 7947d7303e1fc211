import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { plans } from "#src/contract/accounts/plans.ts";
import { timesUsd } from "#src/contract/accounts/money.ts";
import { systemClock } from "#src/core/clock.ts";
import { finishJob } from "#src/product/analyses/running.ts";
import { ask, type Reply } from "#tests/support/api-client.ts";
import { demoRun, fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

/* The most that all runs on the server's own models may cost in a month. */

let testApp: TestApp;
let door: FrontDoor;
const { runBudgetUsd } = plans.elite;
/** Of two runs. */
const monthlyBudgetUsd = timesUsd(runBudgetUsd, 2);
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true }, settings: { monthlyBudgetUsd } });
});
afterAll(() => testApp.drop());

async function submitter(owner: string) {
  const key = await testApp.newKey(owner);
  return (json: object = {}): Promise<Reply> =>
    ask(door.url, "POST", "/v1/analyses", {
      json: { ticker: "DEMO", trade_date: "2019-06-03", ...json },
      headers: { "x-api-key": key },
    });
}
const idOf = ({ body }: Reply): string => z.object({ id: z.string() }).parse(body).id;

async function succeedAt(id: string, cost_usd: string): Promise<void> {
  const { result, usage, manifest } = await demoRun();
  await start(testApp, id);
  const end = { status: "succeeded", result, usage: { ...usage, cost_usd }, manifest } as const;
  await finishJob({ ...testApp, clock: systemClock }, { id, end });
}

test("a run starts only while what is left of the month covers the most it may cost, of whoever asks", async () => {
  const [ann, ben] = [await submitter("ann"), await submitter("ben")];
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? ann : ben)()));
  const [first, second, ...more] = answers.filter(({ status }) => status === 202);
  if (first === undefined || second === undefined) throw new Error("nothing was started");
  expect(more).toEqual([]);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({
    detail: expect.stringMatching(/monthly budget of \$\d+.*wait until .* \(UTC\).*SERVICE_MONTHLY_BUDGET_USD/),
  });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ann({ runs: 3 })).status).toBe(429);

  // What cost nothing leaves all of its share, what cost something the rest, and what cannot be told none.
  await succeed(testApp, idOf(first));
  const third = await ben();
  expect(third.status).toBe(202);
  await succeedAt(idOf(third), "0.01");
  expect((await ben()).status).toBe(429);
  await fail(testApp, idOf(second), "no usage is known");
  expect((await ben()).status).toBe(429);
  const { rows } = await testApp.db.pool.query("select spent_usd::text from model_bills order by spent_usd");
  expect(rows).toEqual([{ spent_usd: "0.01" }, { spent_usd: runBudgetUsd }]);

  // Another month is another budget.
  await testApp.db.pool.query("update model_bills set month = month - interval '1 month'");
  expect((await ben()).status).toBe(202);
});
