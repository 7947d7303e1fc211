import type { Pool, PoolClient } from "pg";

/** An owner's history: one whole analysis and a retired one that the others are copies of. */
export interface Pattern {
  readonly whole: string;
  readonly retired: string;
}

const symbols = 50;
const days = 365;
const atOnce = 100_000;
const copied =
  "owner, status, setting, partition, request_id, result, usage, manifest, events_removed, result_removed_at";

/**
 * Fills a database with copies until it has `count` analyses, asked for evenly over a year: the oldest as the retention
 * policy leaves them, and the newest `whole` with their events and the row of their workflow. An index is made when all
 * is there, and sums are made from the rows: of a trigger for each of them it would take hours.
 * @returns how many seconds it took
 */
export async function fill(pool: Pool, pattern: Pattern, count: number, whole: number): Promise<number> {
  const started = performance.now();
  const client = await pool.connect();
  try {
    // No triggers, and so no checks of references and no sums; nothing waits for the disk.
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0");
    const indexes = await dropIndexes(client);
    const { rows } = await client.query<{ n: number }>("select count(*)::int as n from analyses");
    const made = rows[0]?.n ?? 0;
    const firstWhole = Math.max(made, count - whole);
    await inParts(made, firstWhole, (from, to) => copyAnalyses(client, pattern.retired, { from, to, count }));
    await inParts(firstWhole, count, async (from, to) => {
      await copyAnalyses(client, pattern.whole, { from, to, count });
      await copyWhatBelongs(client, pattern.whole, from, to);
    });
    for (const index of indexes) await client.query(index);
    await sumUsage(client, pattern.whole);
  } finally {
    // Its settings go with it.
    client.release(true);
  }
  await pool.query("vacuum analyze");
  return Math.round((performance.now() - started) / 1000);
}

/** Those that no constraint needs. @returns what makes them again */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'analyses'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function inParts(from: number, to: number, work: (from: number, to: number) => Promise<void>): Promise<void> {
  for (let at = from; at < to; at += atOnce) await work(at, Math.min(at + atOnce, to));
}

/** As random as the service's own, and the same for the same number. */
const idOf = "'ana_' || left(md5(n::text), 20)";

/** Values that stand apart are copied as they stand, so nothing is compressed again. */
async function copyAnalyses(
  client: PoolClient,
  original: string,
  { from, to, count }: Readonly<Record<"from" | "to" | "count", number>>,
): Promise<void> {
  await client.query(
    `insert into analyses (id, request, created_at, started_at, finished_at, last_event, ${copied})
     select ${idOf},
       request || jsonb_build_object('ticker', 'T' || n % ${symbols}, 'trade_date', ('2024-01-01'::date + n % 500)::text),
       asked, asked + interval '1 second', asked + interval '1 minute', last_event, ${copied}
     from analyses, generate_series($2::int, $3::int - 1) as n,
       lateral (select now() - interval '2 minutes' - ($4 - n)::float8 / $4 * ${days} * interval '1 day' as asked) as at
     where id = $1`,
    [original, from, to, count],
  );
}

async function copyWhatBelongs(client: PoolClient, original: string, from: number, to: number): Promise<void> {
  await client.query(
    `insert into analysis_events (analysis_id, seq, type, data, once, created_at)
     select ${idOf}, seq, type, data, once, created_at
     from analysis_events, generate_series($2::int, $3::int - 1) as n where analysis_id = $1`,
    [original, from, to],
  );
  await client.query(
    `insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, created_at, updated_at)
     select ${idOf}, 'SUCCESS', name, queue_name, created_at, updated_at
     from dbos.workflow_status, generate_series($2::int, $3::int - 1) as n where workflow_uuid = $1`,
    [original, from, to],
  );
}

/** What the trigger would have summed: each has the bill of the original. */
async function sumUsage(client: PoolClient, original: string): Promise<void> {
  await client.query(
    `insert into usage_days (owner, day, status, jobs)
     select owner, (created_at at time zone 'UTC')::date, status, count(*) from analyses
     where status not in ('queued', 'running') group by 1, 2, 3
     on conflict (owner, day, status) do update set jobs = excluded.jobs`,
  );
  await client.query(
    `insert into usage_day_models (owner, day, status, model, lines, calls, input_tokens, output_tokens, cost_usd)
     select days.owner, day, days.status, line ->> 'model', jobs * count(*), jobs * sum((line ->> 'calls')::numeric),
       jobs * sum((line ->> 'input_tokens')::numeric), jobs * sum((line ->> 'output_tokens')::numeric),
       jobs * coalesce(sum((line ->> 'cost_usd')::numeric), 0)
     from usage_days as days, analyses, jsonb_array_elements(usage -> 'agents') as line where id = $1
     group by days.owner, day, days.status, line ->> 'model', jobs
     on conflict (owner, day, status, model) do update set lines = excluded.lines, calls = excluded.calls,
       input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, cost_usd = excluded.cost_usd`,
    [original],
  );
}
