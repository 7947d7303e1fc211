import type { LocalDate, Instant } from "#src/core/clock.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Sql } from "#src/core/db/database.ts";

/** Nothing is believed before its hash is checked. */
export interface StoredEntry {
  readonly number: number;
  /** JSON, canonical where we write it. */
  readonly body: string;
  /** SHA-256 of `body`. */
  readonly hash: string;
}

export interface Head {
  /** The number of the newest entry; 0 while there is none. */
  readonly number: number;
  readonly hash: string;
  /** Such as `kept in FILE on DAY`. */
  readonly noted?: string;
}

export interface DayHead extends Head {
  readonly day: LocalDate;
}

/** `null`: the row is gone. */
export interface SettlementEntry extends StoredEntry {
  readonly day: SettledDay | null;
  readonly benchmark: SettledBenchmark | null;
}

const SettledDay = z.object({
  symbol: z.string(),
  session: z.string(),
  opens_at: z.string(),
  open: z.number().nullable(),
  close: z.number().nullable(),
  split: z.number(),
  dividend: z.number(),
  source: z.string().nullable(),
  noted_at: z.string(),
});
type SettledDay = z.infer<typeof SettledDay>;

const SettledBenchmark = z.object({ symbol: z.string(), benchmark: z.string().nullable(), chosen_at: z.string() });
type SettledBenchmark = z.infer<typeof SettledBenchmark>;

const EntryRow = z.object({
  number: z.number(),
  body: z.string(),
  hash: z.string(),
  day: SettledDay.nullable(),
  benchmark: SettledBenchmark.nullable(),
});

export const settlementPageSize = 2000;

/** Entries after `after`, ascending, each with its row. */
export async function settlementsAfter(db: Sql, after: number): Promise<SettlementEntry[]> {
  const { rows } = await sql`
    select entry.number, entry.body, entry.hash,
      case when days.symbol is not null then settlement_of_day(days) end as day,
      case when held.symbol is not null then settlement_of_benchmark(held) end as benchmark
    from settlement_entries as entry
    left join signal_days as days
      on entry.kind = 'session' and days.symbol = entry.symbol and days.session::text = entry.session
    left join signal_benchmarks as held on entry.kind = 'benchmark' and held.symbol = entry.symbol
    where entry.number > ${after} order by entry.number limit ${settlementPageSize}
  `.execute(db);
  return z.array(EntryRow).parse(rows);
}

/** `SYMBOL on DAY`, or `the benchmark of SYMBOL`. */
export async function outsideChain(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select symbol || ' on ' || session as name from signal_days as days
      where not exists (select from settlement_entries as entry where entry.kind = 'session'
        and entry.symbol = days.symbol and coalesce(entry.session, '') = days.session::text)
    union all
    select 'the benchmark of ' || symbol from signal_benchmarks as held
      where not exists (select from settlement_entries as entry where entry.kind = 'benchmark'
        and entry.symbol = held.symbol and coalesce(entry.session, '') = '')
    limit 1
  `.execute(db);
  return rows[0]?.name ?? null;
}

/** The newest entry; 0 and the empty hash while there is none. */
export async function settlementHead(db: Sql): Promise<Head> {
  const row = await db.selectFrom("settlement_head").select(["last_entry", "head"]).executeTakeFirstOrThrow();
  return { number: row.last_entry, hash: row.head };
}

/** Newest first. */
export async function listSettlementHeads(db: Sql, limit: number): Promise<DayHead[]> {
  const rows = await db
    .selectFrom("settlement_heads")
    .select(["day", "number", "hash"])
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ day, ...head }) => ({ ...head, day: String(day) }));
}

/** Notes the newest entry at the end of `day`; an earlier note stays. */
export async function noteSettlementHead(db: Sql, day: LocalDate, dayEnd: Instant, at: Instant): Promise<void> {
  await sql`
    insert into settlement_heads (day, number, hash, noted_at)
    select ${day}, number, hash, ${new Date(at)} from settlement_entries
    where noted_at < ${new Date(dayEnd)} order by number desc limit 1
    on conflict (day) do nothing
  `.execute(db);
}
