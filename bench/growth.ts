import type { AnalysisFilter } from "#src/contract/jobs/jobs.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { listSymbols, searchAnalyses } from "#src/product/analyses/reading.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import { forgetExpired, forgetWorkflows } from "#src/product/accounts/account-data.ts";
import { applyRetention } from "#src/product/retention/retention.ts";
import { abandonedJobs, cancelledEarly, otherReleases } from "#src/product/jobs/queries/worker-deaths.ts";
import { countOf, queueFacts } from "#src/product/admin/queries/admin.ts";
import { analysedSymbols, countFinishedSince } from "#src/product/dashboard/queries/followed.ts";
import { reviewedSessions } from "#src/product/instruments/queries/instrument-records.ts";
import { pastRuns } from "#src/product/analyses/queries/runs.ts";
import { removeEvents, removeResults } from "#src/product/retention/queries/retention.ts";
import { uncounted } from "#src/product/usage/queries/usage.ts";
import { appendEvents, type NewEvent } from "#src/product/analyses/queries/events.ts";
import type { Run } from "#src/contract/run/run.ts";
import type { Usage } from "#src/contract/jobs/usage.ts";
import { systemClock } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { systemContext, customerContext } from "#tests/support/contexts.ts";
import { ownTestPostgres } from "#tests/support/database.ts";
import { openBenchDoor, type BenchDoor } from "./front-door.ts";
import { fill, type Pattern } from "./growth-fill.ts";
import { demoChain, demoRequest, median, report, run } from "./setup.ts";

/*
 * What an owner waits for with 1,000, 10,000 and 100,000 analyses of their own in the database; other sizes as
 * arguments, each in a database of its own on a Postgres of the bench's own. One real run is copied: its result,
 * manifest and events as they are, its bill as of two models, its symbol one of fifty, its day one of the last 365, and
 * of its journal the workflow's row, without steps. Beyond the newest 10,000 the copies are as the retention policy
 * leaves them, without events, journal and result. The target is that nothing but what is asked for grows with the
 * table, and that nothing reads it from end to end.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(1000, 10_000, 100_000);
const mostWhole = 10_000;
/** With fewer rows a plan may well read all of them. */
const leastForPlans = 100_000;
const times = 15;
const enoughMs = 5000;
const dayMs = 86_400_000;
const owner = "local";
const growing = ["analyses", "analysis_events"];

/** One analysis as a worker leaves it. */
async function finishedAnalysis({ db, queue }: BenchDoor, { result, manifest, usage }: Run, said: readonly NewEvent[]) {
  const [system, ctx] = [systemContext({ db, queue }), customerContext({ db, queue }, owner)];
  const { job } = await submitAnalysis(ctx, { body: demoRequest("2019-06-03"), idempotencyKey: null });
  await startJob(system, job.id);
  await db.transaction((tx) => appendEvents(tx, job.id, said, systemClock.now()));
  await finishJob(system, { id: job.id, end: { status: "succeeded", result, manifest, usage: priced(usage) } });
  return job.id;
}

/** A whole analysis, and one that ended so long ago that nothing of it is kept but its row. */
async function pattern(door: BenchDoor): Promise<Pattern> {
  const said: NewEvent[] = [];
  const { run: made } = await run(await demoChain(), createRulesReasoner(), "2019-06-03", {
    emit: ({ type, ...data }) => said.push({ type, data, once: null }),
  });
  const [whole, retired] = [await finishedAnalysis(door, made, said), await finishedAnalysis(door, made, said)];
  await door.db.pool.query("update analyses set finished_at = now() - interval '2 years' where id = $1", [retired]);
  const removed = await applyRetention(systemContext(door), { events: 365, journals: null, results: 365 });
  if (removed.events !== 1 || removed.results !== 1) throw new Error("nothing was retired");
  await door.queue.forget([retired]);
  return { whole, retired };
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

/** How often tables that grow have been read from end to end so far; each connection tells of its own when asked. */
async function scans({ db: { pool } }: BenchDoor): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query("select pg_stat_force_next_flush()")));
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ n: number }>(
    "select sum(seq_scan)::int as n from pg_stat_user_tables where relname = any($1)",
    [growing],
  );
  return rows[0]?.n ?? Number.NaN;
}

/** What is asked of a service with so many analyses, by name. */
function questions(door: BenchDoor, { whole, retired }: Pattern, deep: number): Record<string, () => Promise<unknown>> {
  const { db, queue } = door;
  const system = systemContext({ db, queue });
  const ctx = customerContext({ db, queue }, owner);
  const get = (path: string) => () => ask(door, path);
  const search = (filter: Partial<AnalysisFilter>) => () =>
    searchAnalyses(ctx, { filter: { ...everything, ...filter }, page: { before: null, after: null, limit: 20 } });
  const now = systemClock.now();
  const ago = (days: number): string => new Date(now - days * dayMs).toISOString();
  return {
    list: get("/v1/analyses"),
    list_deep: get(`/v1/analyses?cursor=${deep}`),
    get: get(`/v1/analyses/${whole}`),
    get_retired: get(`/v1/analyses/${retired}`),
    status_without_match: get("/v1/analyses?status=failed"),
    ticker_without_match: get("/v1/analyses?ticker=NONE"),
    ticker: get("/v1/analyses?ticker=T7"),
    rating_without_match: search({ rating: "Sell" }),
    dates_without_match: search({ from: "2030-01-01" }),
    symbols: () => listSymbols(ctx, 20),
    usage_month: get("/v1/usage"),
    usage_all: get("/v1/usage?from=2000-01-01"),
    usage_part_days: get(`/v1/usage?from=${ago(20)}&to=${ago(10)}`),
    record: () => reviewedSessions(db.sql, "none", null),
    estimate_without_match: () => pastRuns(db.sql, { ...models, ...rounds }, 50),
    each_second: async () => {
      await otherReleases(db.sql, "bench");
      await abandonedJobs(db.sql);
      await cancelledEarly(db.sql);
      await uncounted(db.sql, 20);
    },
    dashboard: () =>
      Promise.all([
        analysedSymbols(db.sql, owner, { symbols: 8, each: 8 }),
        countFinishedSince(db.sql, owner, now - dayMs),
      ]),
    admin_account: () => countOf(db.sql, owner),
    admin_status: () => queueFacts(db.sql, now - dayMs),
    clean_up: async () => {
      await forgetExpired(system);
      await forgetWorkflows(system);
    },
    retention_idle: () => applyRetention(system, { events: 400, journals: 400, results: 400 }),
    submit: () => submit(door),
    retire_50: () =>
      db.transaction(async (tx) => {
        await removeEvents(tx, now, 50);
        await removeResults(tx, { from: 0, before: now, at: now, limit: 50 });
      }),
  };
}

const everything: AnalysisFilter = { status: null, symbol: null, rating: null, from: null, to: null };
const models = { llm_provider: "none", deep_think_llm: "none", quick_think_llm: "none" };
const rounds = { max_debate_rounds: 1, max_risk_discuss_rounds: 1, online_tools: false };

async function ask({ port }: BenchDoor, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

async function submit({ port }: BenchDoor): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticker: "T7", trade_date: "2025-06-02" }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
  await answer.body?.cancel();
}

interface Measured {
  readonly milliseconds: Readonly<Record<string, number>>;
  /** Of which questions a table that grows was read from end to end. */
  readonly read_whole: readonly string[];
}

async function measure(size: number): Promise<Measured> {
  const door = await openBenchDoor(1_000_000);
  try {
    const copied = await pattern(door);
    const filledIn = await fill(door.db.pool, copied, size, mostWhole);
    const { rows } = await door.db.pool.query<{ deep: number; bytes: number }>(
      `select (min(number) + (max(number) - min(number)) / 50)::int as deep,
         (select pg_total_relation_size('analyses') + pg_total_relation_size('analysis_events')) / $1 as bytes
       from analyses`,
      [size],
    );
    const milliseconds: Record<string, number> = { filled_in_s: filledIn, bytes_each: Number(rows[0]?.bytes) };
    milliseconds["list_bytes"] = Buffer.byteLength(await ask(door, "/v1/analyses"));
    const readWhole: string[] = [];
    for (const [name, question] of Object.entries(questions(door, copied, rows[0]?.deep ?? 1))) {
      const before = await scans(door);
      milliseconds[name] = await p50(question);
      if ((await scans(door)) > before) readWhole.push(name);
    }
    return { milliseconds, read_whole: readWhole };
  } finally {
    await door.close();
  }
}

const postgres = await ownTestPostgres();
const figures: Record<string, Measured> = {};
try {
  for (const size of sizes) {
    const measured = await measure(size);
    figures[size] = measured;
    process.stderr.write(`${JSON.stringify({ [size]: measured })}\n`);
  }
} finally {
  await postgres.leave();
}

const [least, most] = [figures[sizes[0] ?? 0]?.milliseconds, figures[sizes.at(-1) ?? 0]?.milliseconds];
const constant = ["list", "list_deep", "get", "status_without_match", "ticker_without_match", "usage_month"];
const growth = constant.map((name) => (most?.[name] ?? 0) / (4 * (least?.[name] ?? 0) + 2));
const grown = constant.filter((_, index) => (growth[index] ?? 0) > 1);
const readWhole = sizes.filter((size) => size >= leastForPlans).flatMap((size) => figures[size]?.read_whole ?? []);
report(
  {
    figure: "time of what should not grow with an owner's analyses / four times it at the fewest, and 2 ms",
    value: Math.max(...growth),
    unit: "x",
    target: "<= 1",
    met: grown.length === 0 && readWhole.length === 0,
  },
  { milliseconds_p50: figures, grown, read_whole: readWhole },
);
