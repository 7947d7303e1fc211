import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Job, Opinion } from "#src/contract/jobs/analysis.ts";
import type { RerunAnalysis, SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { getAnalysis, getRun } from "#src/product/analyses/reading.ts";
import { cancelAnalysis, rerunAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { readLiveRun } from "#src/product/analyses/running.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import type { Context } from "#src/product/context.ts";
import { ask } from "#tests/support/api-client.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { conclaveScript, type ScriptRequest } from "#tests/support/model-script.ts";
import { startModelServer, type ModelCall, type ModelServer } from "#tests/support/model-server.ts";

/* The model decides by the seed it is asked with. */
const ratings: Readonly<Record<number, Opinion>> = { 1: "Buy", 2: "Buy", 3: "Hold", 4: "Sell", 5: "Hold", 6: "Sell" };
const script = (request: ScriptRequest & Partial<ModelCall>) => {
  const answer = conclaveScript()(request);
  const rating = ratings[Number(request.body?.["seed"])] ?? "Hold";
  return typeof answer === "object" && "rating" in answer ? { ...answer, rating } : answer;
};

let testApp: TestApp;
let worker: MailWorker;
let model: ModelServer;
let people = 0;
let ann: Context;
beforeAll(async () => {
  testApp = await openTestApp();
  model = await startModelServer({ script });
  worker = startMailWorker(testApp, askingModel(model.url));
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await model.close();
});
beforeEach(() => {
  const actor = { owner: `owner_${(people += 1)}`, plan: "signals", scopes: Scope.options } as const;
  ann = customerContext({ ...testApp, actor });
});

const asked = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", max_debate_rounds: 1 } as const;
const start = async (body: Partial<SubmitAnalysis> = {}): Promise<string> =>
  (await submitAnalysis(ann, { body: { ...asked, analysts: ["market"], ...body }, idempotencyKey: null })).job.id;
const ended = (id: string): Promise<Job> =>
  until(`the end of ${id}`, async () => {
    const job = await getAnalysis(ann, id);
    return job.finished_at === null ? null : job;
  });
const rerun = async (id: string, from: Parameters<typeof rerunAnalysis>[1]["from"], body: RerunAnalysis = {}) =>
  (await rerunAnalysis(ann, { id, from, body, idempotencyKey: null })).job.id;

describe("an analysis of several runs", () => {
  test("comes to the opinion of most, lists each run, and counts and costs as many", async () => {
    const before = model.calls.length;
    const [one, three] = [await start(), await start({ runs: 3 })];
    expect((await ended(one)).result).not.toHaveProperty("runs");
    const job = await ended(three);
    expect(job).toMatchObject({
      status: "succeeded",
      request: { runs: 3 },
      result: { rating: "Buy", is_review: false },
    });
    expect(job.result?.runs).toMatchObject({
      agreeing: 2,
      agreement: 0.6667,
      shown: 1,
      repetitions: [
        { seed: 1, rating: "Buy", confidence: 0.6, error: null },
        { seed: 2, rating: "Buy" },
        { seed: 3, rating: "Hold" },
      ],
    });
    const [alone, all] = [(await getRun(ann, one)).run, (await getRun(ann, three)).run];
    expect(all.usage.calls).toBe(3 * alone.usage.calls);
    expect(model.calls.length - before).toBe(4 * alone.usage.calls);
    expect(Number(all.usage.cost_usd)).toBeCloseTo(
      (job.result?.runs?.repetitions ?? []).reduce((sum, { cost_usd: cost }) => sum + Number(cost), 0),
      10,
    );
    expect(Number(all.usage.budget_usd)).toBeCloseTo(3 * Number(alone.usage.budget_usd), 10);
    expect(await readQuota(ann)).toEqual({ submitted: 4, limit: plans.signals.analysesPerMonth });
    const { events } = await readLiveRun(ann, three);
    const told = events.filter(({ type }) => type === "repetition.finished" || type === "debate.finished");
    expect(told.map(({ data }) => data["rating"])).toEqual(["Buy", "Buy", "Hold", "Buy"]);
  });

  test("that do not agree end without an opinion", async () => {
    const id = await start({ runs: 5 });
    const job = await ended(id);
    expect(job.result).toMatchObject({ rating: "REVIEW", is_review: true, decision: null });
    expect(job.result?.runs).toMatchObject({ agreeing: 2, agreement: 0.4, shown: 1 });
    const { reports } = await getRun(ann, id);
    expect(reports).toMatchObject({ review_code: "disagreement", levels: null, verdict: null });
    expect(reports).not.toHaveProperty("conditions");
    expect(reports.review_reason).toBe("5 runs disagree: Buy 2, Hold 2, Sell 1");
  });

  test("need as many analyses of the month as they are", async () => {
    const most = plans.signals.analysesPerMonth;
    await testApp.db.pool.query("insert into accounts (id, plan, created_at) values ($1, 'signals', now())", [
      ann.actor.owner,
    ]);
    await testApp.db.pool.query(
      "insert into monthly_analyses (owner, month, submitted) values ($1, date_trunc('month', now() at time zone 'UTC'), $2)",
      [ann.actor.owner, most - 2],
    );
    await expect(start({ runs: 3 })).rejects.toThrow("fewer than 3 of the");
    await start({ runs: 2 });
    await expect(start()).rejects.toThrow("you have used all");
  });

  test("are cancelled together, and no further call is made", async () => {
    const id = await start({ runs: 9, analysts: ["market", "news", "social", "fundamentals"] });
    await until("the first run", async () =>
      (await readLiveRun(ann, id)).events.some(({ type }) => type === "repetition.finished") ? true : null,
    );
    await cancelAnalysis(ann, id);
    const { status } = await ended(id);
    expect(status).toBe("cancelled");
    const other = await start();
    await ended(other);
    const made = model.calls.length;
    await ended(await start());
    expect(model.calls.length - made).toBe((await getRun(ann, other)).run.usage.calls);
  });
});

describe("a rerun", () => {
  test("takes over what was said before, byte for byte and unpaid, and asks anew from there", async () => {
    const first = await start();
    await ended(first);
    const source = await getRun(ann, first);
    const before = model.calls.length;
    const second = await rerun(first, "trader", { seed: 4, max_risk_discuss_rounds: 2 });
    expect(await ended(second)).toMatchObject({ status: "succeeded", result: { rating: "Sell" } });
    const again = await getRun(ann, second);
    expect(again.run.manifest).toMatchObject({
      rerun: { of: first, from: "trader" },
      seed: 4,
      config: { max_risk_discuss_rounds: 2 },
      evidence: source.run.manifest.evidence,
      data: source.run.manifest.data,
    });
    for (const agent of ["market", "bull", "bear", "research_manager"] as const)
      expect(again.reports[agent]).toEqual(source.reports[agent]);
    const { calls } = again.run.manifest;
    const reused = calls.filter((call) => call.reused === true);
    expect(reused.map(({ agent }) => agent)).toEqual(["market", "bull", "bear", "research_manager"]);
    expect(reused.map(({ reused: _reused, ...call }) => call)).toEqual(source.run.manifest.calls.slice(0, 4));
    // The trader, three risk voices twice, the portfolio manager.
    expect(again.run.usage.calls).toBe(8);
    expect(model.calls.length - before).toBe(8);
    expect(await readQuota(ann)).toMatchObject({ submitted: 2 });
    expect((await readLiveRun(ann, second)).data?.data.symbol).toBe("DEMO");

    const third = await rerun(second, "portfolio_manager", { seed: 3 });
    expect((await ended(third)).result?.rating).toBe("Hold");
    const last = await getRun(ann, third);
    expect(last.run.usage.calls).toBe(1);
    expect(last.reports.neutral).toEqual(again.reports.neutral);
  });

  test("of several runs goes on from the one that is shown", async () => {
    const first = await start({ runs: 3 });
    await ended(first);
    // Seeds 2 and 3 beside one that fails to agree: of these the second is shown.
    await testApp.db.pool.query("update analyses set result = jsonb_set(result, '{runs,shown}', '2') where id = $1", [
      first,
    ]);
    const second = await rerun(first, "portfolio_manager");
    const job = await ended(second);
    expect(job.request).not.toHaveProperty("runs");
    expect((await getRun(ann, second)).run.usage.calls).toBe(1);
  });

  test("is refused where there is nothing to take over, and where a setting would have no effect", async () => {
    const review = await start({ ticker: "NOSUCHTICKER" });
    expect((await ended(review)).result?.rating).toBe("REVIEW");
    await expect(rerun(review, "trader")).rejects.toThrow("no agent was asked");
    const open = await start({ runs: 9 });
    await expect(rerun(open, "trader")).rejects.toThrow(/only succeeded analyses can be rerun/);
    await cancelAnalysis(ann, open);
    const done = await start();
    await ended(done);
    await expect(rerun(done, "trader", { max_debate_rounds: 3 })).rejects.toThrow("no effect with from=trader");
    await expect(rerun("ana_none", "trader")).rejects.toThrow("there is no analysis");
    const bob = { ...ann, actor: { ...ann.actor, owner: "bob" } };
    await expect(rerunAnalysis(bob, { id: done, from: "trader", body: {}, idempotencyKey: null })).rejects.toThrow(
      "there is no analysis",
    );
    const once = { id: done, from: "trader", body: { seed: 5 }, idempotencyKey: "once" } as const;
    const made = await rerunAnalysis(ann, once);
    expect(await rerunAnalysis(ann, once)).toMatchObject({ replayed: true, job: { id: made.job.id } });
    await expect(rerunAnalysis(ann, { ...once, body: { seed: 6 } })).rejects.toThrow("different body");
    const hooked = { url: "https://hooks.example/first", secret: `whsec_${Buffer.alloc(32, 5).toString("base64")}` };
    const places = (of: string) => [`analyses.webhook_url ${of}`, `analyses.webhook_secret ${of}`] as const;
    const [urlPlace, secretPlace] = places(done);
    await testApp.db.pool.query("update analyses set webhook_url = $2, webhook_secret = $3 where id = $1", [
      done,
      testApp.db.vault.seal(hooked.url, urlPlace).stored,
      testApp.db.vault.seal(hooked.secret, secretPlace).stored,
    ]);
    const told = await rerun(done, "trader", { seed: 7 });
    const { webhookUrl, webhookSecret } = (await loadAnalysis(testApp.db.sql, told)) ?? {};
    if (webhookUrl == null || webhookSecret == null) throw new Error("the rerun has no webhook");
    expect([testApp.db.vault.open(webhookUrl), testApp.db.vault.open(webhookSecret)]).toEqual([
      hooked.url,
      hooked.secret,
    ]);
    await testApp.db.pool.query("delete from dbos.operation_outputs where workflow_uuid = $1", [done]);
    await expect(rerun(done, "trader")).rejects.toThrow("no longer stored");
  });

  test("over the API says what is wrong with its query and body", async () => {
    const door = await testApp.open({ access: { open: false, loopback: true } });
    const key = await testApp.newKey("ann-api", { scopes: ["analyses:write", "analyses:read"] });
    const post = (path: string, json: object) => ask(door.url, "POST", path, { json, headers: { "x-api-key": key } });
    const { body } = await post("/v1/analyses", { ...asked, runs: 2 });
    expect(body).toMatchObject({ request: { runs: 2 } });
    const id = String(Reflect.get(Object(body), "id"));
    expect((await post("/v1/analyses", { ...asked, runs: 10 })).status).toBe(422);
    expect((await post(`/v1/analyses/${id}/rerun`, {})).status).toBe(422);
    expect((await post(`/v1/analyses/${id}/rerun?from=nobody`, {})).status).toBe(422);
    expect((await post(`/v1/analyses/${id}/rerun?from=trader`, { seed: -1 })).status).toBe(422);
    expect((await post("/v1/analyses/ana_none/rerun?from=trader", {})).status).toBe(404);
  });
});
