import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerCount } from "#src/contract/jobs/model-checks.ts";
import { addAnswers } from "#src/product/admin/queries/admin.ts";
import { fixedClock } from "#src/core/clock.ts";
import { finishJob } from "../analyses/running.ts";
import { submitAnalysis } from "../analyses/submitting.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { start } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { readModelAnswers } from "./reading.ts";

const now = Date.UTC(2026, 5, 15, 12);
const day = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const ctx = (role: "admin" | "user" = "admin") => ({
  db: testApp.db,
  queue: testApp.queue,
  clock: fixedClock(now),
  by: { userId: "usr_1", role },
});

function answers(model: string, count: number, outcome: AnswerCount["outcome"] = "answer"): AnswerCount {
  return { provider: "openai", model, outcome, count };
}

async function add(at: number, ...counts: AnswerCount[]): Promise<void> {
  await testApp.db.transaction((tx) => addAnswers(tx, counts, at));
}

test("sums are those of the last 30 days by model, the busiest first; administrators alone read them", async () => {
  await add(now - 40 * day, answers("old", 1000), answers("big", 1000));
  await add(now - 2 * day, answers("small", 10), answers("small", 2, "repaired"), answers("big", 2));
  await add(now, answers("small", 10), answers("big", 2), answers("big", 1, "review_conflict"));
  expect((await readModelAnswers(ctx())).models).toEqual([
    { provider: "openai", model: "small", counts: { answer: 20, repaired: 2 } },
    { provider: "openai", model: "big", counts: { answer: 4, review_conflict: 1 } },
  ]);
  await expect(readModelAnswers(ctx("user"))).rejects.toThrow("only administrators can do this");
});

test("runs that end at once add up, in whatever order they name their models", async () => {
  const one = [answers("x", 1), answers("y", 1)];
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(now, ...(index % 2 === 0 ? one : one.toReversed()))));
  const found = (await readModelAnswers(ctx())).models.filter(({ model }) => model === "x" || model === "y");
  expect(found.map(({ counts }) => counts)).toEqual([{ answer: 20 }, { answer: 20 }]);
});

test("a run counts once, when it ends: one that has ended before adds nothing", async () => {
  const { job } = await submitAnalysis(customerContext({ ...testApp, clock: fixedClock(now) }, "local"), {
    body: {
      ticker: "DEMO",
      trade_date: "2019-06-03",
      asset_type: "stock",
      analysts: ["market"],
      max_debate_rounds: null,
    },
    idempotencyKey: null,
  });
  await start(testApp, job.id);
  const end = { id: job.id, end: { status: "failed", error: "late" }, answers: [answers("once", 3)] } as const;
  expect([await finishJob(ctx(), end), await finishJob(ctx(), end)]).toEqual([true, false]);
  const found = (await readModelAnswers(ctx())).models.find(({ model }) => model === "once");
  expect(found?.counts).toEqual({ answer: 3 });
});

test("a month is read by the day, and not as a whole", async () => {
  await testApp.db.pool.query(
    `insert into model_answers select date '2020-01-01' + n, 'openai', 'm' || m, 'answer', 1
     from generate_series(1, 2000) n, generate_series(1, 10) m`,
  );
  await testApp.db.pool.query("analyze model_answers");
  const { rows } = await testApp.db.pool.query<{ "QUERY PLAN": string }>(
    "explain select provider, model, outcome, sum(count) from model_answers where day >= $1 group by 1, 2, 3",
    ["2026-05-16"],
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index|Bitmap/);
});
