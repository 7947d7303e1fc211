import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageReport } from "#src/contract/jobs.ts";
import { Run } from "#src/contract/run.ts";
import { keepSpent } from "#src/db/queries/usage.ts";
import { ask, submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { demoRun, fail, start, succeed } from "#tests/support/finished-job.ts";

let testApp: TestApp;
let door: FrontDoor;
let id: string;
const demo = { ticker: "DEMO", trade_date: "2019-06-03", max_debate_rounds: 1 };
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  id = (await submit(door.url, demo)).id;
  await succeed(testApp, id);
});
afterAll(() => testApp.drop());

const report = (ending: string, of = id) => ask(door.url, "GET", `/v1/analyses/${of}/report.${ending}`);

describe("GET /v1/analyses/{id}/report.*", () => {
  test(".md is the report as text", async () => {
    const { status, headers, body } = await report("md");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('inline; filename="DEMO-2019-06-03.md"');
    const { result } = await demoRun();
    expect(body).toMatch(new RegExp(`^# DEMO: ${result.rating} as of 2019-06-03`));
  });

  test(".html is a page that may load and run nothing", async () => {
    const { headers, body } = await report("html");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    expect(body).toContain("<!doctype html>");
    expect(body).not.toContain("<script");
  });

  test(".json is what the command line prints with --json", async () => {
    const { headers, body } = await report("json");
    expect(headers.get("content-type")).toBe("application/json");
    const run = await demoRun();
    const read = Run.parse(body);
    expect(read).toEqual(Run.parse({ ...run, request: { ...run.request, ...demo } }));
  });

  test(".pdf is a document", async () => {
    const reply = await fetch(`${door.url}/v1/analyses/${id}/report.pdf`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(bytes.subarray(-8).toString("latin1")).toContain("%%EOF");
  });

  test.each(["md", "html", "pdf"])(
    ".%s: 404 for an unknown id, 409 with the state for a job that has not succeeded",
    async (ending) => {
      expect((await report(ending, "ana_none")).status).toBe(404);
      const job = await submit(door.url, demo);
      const refusal = async () => {
        const { status, body } = await report(ending, job.id);
        return { status, body };
      };
      const said = (state: string) => ({
        status: 409,
        body: { detail: `the analysis is ${state}; only succeeded analyses have a report` },
      });
      expect(await refusal()).toEqual(said("queued"));
      await start(testApp, job.id);
      expect(await refusal()).toEqual(said("running"));
      await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
      expect(await refusal()).toEqual(said("cancelled"));
    },
  );

  test(".json: 409 while the job is open; then what a job without a result has used", async () => {
    expect((await report("json", "ana_none")).status).toBe(404);
    const job = await submit(door.url, demo);
    const open = (state: string) => ({
      status: 409,
      body: { detail: `the analysis is ${state}; the report is available once it has ended` },
    });
    expect(await report("json", job.id)).toMatchObject(open("queued"));
    await start(testApp, job.id);
    expect(await report("json", job.id)).toMatchObject(open("running"));
    await fail(testApp, job.id, "the budget of $1 does not cover trader/1");
    const nothing = { result: null, manifest: null, request: { ...demo, asset_type: "stock" } };
    const failed = { ...nothing, status: "failed", error: "the budget of $1 does not cover trader/1" };
    expect((await report("json", job.id)).body).toMatchObject({ ...failed, usage: null });
    const { usage } = await demoRun();
    await keepSpent(testApp.db.sql, job.id, usage);
    expect((await report("json", job.id)).body).toMatchObject({ ...failed, usage });
    await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
    const cancelled = { ...nothing, status: "cancelled", error: null, usage };
    expect((await report("json", job.id)).body).toMatchObject(cancelled);
  });

  test("a success that is cancelled afterwards has no report any more", async () => {
    const job = await submit(door.url, demo);
    await succeed(testApp, job.id);
    expect((await report("md", job.id)).status).toBe(200);
    await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
    expect((await report("md", job.id)).status).toBe(409);
    const { result, usage } = await demoRun();
    expect(result).not.toBeNull();
    expect((await report("json", job.id)).body).toMatchObject({ status: "cancelled", result: null, usage });
  });
});

describe("GET /v1/usage", () => {
  test("sums what the owner's own jobs of the time used", async () => {
    const [key, other] = [await testApp.newKey("sums"), await testApp.newKey("other")];
    const headers = { "x-api-key": key };
    for (const bring of [succeed, succeed, start, (_house: TestApp, _id: string) => Promise.resolve()])
      await bring(testApp, (await submit(door.url, demo, headers)).id);
    const failed = await submit(door.url, demo, headers);
    await fail(testApp, failed.id, "no");
    await succeed(testApp, (await submit(door.url, demo, { "x-api-key": other })).id);
    await testApp.db.pool.query(
      `update analyses set usage = usage || '{"agents": [
        {"agent": "bull", "model": "deep", "calls": 2, "input_tokens": 1000000000000, "output_tokens": 7, "cost_usd": "0.1"},
        {"agent": "bear", "model": "quick", "calls": 1, "input_tokens": 1, "output_tokens": 1, "cost_usd": null}
      ]}' where owner = 'sums' and usage is not null`,
    );
    const little = { calls: 1, input_tokens: 5, cached_input_tokens: 0, output_tokens: 6, cost_usd: "0.02" };
    await keepSpent(testApp.db.sql, failed.id, {
      ...little,
      budget_usd: null,
      agents: [{ ...little, agent: "market", model: "quick" }],
    });
    await testApp.db.pool.query("update analyses set created_at = created_at - interval '400 days' where id = $1", [
      failed.id,
    ]);
    const usage = async (query: string) =>
      UsageReport.parse((await ask(door.url, "GET", `/v1/usage${query}`, { headers })).body);
    expect(await usage("")).toMatchObject({
      jobs: { queued: 1, running: 1, succeeded: 2, failed: 0, cancelled: 0 },
      input_tokens: 2_000_000_000_002,
      output_tokens: 16,
      cost_usd: "0.2",
    });
    const split = await usage("?from=2020-01-01");
    expect(split.by_day.map(({ jobs, cost_usd }) => ({ jobs, cost_usd }))).toEqual([
      { jobs: 1, cost_usd: "0.02" },
      { jobs: 4, cost_usd: "0.2" },
    ]);
    expect(Date.parse(split.by_day[1]?.day ?? "") - Date.parse(split.by_day[0]?.day ?? "")).toBe(400 * 86_400_000);
    expect(split.by_model).toEqual([
      { model: "deep", calls: 4, input_tokens: 2_000_000_000_000, output_tokens: 14, cost_usd: "0.2" },
      { model: "quick", calls: 3, input_tokens: 7, output_tokens: 8, cost_usd: "0.02" },
    ]);
    const nothing = { input_tokens: 0, output_tokens: 0, cost_usd: "0" };
    expect(split.by_status).toEqual([
      { status: "queued", jobs: 1, ...nothing },
      { status: "running", jobs: 1, ...nothing },
      { status: "succeeded", jobs: 2, input_tokens: 2_000_000_000_002, output_tokens: 16, cost_usd: "0.2" },
      { status: "failed", jobs: 1, input_tokens: 5, output_tokens: 6, cost_usd: "0.02" },
    ]);
    expect(await usage("?from=2020-01-01&to=2020-02-01T00:00:00%2B02:00")).toEqual({
      from: "2020-01-01T00:00:00.000Z",
      to: "2020-01-31T22:00:00.000Z",
      jobs: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: "0",
      by_day: [],
      by_model: [],
      by_status: [],
    });
    const month = await usage("");
    expect(month.from).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(month.to > month.from).toBe(true);
  });
});
