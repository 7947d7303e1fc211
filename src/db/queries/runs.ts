import { sql } from "kysely";
import { z } from "zod";
import { JobStatus } from "#src/contract/analysis.ts";
import { UnfinishedRun } from "#src/contract/jobs.ts";
import { ChartBar, Run } from "#src/contract/run.ts";
import type { Sql } from "../database.ts";

export interface StoredRun {
  readonly status: JobStatus;
  /** What an analysis that has succeeded left. */
  readonly run: Run | null;
  /** What an analysis left that failed or was cancelled. */
  readonly unfinished: UnfinishedRun | null;
}

/** @param visibleTo an owner: another's run is not found */
export async function findRun(db: Sql, id: string, visibleTo: string): Promise<StoredRun | null> {
  const row = await db
    .selectFrom("analyses")
    .select(["status", "request", "result", "usage", "manifest", "error"])
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { error, ...run } = row;
  const status = JobStatus.parse(run.status);
  if (status === "succeeded") return { status, run: Run.parse(run), unfinished: null };
  if (status !== "failed" && status !== "cancelled") return { status, run: null, unfinished: null };
  // A cancel erases nothing: a result that came before it stays in the row, and is not shown.
  const unfinished = { ...run, result: null, manifest: null, error: status === "failed" ? error : null };
  return { status, run: null, unfinished: UnfinishedRun.parse(unfinished) };
}

/** Jobs that wait and jobs that run, of all owners. */
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

/** The prices of an owner's latest run on a ticker that was asked about a later date; `null` when there is none. */
export async function laterChart(db: Sql, owner: string, ticker: string, date: string): Promise<ChartBar[] | null> {
  const { rows } = await sql<{ chart: unknown }>`
    select manifest -> 'chart' as chart from analyses
    where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = upper(${ticker})
      and request ->> 'trade_date' > ${date}
    order by request ->> 'trade_date' desc, number desc limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : z.array(ChartBar).parse(row.chart);
}
