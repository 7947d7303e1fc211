import { sql } from "kysely";
import { z } from "zod";
import { Rating } from "#src/contract/jobs/analysis.ts";
import type { RatedSession } from "#src/contract/signals/dashboard.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** A rating with the analysis that it came from. */
export interface RatedAnalysis extends RatedSession {
  readonly analysis: string;
}

export function withoutAnalysis({ session, rating, at, href }: RatedAnalysis): RatedSession {
  return { session, rating, at, href };
}

const ListRow = z.object({
  list: z.string(),
  symbol: z.string(),
  session: z.string(),
  ended_at: z.date(),
  analysis: z.string().nullable(),
  signal_id: z.string().nullable(),
  rating: Rating.nullable(),
});

/**
 * The last ratings that lists came to, by `list symbol`, the oldest first. A run without an opinion is REVIEW; one that
 * failed or was not started says nothing.
 * @param each of one instrument at most
 */
export async function lastRatings(
  db: Sql,
  wanted: readonly { readonly list: string; readonly symbol: string }[],
  each: number,
): Promise<Map<string, RatedAnalysis[]>> {
  const [lists, symbols] = [wanted.map(({ list }) => list), wanted.map(({ symbol }) => symbol)];
  const { rows } = await sql`
    select run.list, run.symbol, run.session, run.ended_at, run.analyses[1] as analysis, entry.signal_id,
      coalesce(entry.rating, 'REVIEW') as rating
    from unnest(${lists}::text[], ${symbols}::text[]) as wanted (list, symbol)
    cross join lateral (
      select * from signal_runs
      where list = wanted.list and symbol = wanted.symbol and outcome in ('signal', 'review')
      order by session desc limit ${each}) as run
    left join signal_entries as entry on entry.list = run.list and entry.number = run.entry
    order by run.session
  `.execute(db);
  const read = z.array(ListRow).parse(rows);
  const rated = read.map(({ list, symbol, session, ended_at: endedAt, analysis, signal_id: signal, rating }) => ({
    key: `${list} ${symbol}`,
    rated: {
      session,
      rating: rating ?? "REVIEW",
      at: toIso(endedAt.getTime()),
      href: signal === null ? `/analyses/${analysis}` : `/signals/${signal}`,
      analysis: analysis ?? "",
    } satisfies RatedAnalysis,
  }));
  return new Map([...Map.groupBy(rated, ({ key }) => key)].map(([key, own]) => [key, own.map((one) => one.rated)]));
}

const AnalysedRow = z.object({
  symbol: z.string(),
  asset_type: z.enum(["stock", "crypto"]),
  id: z.string(),
  session: z.string(),
  rating: Rating,
  finished_at: z.date(),
});

export interface AnalysedSymbol {
  readonly symbol: string;
  readonly asset_type: "stock" | "crypto";
  /** By session, the oldest first. */
  readonly ratings: readonly RatedAnalysis[];
}

/** The symbols that an owner analysed last, or those of `of` that they analysed, the latest first, with their last ratings. */
export async function analysedSymbols(
  db: Sql,
  owner: string,
  most: { readonly symbols: number; readonly each: number; readonly of?: readonly string[] },
): Promise<AnalysedSymbol[]> {
  const symbols = most.of?.map((symbol) => symbol.toUpperCase());
  const newest =
    symbols === undefined
      ? // From symbol to symbol, not from analysis to analysis.
        sql`(select upper(request ->> 'ticker'), number from analyses
        where owner = ${owner} and status = 'succeeded' order by 1, number desc limit 1)
      union all
      select next.* from done, lateral (
        select upper(request ->> 'ticker'), number from analyses
        where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') > done.symbol
        order by 1, number desc limit 1) as next`
      : sql`select asked.symbol, last.number from unnest(${symbols}::text[]) as asked (symbol), lateral (
        select number from analyses
        where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = asked.symbol
        order by number desc limit 1) as last`;
  const { rows } = await sql`
    with recursive done (symbol, newest) as (${newest})
    select wanted.symbol, run.id, run.request ->> 'trade_date' as session, run.result ->> 'rating' as rating,
      run.finished_at, run.request ->> 'asset_type' as asset_type
    from (
      select symbol, newest from done order by newest desc limit ${most.symbols}) as wanted
    cross join lateral (
      select * from analyses
      where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = wanted.symbol
      order by request ->> 'trade_date' desc, number desc limit ${most.each}) as run
    order by wanted.newest desc, run.request ->> 'trade_date', run.number
  `.execute(db);
  const read = z.array(AnalysedRow).parse(rows);
  return [...Map.groupBy(read, ({ symbol }) => symbol)].map(([symbol, own]) => ({
    symbol,
    asset_type: own.at(-1)?.asset_type ?? "stock",
    ratings: own.map(({ id, session, rating, finished_at: finishedAt }) => ({
      session,
      rating,
      at: toIso(finishedAt.getTime()),
      href: `/analyses/${id}`,
      analysis: id,
    })),
  }));
}

const SketchRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable(),
  closes: z.array(z.number()),
  last_session: z.string().nullable(),
  thesis: z.string().nullable(),
});
export type RunSketch = z.infer<typeof SketchRow>;

/** Of finished analyses what a card shows, by their ids. @param sessions closes of so many at most */
export async function runSketches(db: Sql, ids: readonly string[], sessions: number): Promise<Map<string, RunSketch>> {
  const { rows } = await sql`
    select id, manifest #>> '{data,name}' as name, case manifest #>> '{data,asset_type}' when 'index' then 'points' else manifest #>> '{data,currency}' end as currency,
      coalesce(jsonb_path_query_array(manifest, ${`$.chart[last - ${sessions - 1} to last].close`}::jsonpath), '[]')
        as closes,
      manifest #>> '{chart,-1,date}' as last_session, result #>> '{reports,verdict,thesis}' as thesis
    from analyses where id = any(${[...ids]}) and status = 'succeeded'
  `.execute(db);
  return new Map(
    z
      .array(SketchRow)
      .parse(rows)
      .map((row) => [row.id, row]),
  );
}

/** Analyses of an owner that ended after an instant, whichever way but by a cancel. */
export async function countFinishedSince(db: Sql, owner: string, since: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from analyses
    where owner = ${owner} and status in ('succeeded', 'failed') and finished_at > ${new Date(since)}
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Only a visit's first look moves what counts as news.
 * @param pauseMs without a look ends a visit
 * @returns the end of the visit before
 */
export async function noteVisit(db: Sql, userId: string, at: Instant, pauseMs: number): Promise<Instant | null> {
  const { rows } = await sql<{ since: Date | null }>`
    insert into dashboard_visits as visit (user_id, since, seen_at) values (${userId}, null, ${new Date(at)})
    on conflict (user_id) do update set
      since = case when visit.seen_at < ${new Date(at - pauseMs)} then visit.seen_at else visit.since end,
      seen_at = greatest(visit.seen_at, excluded.seen_at)
    returning since
  `.execute(db);
  return rows[0]?.since?.getTime() ?? null;
}
