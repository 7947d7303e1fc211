import { sql } from "kysely";
import { JobStatus, Rating, statementsOf } from "#src/contract/jobs/analysis.ts";
import type { AnalysisFilter, ListedAnalysis } from "#src/contract/jobs/jobs.ts";
import { toIso, type LocalDate } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";
import { readRun } from "./runs.ts";

interface Row {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly request: unknown;
  readonly setting: unknown;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly rating: string | null;
  readonly cost_usd: string | null;
  readonly error: string | null;
  readonly done: string;
}

/** Newest first, before `before` or right after `after`; of results only the rating. */
export async function searchAnalyses(
  db: Sql,
  owner: string,
  filter: AnalysisFilter,
  page: { readonly before: number | null; readonly after: number | null; readonly limit: number },
): Promise<ListedAnalysis[]> {
  const { status, symbol, rating, from, to } = filter;
  const up = page.after !== null;
  const { rows } = await sql<Row>`
    select id, number, status, request, setting, created_at, started_at, finished_at, error,
      case when status = 'succeeded' then result ->> 'rating' end as rating,
      usage ->> 'cost_usd' as cost_usd,
      (select count(*) from analysis_events
        where analysis_id = analyses.id and type = 'agent.finished' and status = 'running') as done
    from analyses
    where owner = ${owner}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${symbol === null ? sql`` : sql`and upper(request ->> 'ticker') = upper(${symbol})`}
      ${rating === null ? sql`` : sql`and status = 'succeeded' and result ->> 'rating' = ${rating}`}
      ${from === null ? sql`` : sql`and request ->> 'trade_date' >= ${from}`}
      ${to === null ? sql`` : sql`and request ->> 'trade_date' <= ${to}`}
      ${page.before === null ? sql`` : sql`and number < ${page.before}`}
      ${page.after === null ? sql`` : sql`and number > ${page.after}`}
    order by number ${up ? sql`asc` : sql`desc`}
    limit ${page.limit}
  `.execute(db);
  const listed = rows.map(read);
  return up ? listed.toReversed() : listed;
}

function read(row: Row): ListedAnalysis {
  const status = JobStatus.parse(row.status);
  const { request, setting } = readRun(row);
  const of = statementsOf({ ...setting, analysts: request.analysts.length });
  return {
    id: row.id,
    number: row.number,
    status,
    request,
    created_at: toIso(row.created_at.getTime()),
    started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
    rating: row.rating === null ? null : Rating.parse(row.rating),
    cost_usd: row.cost_usd,
    error: status === "failed" ? row.error : null,
    progress: status === "running" ? { done: Math.min(Number(row.done), of), of } : null,
  };
}

/** Latest first; steps from symbol to symbol in the index. */
export async function symbolsAsked(db: Sql, owner: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    with recursive asked (symbol, newest) as (
      (select upper(request ->> 'ticker'), number from analyses
        where owner = ${owner} order by 1, number desc limit 1)
      union all
      select next.* from asked, lateral (
        select upper(request ->> 'ticker'), number from analyses
        where owner = ${owner} and upper(request ->> 'ticker') > asked.symbol order by 1, number desc limit 1) as next
    )
    select symbol from asked order by newest desc limit ${limit}
  `.execute(db);
  return rows.map(({ symbol }) => symbol);
}

/** Of each symbol the opinion as of the newest day, from `since` on, and the one before it. */
export async function newestRatings(
  db: Sql,
  owner: string,
  symbols: readonly string[],
  since: LocalDate,
): Promise<{ symbol: string; analysis: string; rating: string; before: string | null }[]> {
  const { rows } = await sql<{ symbol: string; analysis: string; rating: string; before: string | null }>`
    select wanted.symbol, newest.id as analysis, newest.rating, newest.before
    from unnest(${symbols}::text[]) as wanted (symbol), lateral (
      select id, result ->> 'rating' as rating, request ->> 'trade_date' as day,
        lead(result ->> 'rating') over (order by request ->> 'trade_date' desc, number desc) as before
      from analyses
      where owner = ${owner} and upper(request ->> 'ticker') = wanted.symbol
        and status = 'succeeded' and result ->> 'rating' <> 'REVIEW'
      order by request ->> 'trade_date' desc, number desc limit 1) as newest
    where newest.day >= ${since}
  `.execute(db);
  return rows;
}
