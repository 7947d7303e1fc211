import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Batch, batchLimits, BatchResult } from "#src/contract/jobs/batches.ts";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { systemClock } from "#src/core/clock.ts";
import { feedBatches } from "#src/product/batches/batches.ts";
import type { JobSettings } from "#src/product/context.ts";
import { cancelJob } from "#src/product/analyses/public/submission.ts";
import { ask, type Ask, type Reply } from "#tests/support/api-client.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
});
afterAll(() => testApp.drop());
// One test's jobs leave no room in the queue of another.
beforeEach(async () => {
  await testApp.db.pool.query(
    "update jobs set state = 'cancelled', finished_at = now() where kind = 'batch' and finished_at is null",
  );
});

const jobs: JobSettings = {
  rounds: 1,
  riskRounds: 1,
  budgetUsd: null,
  maxConcurrency: 4,
  maxQueued: 1000,
  jobTimeoutMs: 60_000,
  webhookAllowPrivate: false,
};
const feed = (changes: Partial<JobSettings> = {}): Promise<void> =>
  feedBatches(systemContext({ ...testApp, clock: systemClock }), { jobs: { ...jobs, ...changes } });

const requestOn = (day: number) => ({ ticker: "DEMO", trade_date: `2019-06-${String(day).padStart(2, "0")}` });
const lineOf = (day: number, custom_id = `day-${day}`): string =>
  JSON.stringify({ custom_id, request: requestOn(day) });
const body = (...lines: readonly string[]): Ask => ({
  raw: `${lines.join("\n")}\n`,
  headers: { "content-type": "application/jsonl" },
});

async function program(owner: string, scopes: readonly Scope[] = Scope.options) {
  const key = await testApp.newKey(owner, { scopes });
  return (method: string, path: string, { headers = {}, ...given }: Ask = {}): Promise<Reply> =>
    ask(door.url, method, path, { ...given, headers: { "x-api-key": key, ...headers } });
}

const batchOf = ({ status, body: told }: Reply): Batch => {
  if (status >= 400) throw new Error(`${status}: ${JSON.stringify(told)}`);
  return Batch.parse(told);
};
const detailOf = ({ body: told }: Reply): unknown => z.object({ detail: z.unknown() }).parse(told).detail;
const resultsOf = ({ body: told }: Reply): BatchResult[] =>
  (typeof told === "string" ? told : "")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [BatchResult.parse(JSON.parse(line))]));

async function analysesOf(batch: string): Promise<{ id: string; status: string; budget: string | null }[]> {
  const { rows } = await testApp.db.pool.query(
    `select a.id, a.status, a.setting ->> 'budget_usd' as budget from batch_lines l join analyses a on a.id = l.analysis_id
     where batch = $1 order by line`,
    [batch],
  );
  return z.array(z.object({ id: z.string(), status: z.string(), budget: z.string().nullable() })).parse(rows);
}

describe("a batch", () => {
  test("starts a job for each line behind single ones, ends with the last, and gives each its result", async () => {
    const ann = await program("ann");
    const made = await ann("POST", "/v1/batches", body(lineOf(3), lineOf(4), "", lineOf(5)));
    expect([made.status, made.headers.get("location")]).toEqual([202, `/v1/batches/${batchOf(made).id}`]);
    const { id } = batchOf(made);
    expect(batchOf(made)).toMatchObject({ status: "queued", counts: { total: 3, waiting: 3 }, budget_usd: null });
    await Promise.all([feed(), feed()]);
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`))).toMatchObject({
      status: "running",
      counts: { open: 3, waiting: 0 },
    });
    const started = await analysesOf(id);
    expect(started.map(({ budget }) => budget)).toEqual(Array(3).fill(plans.elite.runBudgetUsd));
    const { rows } = await testApp.db.pool.query("select priority from dbos.workflow_status where workflow_uuid = $1", [
      started[0]?.id,
    ]);
    expect(rows).toEqual([{ priority: 510 }]);
    const [first, second, third] = started.map((one) => one.id);
    await succeed(testApp, first ?? "");
    expect(resultsOf(await ann("GET", `/v1/batches/${id}/results`))).toMatchObject([
      { line: 1, custom_id: "day-3", status: "succeeded", analysis_id: first, error: null },
    ]);
    await testApp.db.pool.query(
      "update analyses set status = 'failed', error = 'no money', finished_at = now() where id = $1",
      [second],
    );
    await cancelJob(systemContext(testApp), { id: third ?? "", owner: "ann" });
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`))).toMatchObject({
      status: "succeeded",
      counts: { total: 3, waiting: 0, open: 0, succeeded: 1, failed: 1, cancelled: 1, refused: 0 },
    });
    const results = resultsOf(await ann("GET", `/v1/batches/${id}/results?after=1`));
    expect(results).toMatchObject([
      { line: 2, status: "failed", result: null, error: { detail: "no money" } },
      { line: 4, status: "cancelled", result: null },
    ]);
    const [whole] = resultsOf(await ann("GET", `/v1/batches/${id}/results?include=reports`));
    expect(Object.keys(whole?.result?.reports ?? {})).not.toEqual([]);
    expect((await ann("GET", `/v1/analyses/${first}`)).status).toBe(200);
  });

  test("refuses a line with holdings, which it would have to leave out, and keeps nothing of them", async () => {
    const ann = await program("holder");
    const holdings = { currency: "USD", positions: [{ symbol: "DEMO", quantity: "90210" }] };
    const asked = (given: unknown) => ({ request: { ...requestOn(3), holdings: given } });
    const lines = [
      JSON.stringify({ custom_id: "book", ...asked(holdings) }),
      JSON.stringify({ custom_id: "none", ...asked(null) }),
    ];
    const { id, counts } = batchOf(await ann("POST", "/v1/batches", body(...lines)));
    expect(counts).toMatchObject({ total: 2, waiting: 1, refused: 1 });
    const [refused] = resultsOf(await ann("GET", `/v1/batches/${id}/results`));
    expect(refused?.error).toMatchObject({ detail: [{ loc: ["request", "holdings"] }] });
    const { rows } = await testApp.db.pool.query(
      "select to_jsonb(l)::text as line from batch_lines l where batch = $1",
      [id],
    );
    expect(JSON.stringify(rows)).not.toContain("90210");
  });

  test("takes what is wrong with a line as that line's own", async () => {
    const ann = await program("careless");
    const lines = [
      lineOf(3, "good"),
      "{",
      '"text"',
      JSON.stringify({ custom_id: "bad", request: { ticker: "", trade_date: "2019-02-30" } }),
      lineOf(4, "good"),
      JSON.stringify({ request: requestOn(5) }),
      JSON.stringify({ custom_id: "long", request: requestOn(6), note: "x".repeat(batchLimits.lineBytes) }),
      JSON.stringify({ custom_id: "nul\u0000", request: requestOn(7) }),
      JSON.stringify({ custom_id: "half", request: { ...requestOn(8), ticker: "\ud800" } }),
    ];
    const { id, counts } = batchOf(await ann("POST", "/v1/batches", body(...lines)));
    expect(counts).toMatchObject({ total: 9, waiting: 1, refused: 8 });
    const refused = resultsOf(await ann("GET", `/v1/batches/${id}/results`));
    expect(refused.map(({ line, custom_id }) => [line, custom_id])).toEqual([
      [2, null],
      [3, null],
      [4, "bad"],
      [5, "good"],
      [6, null],
      [7, null],
      [8, null],
      [9, "half"],
    ]);
    expect(refused[0]?.error).toEqual({ detail: "the line is not JSON in UTF-8" });
    expect(refused[2]?.error).toMatchObject({
      detail: [
        { type: "string_too_short", loc: ["request", "ticker"] },
        { type: "value_error", loc: ["request", "trade_date"] },
      ],
    });
    expect(refused[3]?.error).toEqual({ detail: "custom_id was already used in line 1" });
    expect(refused[5]?.error).toEqual({ detail: "the line is longer than 4096 bytes" });
  });

  test("comes as an array of JSON too, whose items are its lines", async () => {
    const ann = await program("ann");
    const items = [{ custom_id: "a", request: requestOn(3) }, { custom_id: "a", request: requestOn(4) }, 7];
    const made = await ann("POST", "/v1/batches", { json: items });
    expect(batchOf(made)).toMatchObject({ counts: { total: 3, waiting: 1, refused: 2 } });
    expect(resultsOf(await ann("GET", `/v1/batches/${batchOf(made).id}/results`))).toMatchObject([
      { line: 2, custom_id: "a", status: "refused", error: { detail: "custom_id was already used in line 1" } },
      { line: 3, custom_id: null, status: "refused" },
    ]);
    for (const json of [{}, "[]", []]) expect((await ann("POST", "/v1/batches", { json })).status).toBe(422);
    const tooMany = Array.from({ length: batchLimits.lines + 1 }, () => 0);
    expect((await ann("POST", "/v1/batches", { json: tooMany })).status).toBe(413);
  });

  test("of which no line can be read has ended with the next look", async () => {
    const ann = await program("hopeless");
    const { id } = batchOf(await ann("POST", "/v1/batches", body("{", "[")));
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`))).toMatchObject({
      status: "succeeded",
      counts: { refused: 2 },
    });
  });

  test("is made once for an Idempotency-Key, also when it is sent twice at once", async () => {
    const ann = await program("repeater");
    const send = (...lines: string[]): Promise<Reply> => {
      const { raw, headers } = body(...lines);
      return ann("POST", "/v1/batches", {
        ...(raw !== undefined && { raw }),
        headers: { ...headers, "idempotency-key": "nightly" },
      });
    };
    const both = await Promise.all([send(lineOf(3)), send(lineOf(3))]);
    expect(new Set(both.map((one) => batchOf(one).id)).size).toBe(1);
    expect(both.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(1);
    expect((await send(lineOf(4))).status).toBe(409);
  });

  test("starts no more than its budget covers, and refuses the rest when nothing is left", async () => {
    const ann = await program("thrifty");
    const { id } = batchOf(await ann("POST", "/v1/batches?budget_usd=10.00", body(lineOf(3), lineOf(4), lineOf(5))));
    await feed();
    const [one, two, ...none] = await analysesOf(id);
    expect(none).toEqual([]);
    // Cheap runs leave room for more.
    await succeed(testApp, one?.id ?? "");
    await testApp.db.pool.query(`update analyses set usage = jsonb_set(usage, '{cost_usd}', '"4.99"') where id = $1`, [
      one?.id,
    ]);
    await feed();
    expect(await analysesOf(id)).toHaveLength(2);
    await testApp.db.pool.query(
      `update analyses set status = 'failed', error = 'x', started_at = now(), finished_at = now(),
       usage = '{"cost_usd":"0.02"}' where id = $1`,
      [two?.id],
    );
    await feed();
    const ended = batchOf(await ann("GET", `/v1/batches/${id}`));
    expect(ended).toMatchObject({
      status: "succeeded",
      counts: { open: 0, waiting: 0, refused: 1 },
      spent_usd: "5.01",
    });
    expect(resultsOf(await ann("GET", `/v1/batches/${id}/results?after=2`))).toMatchObject([
      { status: "refused", error: { detail: expect.stringContaining("does not cover another run") } },
    ]);
  });

  test("counts what is said about holdings within its budget", async () => {
    const ann = await program("holder");
    const { id } = batchOf(await ann("POST", "/v1/batches?budget_usd=10.00", body(lineOf(3), lineOf(4), lineOf(5))));
    await feed();
    await testApp.db.pool.query(
      `update analyses set status = 'failed', error = 'x', started_at = now(), finished_at = now(),
       usage = '{"cost_usd":"0.02"}', holdings_usage = '{"cost_usd":"3.00","agents":[]}'
       where id in (select analysis_id from batch_lines where batch = $1)`,
      [id],
    );
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`))).toMatchObject({
      status: "succeeded",
      counts: { refused: 1, failed: 2 },
      spent_usd: "6.04",
    });
  });

  test("counts towards the month, and what finds no quota is refused by itself", async () => {
    const ann = await program("quota");
    await testApp.db.pool.query(
      "insert into monthly_analyses (owner, month, submitted) values ('quota', date_trunc('month', now() at time zone 'utc')::date, $1)",
      [plans.elite.analysesPerMonth - 1],
    );
    const { id } = batchOf(await ann("POST", "/v1/batches", body(lineOf(3), lineOf(4), lineOf(5))));
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`)).counts).toMatchObject({ open: 1, refused: 2 });
  });

  test("waits while half of the queue is taken, and stops when its owner's plan has ended", async () => {
    const ann = await program("patient");
    const { id } = batchOf(await ann("POST", "/v1/batches", body(lineOf(3), lineOf(4))));
    await feed({ maxQueued: 2 });
    expect(batchOf(await ann("GET", `/v1/batches/${id}`)).counts).toMatchObject({ waiting: 2, refused: 0 });
    await testApp.db.pool.query("update accounts set plan = 'free' where id = 'patient'");
    await feed();
    await testApp.db.pool.query("update accounts set plan = 'elite' where id = 'patient'");
    expect(batchOf(await ann("GET", `/v1/batches/${id}`))).toMatchObject({
      status: "succeeded",
      counts: { refused: 2 },
    });
  });

  test("is cancelled whole: what waits, what runs, and what a dead worker had submitted without saying so", async () => {
    const ann = await program("quitter");
    const { id } = batchOf(await ann("POST", "/v1/batches", body(lineOf(3), lineOf(4))));
    await feed();
    const started = await analysesOf(id);
    await testApp.db.pool.query(
      "update batch_lines set state = 'waiting', analysis_id = null, budget_usd = null where batch = $1 and line = 2",
      [id],
    );
    for (const time of ["once", "again"])
      expect(batchOf(await ann("POST", `/v1/batches/${id}/cancel`)), time).toMatchObject({
        status: "cancelled",
        counts: { waiting: 0, open: 0, cancelled: 2 },
      });
    expect(await analysesOf(id)).toEqual(started.map((one) => ({ ...one, status: "cancelled" })));
    await feed();
    expect(batchOf(await ann("GET", `/v1/batches/${id}`)).status).toBe("cancelled");
  });

  test("loses nothing when a worker dies: what was submitted is found and not started again", async () => {
    const ann = await program("survivor");
    const { id } = batchOf(await ann("POST", "/v1/batches", body(lineOf(3), lineOf(4))));
    await feed();
    const before = await analysesOf(id);
    await testApp.db.pool.query(
      "update batch_lines set state = 'waiting', analysis_id = null, budget_usd = null where batch = $1",
      [id],
    );
    await feed();
    expect(await analysesOf(id)).toEqual(before);
    const { rows } = await testApp.db.pool.query("select submitted from monthly_analyses where owner = 'survivor'");
    expect(rows).toEqual([{ submitted: 2 }]);
  });

  test("is its owner's alone, and takes the scopes of analyses", async () => {
    const [ann, bob] = [await program("mine"), await program("not mine")];
    const { id } = batchOf(await ann("POST", "/v1/batches", body(lineOf(3))));
    for (const [method, path] of [
      ["GET", `/v1/batches/${id}`],
      ["GET", `/v1/batches/${id}/results`],
      ["POST", `/v1/batches/${id}/cancel`],
    ] as const)
      expect((await bob(method, path)).status, path).toBe(404);
    expect(batchOf(await ann("GET", `/v1/batches/${id}`)).status).toBe("queued");
    const reads = await program("mine", ["analyses:read"]);
    expect(detailOf(await reads("POST", "/v1/batches", body(lineOf(3))))).toBe(
      "the key lacks the scope analyses:write",
    );
    expect((await reads("POST", `/v1/batches/${id}/cancel`)).status).toBe(403);
    const writes = await program("mine", ["analyses:write"]);
    for (const path of ["/v1/batches", `/v1/batches/${id}`, `/v1/batches/${id}/results`])
      expect((await writes("GET", path)).status, path).toBe(403);
    expect((await writes("POST", `/v1/batches/${id}/cancel`)).status).toBe(200);
  });
});

describe("a body", () => {
  test("of the most lines there may be is taken, and one more is not", async () => {
    const ann = await program("big");
    const lines = Array.from({ length: batchLimits.lines }, (_, index) => lineOf(3, `n${index}`));
    expect(batchOf(await ann("POST", "/v1/batches", body(...lines))).counts.total).toBe(batchLimits.lines);
    expect((await ann("POST", "/v1/batches", body(...lines, lineOf(3, "more")))).status).toBe(413);
    const { next_cursor: next } = z
      .object({ next_cursor: z.unknown() })
      .parse((await ann("GET", "/v1/batches?limit=1")).body);
    expect(next).toBeNull();
  });

  test("that is too large, empty, of another kind or no budget is refused", async () => {
    const ann = await program("odd");
    const jsonl = { "content-type": "application/jsonl" };
    const large = new ReadableStream({
      start(controller) {
        const mega = new Uint8Array(1_048_576).fill(32);
        for (let n = 0; n < 11; n += 1) controller.enqueue(mega);
        controller.close();
      },
    });
    expect((await ann("POST", "/v1/batches", { raw: large, headers: jsonl })).status).toBe(413);
    expect((await ann("POST", "/v1/batches", { raw: "\n \n", headers: jsonl })).status).toBe(400);
    expect(
      (await ann("POST", "/v1/batches", { raw: lineOf(3), headers: { "content-type": "text/plain" } })).status,
    ).toBe(415);
    expect((await ann("POST", "/v1/batches?budget_usd=-1", body(lineOf(3)))).status).toBe(422);
    expect((await ann("POST", "/v1/batches?budget_usd=many", body(lineOf(3)))).status).toBe(422);
    // Without a newline at its end, and with those of Windows.
    expect(
      batchOf(await ann("POST", "/v1/batches", { raw: `${lineOf(3)}\r\n${lineOf(4)}`, headers: jsonl })).counts,
    ).toMatchObject({ waiting: 2 });
  });

  test("is not taken while as many batches are open as may be, or a day's lines are used", async () => {
    const ann = await program("eager");
    for (let n = 0; n < batchLimits.open; n += 1) batchOf(await ann("POST", "/v1/batches", body(lineOf(3))));
    expect((await ann("POST", "/v1/batches", body(lineOf(3)))).status).toBe(409);
    const bob = await program("flood");
    const { id } = batchOf(await bob("POST", "/v1/batches", body(lineOf(3))));
    await testApp.db.pool.query(
      "insert into batch_lines (batch, line, state, refusal) select $1, n, 'refused', '{\"detail\":\"x\"}' from generate_series(2, $2::int) n",
      [id, batchLimits.linesPerDay],
    );
    const refused = await bob("POST", "/v1/batches", body(lineOf(3)));
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});
