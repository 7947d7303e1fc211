import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributionPlannerOf } from "#src/server/compose/job-environments.ts";
import type { AttributionJob, AttributionWish } from "#src/contract/jobs/attribution.ts";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { getAnalysis, getRun, readSharedRun, shareAnalysis } from "#src/product/analyses/reading.ts";
import { rerunAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import {
  cancelAttribution,
  estimateAttribution,
  getAttribution,
  orderAttribution,
} from "#src/product/attributions/attributions.ts";
import { keepMeasurement } from "#src/product/memory/memory.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import { reportUsage } from "#src/product/usage/report-usage.ts";
import type { Context } from "#src/product/context.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { memoryMeasurement } from "#tests/support/memory-measurements.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";

const attributionPlanner = attributionPlannerOf({
  reasoner: { prices: { deep: { input: "1", output: "20" }, quick: { input: "1", output: "2" } } },
});

/* What a rating rests on, measured by a worker: durable, cancellable, and no answer is paid for twice. */

let testApp: TestApp;
let worker: MailWorker;
let model: ModelServer;
let people = 0;
let ann: Context;
beforeAll(async () => {
  testApp = await openTestApp();
  model = await startModelServer({ script: conclaveScript() });
  worker = startMailWorker(testApp, askingModel(model.url));
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await model.close();
});
beforeEach(() => {
  ann = contextOf(`usr_${(people += 1)}`);
});

function contextOf(owner: string): Context {
  return customerContext({ ...testApp, actor: { owner, plan: "signals", scopes: Scope.options } });
}

async function finished(ctx: Context): Promise<string> {
  const body = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", max_debate_rounds: 1 } as const;
  const { job } = await submitAnalysis(ctx, { body: { ...body, analysts: ["market"] }, idempotencyKey: null });
  await until(`the end of ${job.id}`, async () => (await getAnalysis(ctx, job.id)).finished_at);
  return job.id;
}

const few: AttributionWish = { flips: false, top: 2, agents: ["bear"], repetitions: 2 };
const order = (ctx: Context, id: string, wish: AttributionWish, budgetUsd: string | null = null) =>
  orderAttribution(ctx, { id, plan: attributionPlanner, wish, budgetUsd });
const ended = (ctx: Context, id: string): Promise<AttributionJob> =>
  until(`the attribution of ${id}`, async () => {
    const job = await getAttribution(ctx, id);
    return job === null || job.finished_at === null ? null : job;
  });

describe("with models", () => {
  test("shows the price, asks only for what changes, within the budget, and pays for no answer twice", async () => {
    const id = await finished(ann);
    const price = await estimateAttribution(ann, { id, plan: attributionPlanner, wish: few });
    expect(price).toMatchObject({ payer: "service", repetitions: 2, most_budget_usd: plans.signals.runBudgetUsd });
    expect(price.changes).toHaveLength(3);
    expect(Number(price.usual_budget_usd)).toBeGreaterThan(Number(price.estimate.cost_usd));
    const { submitted } = await readQuota(ann);

    const before = model.calls.length;
    expect(Number(price.usual_budget_usd)).toBeLessThan(Number(plans.signals.runBudgetUsd));
    // Nobody names a budget: the one that was shown lets it finish.
    const queued = await order(ann, id, few);
    expect(await order(ann, id, few)).toMatchObject({ id: queued.id });
    const job = await ended(ann, id);
    expect(job).toMatchObject({ status: "succeeded", done: 3, error: null, result: { run_id: id, stopped: null } });
    const made = model.calls.length - before;
    expect(job.result?.calls).toBe(made);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(price.estimate.calls);
    expect(job.spent_usd).toBe(job.result?.cost_usd);
    expect((await readQuota(ann)).submitted).toBe(submitted + 1);
    const spent = async () => (await reportUsage(ann, { from: 0, to: ann.clock.now() + 86_400_000 })).attributions;
    const bill = { count: 1, cost_usd: job.result?.cost_usd };
    expect(await spent()).toEqual(bill);

    await order(ann, id, few);
    const again = await ended(ann, id);
    expect(again.id).not.toBe(job.id);
    expect(again.result?.lines.map(({ change }) => change)).toEqual(job.result?.lines.map(({ change }) => change));
    expect([again.result?.calls, again.spent_usd, model.calls.length - before]).toEqual([0, "0", made]);
    expect(await spent(), "also when a newer one has taken its place").toEqual(bill);
  });

  test("ends where the money does, with what was measured", async () => {
    const id = await finished(ann);
    await order(ann, id, few, "0.000001");
    expect(await ended(ann, id)).toMatchObject({ status: "failed", result: null, spent_usd: "0" });
    await expect(order(ann, id, few, "900")).rejects.toThrow("at most");
    // Nor is one begun that the server's month does not cover, and it counts for nothing.
    const { submitted } = await readQuota(ann);
    const capped = { ...ann, settings: { ...ann.settings, monthlyBudgetUsd: "0.000001" } };
    await expect(order(capped, id, few)).rejects.toThrow(/this server's monthly budget/);
    expect((await readQuota(ann)).submitted).toBe(submitted);
    // What the service's limit does not cover is not begun.
    const many = { ...few, top: 20, repetitions: 20 };
    const price = await estimateAttribution(ann, { id, plan: attributionPlanner, wish: many });
    expect(Number(price.usual_budget_usd)).toBeLessThanOrEqual(Number(plans.signals.runBudgetUsd));
    expect(price.skipped).toContainEqual(
      expect.objectContaining({ reason: "the budget of an analysis does not cover it" }),
    );
  });

  test("is cancelled at any time, and what was paid for is kept", async () => {
    const id = await finished(ann);
    const before = model.calls.length;
    // Without a price nothing is left out, so it takes long.
    const plan = attributionPlannerOf({ reasoner: { prices: {} } });
    const wish: AttributionWish = { flips: true, top: 20, repetitions: 20 };
    await orderAttribution(ann, { id, plan, wish, budgetUsd: plans.signals.runBudgetUsd });
    await expect(order(ann, await finished(ann), few)).rejects.toThrow("already have an attribution running");
    await until("a first change", async () => ((await getAttribution(ann, id))?.done ?? 0) > 0 || null);
    expect(await cancelAttribution(ann, id)).toMatchObject({ status: "cancelled" });
    expect(await cancelAttribution(ann, id)).toMatchObject({ status: "cancelled", result: null });
    await order(ann, id, { flips: false, top: 1, repetitions: 1 });
    expect(await ended(ann, id)).toMatchObject({ status: "succeeded", result: { calls: 0 } });
    expect(model.calls.length).toBeGreaterThan(before);
  });

  test("of an analysis by an earlier release is refused in words, as a rerun of it is; its report stays", async () => {
    const id = await finished(ann);
    const markdown = renderMarkdown(await getRun(ann, id));
    await sql`update analyses set manifest = manifest || '{"version": 1}' where id = ${id}`.execute(testApp.db.sql);
    const reason = "this run was made by an earlier release (0.1.0";
    await expect(order(ann, id, few)).rejects.toThrow(reason);
    const rerun = rerunAnalysis(ann, { id, from: "trader", body: {}, idempotencyKey: null });
    await expect(rerun).rejects.toThrow(reason);
    await expect(rerun).rejects.toMatchObject({ kind: "conflict" });
    expect(renderMarkdown(await getRun(ann, id))).toBe(markdown);
  });

  test("of another's analysis there is none", async () => {
    const id = await finished(ann);
    const ben = contextOf("usr_ben");
    await expect(order(ben, id, few)).rejects.toThrow("there is no analysis");
    await expect(cancelAttribution(ben, id)).rejects.toThrow("no attribution");
    expect(await getAttribution(ben, id)).toBeNull();
    const named = { ...few, evidence: ["F999"] };
    await expect(estimateAttribution(ann, { id, plan: attributionPlanner, wish: named })).rejects.toThrow("F999");
    const nothing = { flips: false, evidence: [], agents: [], repetitions: 1 };
    await expect(order(ann, id, nothing)).rejects.toThrow("nothing to try");
  });
});

test("with the rules engine all is tried, exact and free", async () => {
  const tester = contextOf(testOwnerOf("usr_ann"));
  const id = await finished(tester);
  const wish = { flips: true, repetitions: 3 };
  const price = await estimateAttribution(tester, { id, plan: attributionPlanner, wish });
  expect(price).toMatchObject({ payer: "nobody", usual_budget_usd: null, repetitions: 1, estimate: { cost_usd: "0" } });
  await order(tester, id, wish);
  const job = await ended(tester, id);
  expect(job).toMatchObject({ status: "succeeded", budget_usd: null, spent_usd: "0", result: { stopped: null } });
  expect(job.done).toBe(price.changes.length);
  const report = renderMarkdown(await getRun(tester, id));
  expect(report).toContain("What the rating rests on");
  expect(report).toMatch(/\| M1 \| .*Without it: (?:Buy|Overweight|Hold|Underweight|Sell)/);
  expect(job.result?.lines.some(({ score_shift: shift }) => shift !== null && shift !== 0)).toBe(true);
});

test("beside a historical rating stands what its models were measured to remember of its year", async () => {
  const id = await finished(ann);
  const before = await getRun(ann, id);
  expect(before).not.toHaveProperty("memory");
  const cut = memoryMeasurement(2, { stopped: "the budget" });
  await expect(keepMeasurement(ann, cut)).rejects.toThrow("only a whole measurement");
  await keepMeasurement(ann, memoryMeasurement(9));
  await keepMeasurement(ann, memoryMeasurement(2));
  await keepMeasurement(ann, memoryMeasurement(2, { session: "2018-06-04" }));
  await keepMeasurement(ann, memoryMeasurement(2, { session: "2019-03-04", quick: "another" }));
  const { memory } = await getRun(ann, id);
  expect(memory).toMatchObject({
    period: "2019",
    sessions: 1,
    verdict: "cannot_tell",
    agreement: { named_masked: 0.2 },
  });
  const written = await getRun(ann, id);
  for (const text of [renderMarkdown(written), await renderHtml(written)])
    expect(text).toMatch(/opinions go with the name cannot be told yet \(100% of pairs with the name agree, 20%/);
  const { token } = await shareAnalysis(ann, id);
  expect(await readSharedRun(ann, token)).toMatchObject({ memory: { period: "2019" } });
});
