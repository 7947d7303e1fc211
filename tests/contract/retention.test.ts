import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { cancelAnalysis } from "#src/product/analyses/submitting.ts";
import { readLiveRun } from "#src/product/analyses/running.ts";
import { readSharedRun, shareAnalysis } from "#src/product/analyses/sharing.ts";
import { applyRetention, previewRetention } from "#src/product/retention/retention.ts";
import type { RetentionPolicy } from "#src/product/retention/queries/retention.ts";
import { ask, submit, type Reply } from "#tests/support/api-client.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Forty days from now, when all that a test made is old; what it makes meanwhile is made now, and is too. */
const later: Clock = { now: () => systemClock.now() + 40 * dayMs };
const forever: RetentionPolicy = { events: null, journals: null, results: null };
const demo = { ticker: "DEMO", trade_date: "2019-06-03", analysts: ["market"] };

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});

const get = (path: string): Promise<Reply> => ask(door.url, "GET", `/v1/analyses/${path}`);
const post = (path: string, json: object): Promise<Reply> => ask(door.url, "POST", `/v1/analyses/${path}`, { json });
const apply = (policy: Partial<RetentionPolicy>, clock = later) =>
  applyRetention({ ...testApp, clock }, { ...forever, ...policy });
const sql = async (text: string, values: unknown[] = []): Promise<unknown[]> =>
  (await testApp.db.pool.query(text, values)).rows;

async function finished(): Promise<Job> {
  const { id } = await submit(door.url, demo);
  return until(`the end of ${id}`, async () => {
    const job = Job.parse((await get(id)).body);
    return job.finished_at === null ? null : job;
  });
}
const detail = ({ status, body }: Reply): unknown[] => [status, body];
const gone = {
  detail: expect.stringMatching(/^the report of this analysis is no longer kept; it was removed on \d{4}-/),
};

describe("what the operator no longer keeps", () => {
  test("of events a stream says so, and everything else of the analysis stays", async () => {
    const job = await finished();
    expect(await apply({ events: 41 })).toEqual({ events: 0, journals: 0, results: 0 });
    expect(await previewRetention({ ...testApp, clock: later }, { ...forever, events: 30 })).toMatchObject({
      journals: null,
      results: null,
    });
    expect((await apply({ events: 30 })).events).toBeGreaterThan(0);
    expect(await sql("select 1 from analysis_events where analysis_id = $1", [job.id])).toEqual([]);
    const said = { detail: `the events of analysis ${job.id} are no longer kept` };
    expect(detail(await get(`${job.id}/events`))).toEqual([410, said]);
    expect(detail(await get(`${job.id}/events?after=3`))).toEqual([410, said]);
    expect(detail(await get(job.id))).toEqual([200, job]);
    expect((await get(`${job.id}/report.md`)).status).toBe(200);
    expect((await apply({ events: 30 })).events).toBe(0);
  });

  test("of an analysis that failed, its page shows the failure without its history", async () => {
    const { id } = await submit(door.url, { ticker: "NONE", trade_date: "2019-06-03" });
    await until(`the end of ${id}`, async () => (Job.parse((await get(id)).body).finished_at === null ? null : true));
    const ctx = customerContext({ ...testApp }, "local");
    await apply({ events: 30 });
    await cancelAnalysis(ctx, id);
    const live = await readLiveRun(ctx, id);
    expect([live.historyRemoved, live.events.map(({ type }) => type)]).toEqual([true, ["job.cancelled"]]);
    expect((await get(`${id}/events`)).status).toBe(410);
  });

  test("of a journal a rerun and an attribution are refused, and nothing is taken from the month", async () => {
    const { id } = await finished();
    expect((await apply({ journals: 30 })).journals).toBeGreaterThan(0);
    expect(await sql("select 1 from dbos.operation_outputs where workflow_uuid = $1", [id])).toEqual([]);
    const refused = [409, { detail: "the statements of this analysis are no longer stored; start a new one" }];
    expect(detail(await post(`${id}/rerun?from=trader`, {}))).toEqual(refused);
    expect(detail(await post(`${id}/attribution`, {}))).toEqual(refused);
    expect((await get(`${id}/report.pdf`)).status).toBe(200);
  });

  test("of a result what its owner held goes with it, and what that cost stays counted", async () => {
    const holdings = { currency: "USD", positions: [{ symbol: "DEMO", quantity: "5" }] };
    const { id } = await submit(door.url, { ...demo, holdings });
    await until(`the end of ${id}`, async () => (Job.parse((await get(id)).body).finished_at === null ? null : true));
    const kept = () =>
      sql("select 1 from analysis_holdings where analysis_id = $1 and sealed_advice is not null", [id]);
    const usage = async () => (await ask(door.url, "GET", "/v1/usage?from=2020-01-01&to=2100-01-01")).body;
    const used = await usage();
    expect(await apply({ events: 30, journals: 30 })).toMatchObject({ results: 0 });
    expect(await kept()).toHaveLength(1);
    expect((await apply({ results: 30 })).results).toBeGreaterThan(0);
    expect([await kept(), (await get(`${id}/holdings`)).status, await usage()]).toEqual([[], 404, used]);
  });

  test("of a result the rating stays, and whoever asks for more is told since when it is gone", async () => {
    const job = await finished();
    const ctx = customerContext({ ...testApp }, "local");
    const { token } = await shareAnalysis(ctx, job.id);
    const usage = () => ask(door.url, "GET", "/v1/usage?from=2020-01-01&to=2100-01-01");
    const used = await usage();
    // Asked for before, so that the front door knows it.
    expect(detail(await get(job.id))).toEqual([200, job]);
    expect((await apply({ results: 30 })).results).toBeGreaterThan(0);
    const { result, ...rest } = job;
    expect(detail(await get(job.id))).toEqual([
      200,
      {
        ...rest,
        result: { rating: result?.rating, is_review: result?.is_review, decision: null },
        result_removed_at: expect.any(String),
      },
    ]);
    for (const path of ["report.md", "report.html", "report.json", "report.pdf", "proof"])
      expect([path, ...detail(await get(`${job.id}/${path}`))]).toEqual([path, 410, gone]);
    for (const [path, body] of [
      ["questions", { question: "What is the stop?" }],
      ["rerun?from=trader", {}],
      ["attribution/estimate", {}],
      ["attribution", {}],
    ] as const)
      expect([path, ...detail(await post(`${job.id}/${path}`, body))]).toEqual([path, 410, gone]);
    await expect(readSharedRun(ctx, token)).rejects.toThrow("no longer kept");
    expect((await usage()).body).toEqual(used.body);
    expect((await ask(door.url, "GET", "/v1/analyses?include=reports")).status).toBe(200);
    expect((await apply({ results: 30 })).results).toBe(0);
  });

  test("nothing is removed of an analysis that is open, of a list, watched or being attributed", async () => {
    const [open, listed, watched, attributed] = [
      (await submit(door.url, { ticker: "OPEN", trade_date: "2019-06-03" })).id,
      ...(await Promise.all([finished(), finished(), finished()])).map(({ id }) => id),
    ];
    await sql("update analyses set status = 'running', finished_at = null where id = $1", [open]);
    await sql(
      `insert into signal_runs (list, symbol, session, asset_type, due_at, analyses)
      values ('house', 'DEMO', '2019-06-03', 'stock', now(), array[$1])`,
      [listed],
    );
    await sql("delete from condition_watches");
    await sql(
      `insert into condition_watches (analysis_id, owner, symbol, asset_type, since, read_until, conditions, states, due_at, created_at)
      values ($1, 'local', 'DEMO', 'stock', '2019-06-03', '2019-06-03', '[]', '[]', now(), now())`,
      [watched],
    );
    await sql(
      `insert into jobs (id, kind, analysis_id, owner, state, input, created_at) values ('att_1', 'attribution', $1, 'local', 'running', '{}', now())`,
      [attributed],
    );
    await apply({ events: 30, journals: 30, results: 30 });
    const kept = async (id: string | undefined) =>
      (
        await sql(
          `select events_removed is null as events, result_removed_at is null as result,
            exists (select from dbos.workflow_status where workflow_uuid = id) as journal
          from analyses where id = $1`,
          [id],
        )
      )[0];
    expect(await kept(open)).toEqual({ events: true, result: true, journal: true });
    expect(await kept(listed)).toEqual({ events: false, result: true, journal: false });
    expect(await kept(watched)).toEqual({ events: false, result: true, journal: true });
    expect(await kept(attributed)).toEqual({ events: false, result: true, journal: true });
  });

  test("whoever holds one of them keeps nobody waiting: it is left to the next time", async () => {
    const { id } = await finished();
    await testApp.db.transaction(async ({ client }) => {
      await client.query("select 1 from analyses where id = $1 for update", [id]);
      await apply({ events: 30, results: 30 });
    });
    expect(await sql("select events_removed from analyses where id = $1", [id])).toEqual([{ events_removed: null }]);
    await apply({ events: 30 });
    expect(await sql("select 1 from analysis_events where analysis_id = $1", [id])).toEqual([]);
  });
});
