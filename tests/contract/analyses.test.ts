import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { JobList } from "#src/contract/jobs/jobs.ts";
import { systemClock } from "#src/core/clock.ts";
import { finishJob } from "#src/product/analyses/running.ts";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { config, openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { demoRun, fail, start, succeed } from "#tests/support/finished-job.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const get = (id: string, headers: Record<string, string> = {}) =>
  ask(door.url, "GET", `/v1/analyses/${id}`, { headers });
const jobOf = async (id: string): Promise<Job> => Job.parse((await get(id)).body);

async function workflowStatus(id: string): Promise<unknown> {
  const { rows } = await testApp.db.pool.query<{ status: string }>(
    "select status from dbos.workflow_status where workflow_uuid = $1",
    [id],
  );
  return rows[0]?.status;
}

describe("POST /v1/analyses", () => {
  test("answers 202 at once with the queued job, where it is, and when to ask", async () => {
    const { status, headers, body } = await ask(door.url, "POST", "/v1/analyses", { json: apple });
    const job = Job.parse(body);
    expect(status).toBe(202);
    expect(headers.get("location")).toBe(`/v1/analyses/${job.id}`);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(job).toMatchObject({ status: "queued", started_at: null, finished_at: null, result: null, error: null });
    expect(await jobOf(job.id)).toEqual(job);
  });

  test("fills in the defaults, and shows them", async () => {
    const { request } = await submit(door.url);
    expect(request).toEqual({
      ...apple,
      asset_type: "stock",
      analysts: ["market", "social", "news", "fundamentals"],
      max_debate_rounds: 2,
    });
  });

  test("keeps what is given", async () => {
    const given = {
      ticker: "BTC-USD",
      trade_date: "2024-02-29",
      asset_type: "crypto",
      analysts: ["news"],
      max_debate_rounds: 10,
    };
    expect((await submit(door.url, given)).request).toEqual(given);
  });

  test("takes null for max_debate_rounds, the longest ticker, and fields that nobody knows", async () => {
    const { request } = await submit(door.url, {
      ...apple,
      ticker: "X".repeat(32),
      max_debate_rounds: null,
      unknown: { deep: [1] },
    });
    expect(request).toMatchObject({ ticker: "X".repeat(32), max_debate_rounds: 2 });
    expect(request).not.toHaveProperty("unknown");
  });

  test("takes a date that is to come: that it yields nothing useful is for the run to say", async () => {
    expect((await submit(door.url, { ...apple, trade_date: "2999-12-31" })).status).toBe("queued");
  });

  test("puts the job in the queue in the same transaction, or refuses both", async () => {
    const { id } = await submit(door.url);
    expect(await workflowStatus(id)).toBe("ENQUEUED");
    const full = await testApp.open({ settings: { maxQueued: 0 } });
    const before = await testApp.db.pool.query("select id from analyses");
    const { status, headers, body } = await ask(full.url, "POST", "/v1/analyses", { json: apple });
    expect({ status, detail: body }).toMatchObject({
      status: 429,
      detail: { detail: expect.stringContaining("waiting") },
    });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await testApp.db.pool.query("select id from analyses")).rowCount).toBe(before.rowCount);
  });
});

describe("Idempotency-Key", () => {
  test("200 submissions at once with one key are one job", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => submit(door.url, apple, { "idempotency-key": "two-hundred" })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { rowCount } = await testApp.db.pool.query("select id from analyses where idempotency_key = 'two-hundred'");
    expect(rowCount).toBe(1);
    const { rowCount: queued } = await testApp.db.pool.query(
      "select 1 from dbos.workflow_status where workflow_uuid = $1",
      [answers[0]?.id],
    );
    expect(queued).toBe(1);
  });

  test("the same body gives the job as it is now, also with its defaults spelled out", async () => {
    const headers = { "idempotency-key": "again" };
    const first = await submit(door.url, apple, headers);
    await start(testApp, first.id);
    const again = await submit(door.url, { ...apple, asset_type: "stock", max_debate_rounds: 2 }, headers);
    expect(again).toMatchObject({ id: first.id, status: "running" });
  });

  test("says in a header that an answer repeats an earlier submission, and only then", async () => {
    const post = (headers: Record<string, string>, json: object = apple) =>
      ask(door.url, "POST", "/v1/analyses", { json, headers });
    const replayed = async (headers: Record<string, string>, json?: object) => {
      const reply = await post(headers, json);
      return [reply.status, reply.headers.get("idempotent-replayed")];
    };
    const key = { "idempotency-key": "replayed" };
    expect(await replayed({})).toEqual([202, null]);
    expect(await replayed(key)).toEqual([202, null]);
    expect(await replayed(key)).toEqual([202, "true"]);
    expect(await replayed({ "idempotency-key": "replayed-2" })).toEqual([202, null]);
    expect(await replayed(key, { ...apple, ticker: "MSFT" })).toEqual([409, null]);
    const together = await Promise.all(Array.from({ length: 20 }, () => replayed({ "idempotency-key": "at-once" })));
    expect(together.filter(([, header]) => header === null)).toHaveLength(1);
  });

  test("another body is refused with 409", async () => {
    const headers = { "idempotency-key": "other-body" };
    await submit(door.url, apple, headers);
    const { status, body } = await ask(door.url, "POST", "/v1/analyses", {
      json: { ...apple, ticker: "MSFT" },
      headers,
    });
    expect({ status, body }).toEqual({ status: 409, body: { detail: expect.stringContaining("a different body") } });
  });
});

describe("GET /v1/analyses/{id}", () => {
  test("shows each state with its times, and the result or the error only where there is one", async () => {
    const [running, succeeded, failed] = [await submit(door.url), await submit(door.url), await submit(door.url)];
    await start(testApp, running.id);
    await succeed(testApp, succeeded.id);
    await fail(testApp, failed.id, "the budget of $0.10 does not cover the next call");
    const { result } = await demoRun();
    expect(await jobOf(running.id)).toMatchObject({
      status: "running",
      started_at: expect.any(String),
      finished_at: null,
      result: null,
      error: null,
    });
    expect(await jobOf(succeeded.id)).toMatchObject({
      status: "succeeded",
      started_at: expect.any(String),
      finished_at: expect.any(String),
      result,
      error: null,
    });
    expect(await jobOf(failed.id)).toMatchObject({
      status: "failed",
      finished_at: expect.any(String),
      result: null,
      error: "the budget of $0.10 does not cover the next call",
    });
  });

  test.each(["ana_00000000000000000000", "x", "%00", "%zz", "a%2Fb", "..%2f..%2fetc", "🦊", "x".repeat(3000)])(
    "404 with a detail for the unknown id %s",
    async (id) => {
      const { status, body } = await get(id);
      expect({ status, body }).toEqual({ status: 404, body: { detail: expect.any(String) } });
    },
  );

  test("costs one query, and many polls at once cost fewer than one each", async () => {
    const { id } = await submit(door.url);
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      let queries = 0;
      const count = (): void => void (queries += 1);
      testApp.db.pool.on("acquire", count);
      await work();
      testApp.db.pool.off("acquire", count);
      return queries;
    };
    expect(await counted(() => get(id))).toBe(1);
    expect(await counted(() => Promise.all(Array.from({ length: 100 }, () => get(id))))).toBeLessThan(100);
  });
});

describe("DELETE /v1/analyses/{job_id}", () => {
  const cancel = (id: string) => ask(door.url, "DELETE", `/v1/analyses/${id}`);

  test.each([
    ["queued", async () => {}],
    ["running", (id: string) => start(testApp, id)],
    ["succeeded", (id: string) => succeed(testApp, id)],
    ["failed", (id: string) => fail(testApp, id, "for a reason")],
  ])("cancels a job that is %s, and leaves the queue's slot free", async (state, bring) => {
    const { id } = await submit(door.url);
    await bring(id);
    expect(await jobOf(id)).toMatchObject({ status: state });
    const { status, body } = await cancel(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "cancelled", finished_at: expect.any(String), result: null, error: null });
    expect(await jobOf(id)).toEqual(body);
    expect(await workflowStatus(id)).toBe("CANCELLED");
  });

  test("a second time gives the same job", async () => {
    const { id } = await submit(door.url);
    const first = await cancel(id);
    expect((await cancel(id)).body).toEqual(first.body);
  });

  test("a run that ends after its cancel changes nothing", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const { body } = await cancel(id);
    const end = { status: "failed", error: "too late" } as const;
    expect(await finishJob({ ...testApp, clock: systemClock }, { id, end })).toBe(false);
    expect(await jobOf(id)).toEqual(body);
  });

  test("the next job takes the slot that is free, and does not wait behind another", async () => {
    const headers = { "x-api-key": await testApp.newKey("slots") };
    const submitted = async () => (await submit(door.url, apple, headers)).id;
    const slotOf = async (id: string): Promise<string> =>
      JSON.stringify((await testApp.db.pool.query("select partition from analyses where id = $1", [id])).rows);
    const [first, second, third, fourth] = [await submitted(), await submitted(), await submitted(), await submitted()];
    expect(await slotOf(fourth)).toBe(await slotOf(first));
    expect(new Set(await Promise.all([first, second, third].map(slotOf))).size).toBe(3);
    for (const id of [first, fourth]) await ask(door.url, "DELETE", `/v1/analyses/${id}`, { headers });
    expect(await slotOf(await submitted())).toBe(await slotOf(first));
  });

  test("404 with a detail for an unknown id", async () => {
    const { status, body } = await cancel("ana_00000000000000000000");
    expect({ status, body }).toEqual({
      status: 404,
      body: { detail: "there is no analysis ana_00000000000000000000" },
    });
  });
});

describe("GET /v1/analyses", () => {
  const list = async (query: string, key: string) =>
    JobList.parse((await ask(door.url, "GET", `/v1/analyses${query}`, { headers: { "x-api-key": key } })).body);

  test("pages through all of the owner's jobs, newest first, each once, also while more come in", async () => {
    const key = await testApp.newKey("pages");
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.unshift((await submit(door.url, apple, { "x-api-key": key })).id);
    const seen: string[] = [];
    let page = await list("?limit=3", key);
    for (;;) {
      seen.push(...page.data.map(({ id }) => id));
      await submit(door.url, apple, { "x-api-key": key });
      if (page.next_cursor === null) break;
      page = await list(`?limit=3&cursor=${page.next_cursor}`, key);
    }
    expect(seen).toEqual(ids);
  });

  test("filters by status and ticker", async () => {
    const key = await testApp.newKey("filters");
    const headers = { "x-api-key": key };
    const first = await submit(door.url, apple, headers);
    const second = await submit(door.url, { ...apple, ticker: "MSFT" }, headers);
    await start(testApp, second.id);
    const idsOf = async (query: string) => (await list(query, key)).data.map(({ id }) => id);
    expect(await idsOf("?status=queued")).toEqual([first.id]);
    expect(await idsOf("?ticker=MSFT")).toEqual([second.id]);
    expect(await idsOf("?ticker=MSFT&status=queued")).toEqual([]);
    expect(await idsOf("")).toEqual([second.id, first.id]);
  });

  test("an owner without jobs has an empty list", async () => {
    expect(await list("", await testApp.newKey("nothing"))).toEqual({ data: [], next_cursor: null });
  });
});

describe("GET /v1/config", () => {
  test("shows exactly the six fields in force", async () => {
    expect((await ask(door.url, "GET", "/v1/config")).body).toEqual(config);
  });
});
