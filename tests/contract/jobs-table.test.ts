import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTablesAsOf, migrateAll } from "#src/core/db/migrate.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { findJob, takeJob } from "#src/product/jobs/queries/jobs.ts";
import { getAttribution } from "#src/product/attributions/get-attribution.ts";
import { getBacktestResult } from "#src/product/backtests/get-backtest-result.ts";
import { listBacktests } from "#src/product/backtests/list-backtests.ts";
import { listBatches } from "#src/product/batches/list-batches.ts";
import { listMemory } from "#src/product/memory/list-memory.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { summaryOf } from "#src/product/backtests/public/summary-of.ts";

const folder = join(import.meta.dirname, "../../src/core/db/migrations");
const before = readdirSync(folder).filter((name) => name < "0093");

test("jobs of a database with a table for each kind are all there afterwards, with what was kept of them", async () => {
  const { db, url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const client = await db.pool.connect();
  await createTablesAsOf(client, { migrations: before, engine: 105 });
  client.release();
  const result = await smallResult();
  const { settings, reasoner } = { settings: result.settings, reasoner: result.settings.reasoner };
  const memory = { symbol: "AAA", asset_type: "stock", date: "2024-01-05", repetitions: 5 };
  const estimate = { changes: 1, runs: 1, calls: 0, cost_usd: null, limit_usd: null };
  const planned = { changes: [], skipped: [], repetitions: 1, estimate };
  await db.pool.query("insert into accounts (id, plan, created_at) values ('ann', 'elite', now())");
  await db.pool.query(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at)
     values ('ana_1', 'ann', 'succeeded', '{}', '{}', 'ann#0', 'req_1', now())`,
  );
  await db.pool.query(
    `insert into backtests (id, owner, source, state, asked, done, total, summary, stopped, spent_usd, trial, created_at, finished_at)
     values ('bt_1', 'ann', 'here', 'succeeded', $1, 3, 3, $2, 'the money ended', 0.5, 'tr_1', '2026-01-01', '2026-01-02')`,
    [JSON.stringify({ ...settings, reasoner }), JSON.stringify(summaryOf(result))],
  );
  await db.pool.query(
    `insert into backtests (id, owner, source, state, asked, created_at) values ('bt_2', 'ann', 'here', 'paused', $1, '2026-01-03')`,
    [JSON.stringify({ ...settings, models: { budget_usd: "7", own_model: { llm_provider: "openai" } } })],
  );
  await db.pool.query("insert into backtest_results values ('bt_1', $1, 'trades')", [JSON.stringify(result)]);
  await db.pool.query(
    `insert into backtest_validity (backtest, job, state, report, error, created_at, finished_at)
     values ('bt_1', 'val_1', 'failed', '{"of":"before"}', 'no', now(), now())`,
  );
  await db.pool.query(
    `insert into attributions (id, analysis_id, owner, state, planned, measured, held_usd, budget_usd, created_at)
     values ('att_1', 'ana_1', 'ann', 'running', $1, '[]', 0.25, 2, now())`,
    [JSON.stringify(planned)],
  );
  await db.pool.query(
    `insert into memory_jobs (id, owner, state, asked, done, total, budget_usd, error, created_at, finished_at)
     values ('mem_1', 'ann', 'failed', $1, 4, 20, 3, 'no', now(), now())`,
    [JSON.stringify({ ...memory, own_model: { llm_provider: "openai" } })],
  );
  await db.pool.query(
    `insert into batches (id, owner, state, budget_usd, created_at) values ('bat_1', 'ann', 'queued', 9, now())`,
  );
  await db.pool.query("insert into batch_lines (batch, line, asked, state) values ('bat_1', 1, '{}', 'waiting')");
  await db.pool.query("insert into memory_answers values ('mem_1', 0, 'hash', '{}')");

  await migrateAll(db.pool, url);

  const ctx = customerContext({ db, actor: { owner: "ann", plan: "elite", scopes: Scope.options } });
  expect((await listBacktests(ctx, { before: null, limit: 9 })).backtests).toMatchObject([
    { id: "bt_2", state: "paused", asked: { models: { budget_usd: "7" } } },
    {
      id: "bt_1",
      state: "succeeded",
      source: "here",
      stopped: "the money ended",
      summary: summaryOf(result),
      spent_usd: "0.5",
    },
  ]);
  expect(await getBacktestResult(ctx, "bt_1")).toMatchObject({ result, trades: "trades" });
  expect(await findJob(db.sql, "validity", "val_1", "ann")).toMatchObject({
    backtest_id: "bt_1",
    state: "failed",
    result: { of: "before" },
  });
  expect(await listMemory(ctx)).toMatchObject([
    { id: "mem_1", status: "failed", progress: { done: 4, total: 20 }, error: "no" },
  ]);
  expect(await getAttribution(ctx, "ana_1")).toMatchObject({ id: "att_1", status: "running", budget_usd: "2" });
  expect(await takeJob(db.sql, "att_1", 0), "what was held is spent").toMatchObject({ spent_usd: "0.25" });
  expect((await db.pool.query("select budget_usd from jobs where id = 'bt_2'")).rows).toEqual([{ budget_usd: "7" }]);
  expect((await db.pool.query("select trial from backtest_results")).rows).toEqual([{ trial: "tr_1" }]);
  expect((await listBatches(ctx, { before: null, limit: 9 })).batches).toMatchObject([
    { id: "bat_1", status: "queued", budget_usd: "9", counts: { total: 1, waiting: 1 } },
  ]);
  await db.pool.query("delete from jobs");
  for (const table of ["memory_answers", "backtest_results", "batch_lines"])
    expect((await db.pool.query(`select from ${table}`)).rowCount, table).toBe(0);
});
