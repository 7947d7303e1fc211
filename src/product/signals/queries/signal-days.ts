import { sql } from "kysely";
import { z } from "zod";
import type { Instant, LocalDate } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Raw, as known at its own close. */
export interface KnownDay {
  readonly session: LocalDate;
  readonly opensAt: Instant;
  /** `null`: there was no price. */
  readonly price: { readonly open: number; readonly close: number } | null;
  /** New shares for one old, since the session before. */
  readonly split: number;
  /** Cash per share, counted in shares after the split. */
  readonly dividend: number;
}

/** Stores a session. Existing data stays. */
export async function insertDay(
  { sql: db }: Pick<Tx, "sql">,
  symbol: string,
  day: KnownDay,
  source: string | null,
  at: Instant,
): Promise<void> {
  await sql`
    insert into signal_days (symbol, session, opens_at, open, close, split, dividend, source, noted_at)
    values (${symbol}, ${day.session}, ${new Date(day.opensAt)}, ${day.price?.open ?? null},
      ${day.price?.close ?? null}, ${day.split}, ${day.dividend}, ${source}, ${new Date(at)})
    on conflict (symbol, session) do nothing
  `.execute(db);
}

const DayRow = z.object({
  symbol: z.string(),
  session: z.string(),
  opens_at: z.date(),
  open: z.number().nullable(),
  close: z.number().nullable(),
  split: z.number(),
  dividend: z.number(),
});

/** The stored sessions of these symbols, each ascending. */
export async function daysOf(db: Sql, symbols: readonly string[]): Promise<Map<string, KnownDay[]>> {
  const days = new Map<string, KnownDay[]>(symbols.map((symbol) => [symbol, []]));
  if (symbols.length === 0) return days;
  const rows = await db
    .selectFrom("signal_days")
    .select(["symbol", "session", "opens_at", "open", "close", "split", "dividend"])
    .where("symbol", "in", [...symbols])
    .orderBy("symbol")
    .orderBy("session")
    .execute();
  for (const row of z.array(DayRow).parse(rows)) {
    const { symbol, session, opens_at: opensAt, open, close, split, dividend } = row;
    const price = open === null || close === null ? null : { open, close };
    days.get(symbol)?.push({ session, opensAt: opensAt.getTime(), price, split, dividend });
  }
  return days;
}

export interface SignalledInstrument {
  readonly symbol: string;
  readonly assetType: "stock" | "crypto" | "index";
  readonly first: LocalDate;
  readonly last: LocalDate | null;
}

const SignalledRow = z.object({
  symbol: z.string(),
  asset_type: z.enum(["stock", "crypto", "index"]),
  first: z.string(),
  last: z.string().nullable(),
});

export async function signalledInstruments(db: Sql): Promise<SignalledInstrument[]> {
  const { rows } = await sql`
    select symbol, min(body::jsonb ->> 'asset_type') as asset_type, min(body::jsonb ->> 'session') as first,
      (select max(session)::text from signal_days where signal_days.symbol = entry.symbol) as last
    from signal_entries as entry where kind = 'signal' group by symbol order by symbol
  `.execute(db);
  return z
    .array(SignalledRow)
    .parse(rows)
    .map(({ asset_type: assetType, ...row }) => ({ ...row, assetType }));
}

/** The last session kept of a symbol. */
export async function lastDay(db: Sql, symbol: string): Promise<LocalDate | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(session)::text as last from signal_days where symbol = ${symbol}
  `.execute(db);
  return rows[0]?.last ?? null;
}

/** `null`: cash; missing: not settled yet. */
export async function benchmarksOf(db: Sql, symbols: readonly string[]): Promise<Map<string, string | null>> {
  if (symbols.length === 0) return new Map();
  const rows = await db
    .selectFrom("signal_benchmarks")
    .select(["symbol", "benchmark"])
    .where("symbol", "in", [...symbols])
    .execute();
  return new Map(rows.map(({ symbol, benchmark }) => [symbol, benchmark]));
}

/** Chosen once; the first choice stays. */
export async function chooseBenchmark(
  { sql: db }: Pick<Tx, "sql">,
  symbol: string,
  benchmark: string | null,
  at: Instant,
): Promise<void> {
  await db
    .insertInto("signal_benchmarks")
    .values({ symbol, benchmark, chosen_at: new Date(at) })
    .onConflict((conflict) => conflict.column("symbol").doNothing())
    .execute();
}

/** As `symbol session`. */
export async function daysNotedSince(db: Sql, symbols: readonly string[], since: Instant): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select symbol || ' ' || session as day from signal_days
    where symbol = any(${[...symbols]}) and noted_at > ${new Date(since)}
  `.execute(db);
  return new Set(rows.map(({ day }) => day));
}
