import type { AnalysisFilter } from "#src/contract/analysis-list.ts";
import { submitAnalysis } from "#src/services/analyses/submit-analysis.ts";
import { listSymbols } from "#src/services/analyses/list-symbols.ts";
import { searchAnalyses } from "#src/services/analyses/search-analyses.ts";
import { finishJob } from "#src/services/analyses/finish-job.ts";
import { startJob } from "#src/services/analyses/start-job.ts";
import { forgetExpired } from "#src/services/accounts/forget-expired.ts";
import { forgetWorkflows } from "#src/services/accounts/forget-workflows.ts";
import type { Context } from "#src/services/context.ts";
import { reviewedSessions } from "#src/db/queries/instrument-records.ts";
import { pastRuns } from "#src/db/queries/past-runs.ts";
import { appendEvents, type NewEvent } from "#src/db/queries/events.ts";
import type { Usage } from "#src/contract/usage.ts";
import { systemClock } from "#src/platform/clock.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { systemContext, customerContext } from "#tests/support/contexts.ts";
import { openBenchDoor } from "./front-door.ts";
import { demoChain, demoRequest, median, report, run } from "./setup.ts";

/*
 * What an owner waits for with 1,000, 10,000 and 100,000 analyses of their own in the database; other sizes as
 * arguments. One real run is copied: its result, manifest and events as they are, its bill as of two models, its
 * symbol one of fifty, its day one of the last 365, and of its journal the workflow's row, without steps. The target
 * is that nothing but what is asked for grows with the table.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(1000, 10_000, 100_000);
const symbols = 50;
const days = 365;
const times = 15;
const enoughMs = 5000;
const owner = "local";

const door = await openBenchDoor(1_000_000);
const { db, queue } = door;
const { pool } = db;
const origin = `http://127.0.0.1:${door.port}`;
const system = systemContext({ db, queue });
const ctx: Context = customerContext({ db, queue }, owner);
const everything: AnalysisFilter = { status: null, symbol: null, rating: null, from: null, to: null };

const original = await finishedAnalysis();

/** One analysis as a worker leaves it. */
async function finishedAnalysis(): Promise<string> {
  const said: NewEvent[] = [];
  const { run: made } = await run(await demoChain(), createRulesReasoner(), "2019-06-03", {
    emit: ({ type, ...data }) => said.push({ type, data, once: null }),
  });
  const { job } = await submitAnalysis(ctx, { body: demoRequest("2019-06-03"), idempotencyKey: null });
  await startJob(system, job.id);
  await db.transaction((tx) => appendEvents(tx, job.id, said, systemClock.now()));
  const { result, manifest } = made;
  await finishJob(system, { id: job.id, end: { status: "succeeded", result, manifest, usage: priced(made.usage) } });
  return job.id;
}

/** A bill like one of models: two of them, with tokens and prices. */
function priced(usage: Usage): Usage {
  const agents = usage.agents.map((line, index) => ({
    ...line,
    model: index % 2 === 0 ? "deep-model" : "quick-model",
    input_tokens: 1700 + index,
    output_tokens: 350 + index,
    cost_usd: "0.0123",
  }));
  return { ...usage, agents, cost_usd: "0.1476" };
}

/** Adds copies until the owner has `count`. @returns how many seconds it took */
async function fill(count: number): Promise<number> {
  const started = performance.now();
  const columns = "owner, status, setting, partition, request_id, started_at, finished_at, result, usage, manifest";
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from analyses");
  for (let from = rows[0]?.n ?? 0; from < count; from += 5000) {
    const until = Math.min(from + 5000, count);
    // Values that stand apart are copied as they stand, so nothing is compressed again.
    await pool.query(
      `insert into analyses (id, request, created_at, last_event, ${columns})
       select 'ana_copy_' || lpad(n::text, 20, '0'),
         request || jsonb_build_object('ticker', 'T' || n % ${symbols}, 'trade_date', ('2024-01-01'::date + n % 500)::text),
         now() - interval '1 second' - (n % ${days}) * interval '1 day', last_event, ${columns}
       from analyses, generate_series($2::int, $3::int - 1) as n where id = $1`,
      [original, from, until],
    );
    await pool.query(
      `insert into analysis_events (analysis_id, seq, type, data, once, created_at)
       select 'ana_copy_' || lpad(n::text, 20, '0'), seq, type, data, once, created_at
       from analysis_events, generate_series($2::int, $3::int - 1) as n where analysis_id = $1`,
      [original, from, until],
    );
    await pool.query(
      `insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, created_at, updated_at)
       select 'ana_copy_' || lpad(n::text, 20, '0'), 'SUCCESS', name, queue_name, created_at, updated_at
       from dbos.workflow_status, generate_series($2::int, $3::int - 1) as n where workflow_uuid = $1`,
      [original, from, until],
    );
  }
  await pool.query("vacuum analyze");
  return Math.round((performance.now() - started) / 1000);
}

/** Milliseconds, the median of several after one that warms; of what is slow fewer. */
async function p50(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  const began = performance.now();
  for (let time = 0; time <= times && (time < 4 || performance.now() - began < enoughMs); time += 1) {
    const started = performance.now();
    await work();
    if (time > 0) taken.push(performance.now() - started);
  }
  return Number(median(taken).toFixed(2));
}

async function get(path: string): Promise<string> {
  const answer = await fetch(`${origin}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

async function submit(): Promise<void> {
  const answer = await fetch(`${origin}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticker: "T7", trade_date: "2025-06-02" }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
  await answer.body?.cancel();
}

const search = (filter: Partial<AnalysisFilter>): Promise<unknown> =>
  searchAnalyses(ctx, { filter: { ...everything, ...filter }, page: { before: null, after: null, limit: 20 } });

async function measure(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ number: number; bytes: number; id: string }>(
    `select percentile_disc(0.02) within group (order by number) as number,
       (select pg_total_relation_size('analyses') + pg_total_relation_size('analysis_events')) / count(*) as bytes
     from analyses`,
  );
  const deep = rows[0]?.number ?? 1;
  const models = { llm_provider: "none", deep_think_llm: "none", quick_think_llm: "none" };
  const figures: Record<string, number> = {
    list: await p50(() => get("/v1/analyses")),
    list_deep: await p50(() => get(`/v1/analyses?cursor=${deep}`)),
    list_bytes: Buffer.byteLength(await get("/v1/analyses")),
    get: await p50(() => get(`/v1/analyses/${original}`)),
    status_without_match: await p50(() => get("/v1/analyses?status=failed")),
    ticker_without_match: await p50(() => get("/v1/analyses?ticker=NONE")),
    ticker: await p50(() => get("/v1/analyses?ticker=T7")),
    rating_without_match: await p50(() => search({ rating: "Sell" })),
    dates_without_match: await p50(() => search({ from: "2030-01-01" })),
    symbols: await p50(() => listSymbols(ctx, 20)),
    usage_month: await p50(() => get("/v1/usage")),
    usage_all: await p50(() => get("/v1/usage?from=2000-01-01")),
    usage_part_days: await p50(() => get(`/v1/usage?from=${hoursAgo(24 * 20)}&to=${hoursAgo(24 * 10)}`)),
    record: await p50(() => reviewedSessions(db.sql, "none", null)),
    estimate_without_match: await p50(() => pastRuns(db.sql, { ...models, ...rest }, 50)),
    clean_up: await p50(async () => {
      await forgetExpired(system);
      await forgetWorkflows(system);
    }),
    bytes_each: Number(rows[0]?.bytes ?? 0),
    submit: await p50(submit),
  };
  return figures;
}

/** What an estimate is told besides the models. */
const rest = { max_debate_rounds: 1, max_risk_discuss_rounds: 1, online_tools: false };

function hoursAgo(hours: number): string {
  return new Date(systemClock.now() - hours * 3_600_000).toISOString();
}

const figures: Record<string, Record<string, number>> = {};
for (const size of sizes) {
  const seconds = await fill(size);
  figures[size] = { filled_in_s: seconds, ...(await measure()) };
  process.stderr.write(`${JSON.stringify({ [size]: figures[size] })}\n`);
}
await door.close();

const [least = {}, most = {}] = [figures[sizes[0] ?? 0], figures[sizes.at(-1) ?? 0]];
const constant = ["list", "list_deep", "get", "status_without_match", "ticker_without_match", "usage_month"];
const growth = constant.map((name) => (most[name] ?? 0) / (4 * (least[name] ?? 0) + 2));
const grown = constant.filter((_, index) => (growth[index] ?? 0) > 1);
report(
  {
    figure: "time of what should not grow with an owner's analyses / four times it at the fewest, and 2 ms",
    value: Math.max(...growth),
    unit: "x",
    target: "<= 1",
    met: grown.length === 0,
  },
  { milliseconds_p50: figures, grown },
);
