import { sql } from "kysely";
import { z } from "zod";
import { AnalysisResult } from "#src/contract/jobs/analysis.ts";
import { type Batch, type BatchLine, type BatchResult, Refusal } from "#src/contract/jobs/batches.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Sealed } from "#src/core/vault.ts";

/** Lines of one statement. */
const chunk = 1000;

export async function insertLines(tx: Tx, id: string, lines: readonly BatchLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += chunk) {
    const rows = lines.slice(start, start + chunk).map((one) => ({
      line: one.line,
      custom_id: one.customId,
      ...("asked" in one ? { asked: one.asked } : { refusal: one.refusal }),
    }));
    await sql`
      insert into batch_lines (batch, line, custom_id, asked, state, refusal)
      select ${id}, line, custom_id, asked, case when refusal is null then 'waiting' else 'refused' end, refusal
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (line int, custom_id text, asked jsonb, refusal jsonb)
    `.execute(tx.sql);
  }
}

/** For each run that its lines start. */
export async function insertBatchHoldings({ sql: db }: Tx, batch: string, { stored }: Sealed): Promise<void> {
  await db.insertInto("batch_holdings").values({ batch, sealed_holdings: stored }).execute();
}

const Numbered = z.object({ open: z.coerce.number(), lines: z.coerce.number() });

/** Open batches, and lines since an instant. */
export async function countBatches(
  tx: Tx,
  owner: string,
  since: Instant,
): Promise<{ readonly open: number; readonly lines: number }> {
  const { rows } = await sql`
    select (select count(*) from jobs where kind = 'batch' and owner = ${owner} and finished_at is null) as open,
      (select count(*) from batch_lines join jobs on jobs.id = batch
        where owner = ${owner} and created_at > ${new Date(since)}) as lines
  `.execute(tx.sql);
  return Numbered.parse(rows[0]);
}

const BatchRow = z.object({
  id: z.string(),
  number: z.int(),
  state: z.enum(["queued", "running", "succeeded", "cancelled"]),
  budget_usd: z.string().nullable(),
  spent_usd: z.string(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  total: z.int(),
  waiting: z.int(),
  open: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  refused: z.int(),
});

/** A batch with its place in its owner's list. */
export interface ListedBatch extends Batch {
  readonly number: number;
}

/** Newest first. @param before a number @param id that one alone */
export async function listBatches(
  db: Sql,
  owner: string,
  {
    before = null,
    id = null,
    limit,
  }: { readonly before?: number | null; readonly id?: string | null; readonly limit: number },
): Promise<ListedBatch[]> {
  const { rows } = await sql`
    select b.id, b.number, b.state, b.budget_usd::text, b.created_at, b.started_at, b.finished_at, counts.*
    from (
      select * from jobs where kind = 'batch' and owner = ${owner}
        and (${before}::int is null or number < ${before}) and (${id}::text is null or id = ${id})
      order by number desc limit ${limit}
    ) as b
    cross join lateral (
      select count(*)::int as total,
        count(*) filter (where l.state = 'waiting')::int as waiting,
        count(*) filter (where a.status in ('queued', 'running'))::int as open,
        count(*) filter (where a.status = 'succeeded')::int as succeeded,
        count(*) filter (where a.status = 'failed')::int as failed,
        count(*) filter (where a.status = 'cancelled' or l.state = 'cancelled')::int as cancelled,
        count(*) filter (where l.state = 'refused')::int as refused,
        coalesce(sum(coalesce((a.usage ->> 'cost_usd')::numeric, 0)
          + coalesce((a.holdings_usage ->> 'cost_usd')::numeric, 0)), 0)::text as spent_usd
      from batch_lines l left join analyses a on a.id = l.analysis_id where l.batch = b.id
    ) as counts
    order by b.number desc
  `.execute(db);
  return z.array(BatchRow).parse(rows).map(read);
}

function read(row: z.infer<typeof BatchRow>): ListedBatch {
  const { id, number, state, budget_usd, spent_usd, created_at, started_at, finished_at, ...counts } = row;
  const iso = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()));
  return {
    id,
    number,
    status: state,
    counts,
    budget_usd,
    spent_usd,
    created_at: toIso(created_at.getTime()),
    started_at: iso(started_at),
    finished_at: iso(finished_at),
  };
}

const ResultRow = z.object({
  line: z.int(),
  custom_id: z.string().nullable(),
  state: z.enum(["started", "refused", "cancelled"]),
  status: z.string().nullable(),
  analysis_id: z.string().nullable(),
  result: AnalysisResult.nullable(),
  error: z.string().nullable(),
  refusal: Refusal.nullable(),
});

/** The caller has checked the owner. */
export async function endedLines(
  db: Sql,
  batch: string,
  { after, limit, reports }: { readonly after: number; readonly limit: number; readonly reports: boolean },
): Promise<BatchResult[]> {
  const { rows } = await sql`
    select l.line, l.custom_id, l.state, l.analysis_id, l.refusal, a.status, a.error,
      case when a.status = 'succeeded' then ${reports ? sql`a.result` : sql`a.result - 'reports'`} end as result
    from batch_lines l left join analyses a on a.id = l.analysis_id
    where l.batch = ${batch} and l.line > ${after}
      and (l.state in ('refused', 'cancelled') or a.status in ('succeeded', 'failed', 'cancelled'))
    order by l.line limit ${limit}
  `.execute(db);
  return z.array(ResultRow).parse(rows).map(resultOf);
}

function resultOf({ state, status, refusal, error, ...line }: z.infer<typeof ResultRow>): BatchResult {
  const told = { line: line.line, custom_id: line.custom_id, analysis_id: line.analysis_id, result: line.result };
  if (state === "refused") return { ...told, status: "refused", error: refusal };
  if (status === "succeeded") return { ...told, status, error: null };
  if (status === "failed") return { ...told, status, error: { detail: error ?? "the analysis failed" } };
  return { ...told, status: "cancelled", error: { detail: "cancelled" } };
}

/** Those that have not ended, oldest first. */
export async function openBatches(db: Sql): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", "batch")
    .where("state", "in", ["queued", "running"])
    .orderBy("number")
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteEndedBatches(db: Sql, before: Instant): Promise<void> {
  await db.deleteFrom("jobs").where("kind", "=", "batch").where("finished_at", "<", new Date(before)).execute();
}

/** A batch as its owner sees it. */
export function toBatch({ number: _place, ...batch }: ListedBatch): Batch {
  return batch;
}
