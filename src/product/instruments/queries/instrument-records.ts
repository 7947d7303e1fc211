import { sql } from "kysely";
import { z } from "zod";
import type { SessionPrices } from "#src/contract/signals/instruments.ts";
import type { Sql } from "#src/core/db/database.ts";

export interface ReviewedSession {
  readonly symbol: string;
  readonly session: string;
  /** The first of its runs. */
  readonly analysis: string | null;
}

const ReviewRow = z.object({ symbol: z.string(), session: z.string(), analysis: z.string().nullable() });

/** By session. @param symbol `null`: all */
export async function reviewedSessions(db: Sql, list: string, symbol: string | null): Promise<ReviewedSession[]> {
  const { rows } = await sql`
    select symbol, session, analyses[1] as analysis from signal_runs
    where list = ${list} and outcome = 'review' ${symbol === null ? sql`` : sql`and symbol = ${symbol}`}
    order by session, symbol
  `.execute(db);
  return z.array(ReviewRow).parse(rows);
}

const PricesRow = z.object({
  session: z.string(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});

/** The prices that a finished run used, ascending. */
export async function pricesOfRun(db: Sql, id: string): Promise<SessionPrices[]> {
  const { rows } = await sql`
    select bar ->> 'date' as session, (bar ->> 'open')::float8 as open, (bar ->> 'high')::float8 as high,
      (bar ->> 'low')::float8 as low, (bar ->> 'close')::float8 as close
    from analyses, jsonb_array_elements(manifest -> 'chart') as bar
    where id = ${id} and status = 'succeeded' order by 1
  `.execute(db);
  return z.array(PricesRow).parse(rows);
}

const EvidenceRow = z.object({
  session: z.string(),
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  value: z.number(),
});
export type SessionEvidence = z.infer<typeof EvidenceRow>;

/** What finished runs found of some measures, by session. */
export async function evidenceOfRuns(
  db: Sql,
  ids: readonly string[],
  keys: readonly string[],
): Promise<SessionEvidence[]> {
  const { rows } = await sql`
    select coalesce(manifest #>> '{data,session}', request ->> 'trade_date') as session, item ->> 'key' as key,
      item ->> 'label' as label, item ->> 'unit' as unit, (item ->> 'value')::float8 as value
    from analyses, jsonb_array_elements(manifest -> 'evidence') as item
    where id = any(${[...ids]}) and status = 'succeeded' and item ->> 'key' = any(${[...keys]})
      and jsonb_typeof(item -> 'value') = 'number'
    order by 1
  `.execute(db);
  return z.array(EvidenceRow).parse(rows);
}

const NameRow = z.object({ id: z.string(), name: z.string().nullable(), currency: z.string().nullable() });

export async function newestAnalysisOf(
  db: Sql,
  owner: string,
  symbol: string,
): Promise<z.infer<typeof NameRow> | null> {
  const { rows } = await sql`
    select id, manifest #>> '{data,name}' as name, manifest #>> '{data,currency}' as currency from analyses
    where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = upper(${symbol})
    order by request ->> 'trade_date' desc, number desc limit 1
  `.execute(db);
  return rows[0] === undefined ? null : NameRow.parse(rows[0]);
}

const FiledRow = z.object({ symbol: z.string(), date: z.string(), label: z.string() });

/** A run may have no fundamentals analyst. */
const runsSearched = 5;

/** From the newest run that knew any; a run keeps its price window. */
export async function reportsKnown(
  db: Sql,
  owners: readonly string[],
  symbols: readonly string[],
): Promise<z.infer<typeof FiledRow>[]> {
  if (symbols.length === 0) return [];
  const { rows } = await sql`
    select symbol, event ->> 'date' as date, event ->> 'label' as label
    from unnest(${symbols.map((symbol) => symbol.toUpperCase())}::text[]) as wanted (symbol)
    cross join lateral (
      select events from unnest(${[...owners]}::text[]) as whose (owner)
      cross join lateral (
        select request ->> 'trade_date' as day, number, manifest -> 'chart_events' as events from analyses
        where owner = whose.owner and status = 'succeeded' and upper(request ->> 'ticker') = wanted.symbol
        order by request ->> 'trade_date' desc, number desc limit ${runsSearched}) as run
      where events @> '[{"kind": "earnings"}]'
      order by day desc, number desc limit 1) as newest
    cross join lateral jsonb_array_elements(events) as event
    where event ->> 'kind' = 'earnings'
    order by symbol, date
  `.execute(db);
  return z.array(FiledRow).parse(rows);
}
