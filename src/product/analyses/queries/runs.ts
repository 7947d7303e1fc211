import { sql } from "kysely";
import { z } from "zod";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { UnfinishedRun } from "#src/contract/jobs/jobs.ts";
import { Refusal } from "#src/contract/api/proof.ts";
import { ChartBar, Run } from "#src/contract/run/run.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

export interface StoredRun {
  readonly status: JobStatus;
  /** The result of a succeeded analysis, while it is kept. */
  readonly run: Run | null;
  /** When the result was deleted, as this service keeps results for a limited time. */
  readonly removedAt: Instant | null;
  /** What a failed or cancelled analysis left. */
  readonly unfinished: UnfinishedRun | null;
}

/** @param visibleTo an owner; another owner's run is not found */
export async function findRun(db: Sql, id: string, visibleTo: string): Promise<StoredRun | null> {
  const row = await db
    .selectFrom("analyses")
    .select(["status", "request", "result", "usage", "manifest", "error", "result_removed_at"])
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { error, result_removed_at: removed, ...run } = row;
  const status = JobStatus.parse(run.status);
  const nothing = { status, run: null, removedAt: null, unfinished: null };
  if (status === "succeeded")
    return removed === null ? { ...nothing, run: Run.parse(run) } : { ...nothing, removedAt: removed.getTime() };
  if (status !== "failed" && status !== "cancelled") return nothing;
  // A cancelled run's result stays but is not shown.
  const unfinished = { ...run, result: null, manifest: null, error: status === "failed" ? error : null };
  return { ...nothing, unfinished: UnfinishedRun.parse(unfinished) };
}

/** What an analysis was refused by the as-of door; `null` where it was not kept. */
export async function findRefused(db: Sql, id: string): Promise<Refusal[] | null> {
  const row = await db.selectFrom("analyses").select("refused").where("id", "=", id).executeTakeFirst();
  return row === undefined || row.refused === null ? null : z.array(Refusal).parse(row.refused);
}

/** Waiting and running jobs of all owners. */
export async function countOpen(db: Sql): Promise<{ queued: number; running: number }> {
  const rows = await db
    .selectFrom("analyses")
    .select((e) => ["status", e.fn.countAll<string>().as("n")])
    .where("status", "in", ["queued", "running"])
    .groupBy("status")
    .execute();
  const of = (status: string): number => Number(rows.find((row) => row.status === status)?.n ?? 0);
  return { queued: of("queued"), running: of("running") };
}

export async function laterChart(db: Sql, owner: string, ticker: string, date: string): Promise<ChartBar[] | null> {
  const { rows } = await sql<{ chart: unknown }>`
    select manifest -> 'chart' as chart from analyses
    where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = upper(${ticker})
      and request ->> 'trade_date' > ${date} and manifest ? 'chart'
    order by request ->> 'trade_date' desc, number desc limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : z.array(ChartBar).parse(row.chart);
}
