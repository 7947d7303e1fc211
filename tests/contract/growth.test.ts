import { fc, test as propertyTest } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalysisFilter } from "#src/contract/jobs/jobs.ts";
import type { AgentUsage, Usage } from "#src/contract/jobs/usage.ts";
import type { Database, Sql, Tx } from "#src/core/db/database.ts";
import { countOf, queueFacts } from "#src/product/admin/queries/admin.ts";
import {
  findAnalysis,
  finishAnalysis,
  listAnalyses,
  setCancelled,
  startRunning,
} from "#src/product/analyses/queries/analyses.ts";
import { searchAnalyses, symbolsAsked } from "#src/product/analyses/queries/analysis-list.ts";
import { analysedSymbols, countFinishedSince } from "#src/product/dashboard/queries/followed.ts";
import { newestAnalysisOf, reportsKnown } from "#src/product/instruments/queries/instrument-records.ts";
import { pastRuns, countOpen, laterChart } from "#src/product/analyses/queries/runs.ts";
import { countJobs, keepSpent, sumUsage, uncounted } from "#src/product/usage/queries/usage.ts";
import { systemClock } from "#src/core/clock.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { demoRun } from "#tests/support/finished-job.ts";

let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = fresh.db;
});
afterAll(() => fresh.drop());

const start = Date.parse("2025-06-01T00:00:00Z");
const hour = 3_600_000;

/** Analyses that wait, each asked for so many hours after the start. */
async function ask(into: Database, owner: string, hours: readonly number[]): Promise<string[]> {
  await into.pool.query("insert into accounts values ($1, 'free', now()) on conflict do nothing", [owner]);
  const { rows } = await into.pool.query<{ id: string }>(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at)
     select gen_random_uuid()::text, $1, 'queued',
       jsonb_build_object('ticker', 'T' || nth % 7, 'trade_date', '2025-06-02', 'asset_type', 'stock',
         'analysts', '["market"]'::jsonb, 'max_debate_rounds', null),
       '{"rounds": 1, "risk_rounds": 1, "budget_usd": null}', 'p', 'req', to_timestamp($2::float8 / 1000) + hours * interval '1 hour'
     from unnest($3::int[]) with ordinality as asked (hours, nth) returning id`,
    [owner, start, hours],
  );
  return rows.map(({ id }) => id);
}

function usageOf(models: readonly string[], tokens: number): Usage {
  const each = { input_tokens: tokens, cached_input_tokens: 0, output_tokens: 2, calls: 1 };
  const agents = models.map((model): AgentUsage => ({
    ...each,
    agent: "market",
    model,
    cost_usd: model === "free" ? null : "0.1",
  }));
  return { ...each, calls: models.length, cost_usd: "0.1", budget_usd: null, agents };
}

const Step = fc.record({
  job: fc.nat(11),
  does: fc.constantFrom("start", "succeed", "fail", "cancel", "spend", "erase", "move"),
  models: fc.array(fc.constantFrom("deep", "quick", "free"), { maxLength: 3 }),
  tokens: fc.nat(1000),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

async function take(into: Database, id: string, { does, models, tokens }: Step): Promise<void> {
  const usage = usageOf(models, tokens);
  const { result, manifest } = await demoRun();
  const at = start + 100 * hour;
  if (does === "spend") return keepSpent(into.sql, id, usage);
  if (does === "move")
    await into.pool.query("update analyses set created_at = created_at + $2 * interval '1 hour' where id = $1", [
      id,
      tokens % 40,
    ]);
  else if (does === "erase")
    await into.pool.query(
      `with gone as (delete from analyses where id = $1 and status = 'failed' returning id)
       delete from analysis_events where analysis_id in (select id from gone)`,
      [id],
    );
  else
    await into.transaction(async (tx) => {
      if (does === "start") await startRunning(tx, id, at);
      if (does === "cancel") await setCancelled(tx, id, at);
      if (does === "fail") await finishAnalysis(tx, id, at, { status: "failed", error: "no" });
      if (does === "succeed") await finishAnalysis(tx, id, at, { status: "succeeded", result, manifest, usage });
    });
}

/** As the analyses themselves have it. */
async function plainly(from: Database, owner: string, since: number, until: number) {
  const within = [owner, new Date(since), new Date(until)];
  const jobs = await from.pool.query(
    `select (created_at at time zone 'UTC')::date as day, status, count(*)::int as jobs from analyses
     where owner = $1 and created_at >= $2 and created_at < $3 group by 1, 2 order by 1, 2`,
    within,
  );
  const sums = await from.pool.query(
    `select (created_at at time zone 'UTC')::date as day, status, line ->> 'model' as model,
       sum((line ->> 'calls')::bigint)::int as calls, sum((line ->> 'input_tokens')::bigint)::int as "inputTokens",
       sum((line ->> 'output_tokens')::bigint)::int as "outputTokens",
       trim_scale(coalesce(sum((line ->> 'cost_usd')::numeric), 0)) as "costUsd"
     from analyses, jsonb_array_elements(usage -> 'agents') as line
     where owner = $1 and created_at >= $2 and created_at < $3 group by 1, 2, 3 order by 1, 2, 3`,
    within,
  );
  return { jobs: jobs.rows, sums: sums.rows };
}

async function asTold(from: Database, owner: string, since: number, until: number) {
  const sums = await sumUsage(from.sql, owner, since, until);
  const key = (sum: (typeof sums)[number]): string => `${sum.day} ${sum.status} ${sum.model}`;
  return {
    jobs: await countJobs(from.sql, owner, since, until),
    sums: sums.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  };
}

describe("the sums of usage", () => {
  propertyTest.prop(
    [
      fc.array(fc.nat(95), { minLength: 12, maxLength: 12 }),
      fc.array(Step, { minLength: 10, maxLength: 60, size: "max" }),
      fc.array(fc.tuple(fc.integer({ min: -24, max: 150 }), fc.nat(120)), { minLength: 4, maxLength: 4 }),
    ],
    { numRuns: 40 },
  )(
    "are those of the analyses, whatever becomes of them at once and whichever time is asked for",
    async (hours, steps, times) => {
      const owner = crypto.randomUUID();
      const ids = await ask(db, owner, hours);
      // Some at once, so that ends of one day meet.
      for (let from = 0; from < steps.length; from += 5)
        await Promise.all(steps.slice(from, from + 5).map((step) => take(db, ids[step.job] ?? "", step)));
      const spans = [...times.map(([from, length]) => [from, from + length] as const), [-1000, 1000] as const];
      for (const [from, to] of spans) {
        const [since, until] = [start + from * hour, start + to * hour];
        expect(await asTold(db, owner, since, until)).toEqual(await plainly(db, owner, since, until));
      }
    },
    60_000,
  );
});

describe("with some thousand analyses of one owner", () => {
  const none: AnalysisFilter = { status: null, symbol: null, rating: null, from: null, to: null };
  const page: { before: number | null; after: number | null; limit: number } = { before: null, after: null, limit: 21 };
  const listed = { status: null, ticker: null, before: null, limit: 21, reports: false };
  const search =
    (filter: Partial<AnalysisFilter>, at: Partial<typeof page> = {}) =>
    (sql: Sql) =>
      searchAnalyses(sql, "many", { ...none, ...filter }, { ...page, ...at });
  const models = {
    llm_provider: "openai",
    deep_think_llm: "deep",
    quick_think_llm: "quick",
    max_debate_rounds: 1,
    max_risk_discuss_rounds: 1,
    online_tools: false,
  };
  let id = "";

  beforeAll(async () => {
    const ids = await ask(
      db,
      "many",
      Array.from({ length: 6000 }, (_, index) => index / 2 - (index % 2) / 2),
    );
    id = ids[3000] ?? "";
    await db.pool.query(
      `update analyses set status = 'succeeded', started_at = created_at, finished_at = created_at,
         result = '{"rating": "Hold", "is_review": false, "decision": null}', usage = $1,
         manifest = '{"config": {"llm_provider": "none", "deep_think_llm": "none", "quick_think_llm": "none"}, "chart": []}'
       where owner = 'many' and id <> all($2)`,
      [JSON.stringify(usageOf(["deep"], 7)), ids.slice(0, 5)],
    );
    await db.pool.query("vacuum analyze analyses");
  });

  const queries: [string, (sql: Sql) => Promise<unknown>][] = [
    ["the first page", (sql) => listAnalyses(sql, "many", listed)],
    ["a deep page", (sql) => listAnalyses(sql, "many", { ...listed, before: 300 })],
    ["a state that none has", (sql) => listAnalyses(sql, "many", { ...listed, status: "failed" })],
    ["a ticker that none has", (sql) => listAnalyses(sql, "many", { ...listed, ticker: "NONE" })],
    ["a ticker", (sql) => listAnalyses(sql, "many", { ...listed, ticker: "T3" })],
    ["the page of all", search({})],
    ["a page towards newer ones", search({}, { after: 300 })],
    ["a search for a state", search({ status: "cancelled" })],
    ["a search for a symbol", search({ symbol: "none" })],
    ["a search for a rating", search({ rating: "Sell" })],
    ["a search for dates", search({ from: "2030-01-01" })],
    ["a search for all at once", search({ symbol: "T3", rating: "Sell", from: "2020-01-01", to: "2024-01-01" })],
    ["one analysis", (sql) => findAnalysis(sql, id, "many")],
    ["the symbols", (sql) => symbolsAsked(sql, "many", 20)],
    ["the symbols of the dashboard", (sql) => analysedSymbols(sql, "many", { symbols: 8, each: 8 })],
    ["what ended since a visit", (sql) => countFinishedSince(sql, "many", start + 2990 * hour)],
    ["the newest of a symbol", (sql) => newestAnalysisOf(sql, "many", "T3")],
    ["the reports of a symbol", (sql) => reportsKnown(sql, ["many", "house"], ["T3", "NONE"])],
    ["later prices", (sql) => laterChart(sql, "many", "T3", "2026-01-01")],
    ["what analyses took", (sql) => pastRuns(sql, models, 50)],
    ["usage of all time", (sql) => countJobs(sql, "many", 0, systemClock.now())],
    ["sums of all time", (sql) => sumUsage(sql, "many", 0, systemClock.now())],
    ["sums of parts of days", (sql) => sumUsage(sql, "many", start + 100.5 * hour, start + 200.5 * hour)],
    ["runs to count", (sql) => uncounted(sql, 20)],
    ["those that are open", (sql) => countOpen(sql)],
    ["how the service is", (sql) => queueFacts(sql, systemClock.now())],
    ["what an account has", (sql) => countOf(sql, "many")],
  ];

  /** What the connection did to the table so far; of earlier transactions some may be in it, so differences count. */
  async function counted(tx: Tx): Promise<{ scans: number; fetched: number }> {
    const { rows } = await tx.client.query<{ scans: number; fetched: number }>(
      `select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
       from pg_stat_xact_user_tables where relname = 'analyses'`,
    );
    return rows[0] ?? { scans: Number.NaN, fetched: Number.NaN };
  }

  async function costOf(query: (sql: Sql) => Promise<unknown>): Promise<{ scans: number; fetched: number }> {
    return db.transaction(async (tx) => {
      const before = await counted(tx);
      await query(tx.sql);
      const { scans, fetched } = await counted(tx);
      return { scans: scans - before.scans, fetched: fetched - before.fetched };
    });
  }

  test.each(queries)("%s is found without reading the table from end to end", async (_, query) => {
    expect((await costOf(query)).scans).toBe(0);
  });

  test("a read from end to end is counted as one", async () => {
    const whole = (sql: Sql) => sql.selectFrom("analyses").select("id").where("error", "=", "of none").execute();
    expect((await costOf(whole)).scans).toBe(1);
  });

  test("an account's analyses are as many as there are, those that wait too", async () => {
    expect((await countOf(db.sql, "many")).analyses).toBe(6000);
  });

  test("usage of all time reads sums, and of the analyses a few", async () => {
    const { fetched } = await costOf((sql) => sumUsage(sql, "many", 0, systemClock.now()));
    expect(fetched).toBeLessThan(50);
  });
});
