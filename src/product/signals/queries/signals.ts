import { sql } from "kysely";
import {
  ChainBody,
  Signal,
  type DecidedCondition,
  type SignalEvent,
  type Tombstone,
  type Withdrawn,
} from "#src/contract/signals/signals.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { toIso, type Instant, type LocalDate } from "#src/core/clock.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { type DayHead, type Head, type StoredEntry, settlementHead } from "./chains.ts";
import { eventChannel } from "#src/product/analyses/queries/events.ts";

/** The channel for a list's entries. */
export function signalChannel(list: string): string {
  return `signals of ${list}`;
}

export interface IndexedEntry extends StoredEntry {
  readonly published_at: Date;
  readonly kind: string;
  /** What followers are told it is. */
  readonly event: SignalEvent["type"];
  readonly signal_id: string | null;
  readonly symbol: string | null;
  readonly withdraws: number | null;
}

type Place = "version" | "list" | "number" | "published_at" | "previous" | "settlement";
export type NewEntry = Omit<Signal, Place> | Omit<Tombstone, Place> | Omit<DecidedCondition, Place>;

/** The list's row is the last lock, so numbers and commits have one order. */
export async function appendEntry(
  { sql: db }: Tx,
  list: string,
  entry: NewEntry,
  at: Instant,
): Promise<{ readonly number: number; readonly hash: string }> {
  const head = await db
    .selectFrom("signal_lists")
    .select(["last_entry", "head"])
    .where("id", "=", list)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const number = head.last_entry + 1;
  const settlement = await settlementHead(db);
  const place = { version: 1, list, number, published_at: toIso(at), previous: head.head, settlement };
  const body = canonicalJson(ChainBody.parse({ ...entry, ...place }));
  const hash = sha256(body);
  await db
    .insertInto("signal_entries")
    .values({ list, number, body, hash, published_at: new Date(at) })
    .execute();
  await sql`select pg_notify(${eventChannel}, ${signalChannel(list)})`.execute(db);
  return { number, hash };
}

/** What one read gives at most. */
export const entryPageSize = 500;

/** Only a decided condition has an outcome. */
const eventOf = sql<SignalEvent["type"]>`case kind when 'tombstone' then 'signal.withdrawn'
  when 'condition' then 'condition.' || (body::jsonb ->> 'outcome') else 'signal.published' end`;

/** Entries behind `after`, ascending. */
export async function entriesAfter(db: Sql, list: string, after: number): Promise<IndexedEntry[]> {
  return db
    .selectFrom("signal_entries")
    .select(["number", "body", "hash", "published_at", "kind", "signal_id", "symbol", "withdraws"])
    .select(eventOf.as("event"))
    .where("list", "=", list)
    .where("number", ">", after)
    .orderBy("number")
    .limit(entryPageSize)
    .execute();
}

/** `null` for an unknown list. */
export async function findHead(db: Sql, list: string): Promise<Head | null> {
  const row = await db
    .selectFrom("signal_lists")
    .select(["last_entry", "head"])
    .where("id", "=", list)
    .executeTakeFirst();
  return row === undefined ? null : { number: row.last_entry, hash: row.head };
}

/** `null` while there is none. */
export async function headCovering(db: Sql, list: string, number: number): Promise<DayHead | null> {
  const row = await db
    .selectFrom("signal_heads")
    .select(["day", "number", "hash"])
    .where("list", "=", list)
    .where("number", ">=", number)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, day: String(row.day) };
}

/** @param from, to numbers of entries, both included */
export async function entriesBetween(db: Sql, list: string, from: number, to: number): Promise<StoredEntry[]> {
  return db
    .selectFrom("signal_entries")
    .select(["number", "body", "hash"])
    .where("list", "=", list)
    .where("number", ">=", from)
    .where("number", "<=", to)
    .orderBy("number")
    .execute();
}

/** Of every list, the deleted ones too. */
export async function headsOfLists(db: Sql): Promise<(Head & { readonly chain: string })[]> {
  const rows = await db.selectFrom("signal_lists").select(["id", "last_entry", "head"]).orderBy("id").execute();
  return rows.map(({ id, last_entry: number, head: hash }) => ({ chain: id, number, hash }));
}

/** Newest first. */
export async function listHeads(db: Sql, list: string, limit: number): Promise<DayHead[]> {
  const rows = await db
    .selectFrom("signal_heads")
    .select(["day", "number", "hash"])
    .where("list", "=", list)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ day, ...head }) => ({ ...head, day: String(day) }));
}

/** Notes each list's newest entry at the day's end; earlier notes stay. */
export async function noteHeads(db: Sql, day: LocalDate, dayEnd: Instant, at: Instant): Promise<void> {
  await sql`
    insert into signal_heads (list, day, number, hash, noted_at)
    select lists.id, ${day}, coalesce(newest.number, 0), coalesce(newest.hash, repeat('0', 64)), ${new Date(at)}
    from signal_lists as lists
    left join lateral (
      select number, hash from signal_entries
      where list = lists.id and published_at < ${new Date(dayEnd)} order by number desc limit 1
    ) as newest on true
    where lists.created_at < ${new Date(dayEnd)}
    on conflict (list, day) do nothing
  `.execute(db);
}

/** A signal with the later entries about it. */
export interface StoredSignal {
  readonly signal: Signal;
  readonly hash: string;
  readonly withdrawn: Withdrawn | null;
}

export interface SignalFilter {
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  /** Only those whose rating differs from the one before. */
  readonly changed: boolean;
  /** Only those with a smaller number. */
  readonly before: number | null;
  /** `null`: all. */
  readonly limit: number | null;
}

const everything: SignalFilter = { symbol: null, rating: null, changed: false, before: null, limit: null };

/** A list's signals, newest first, including withdrawn ones. */
export async function listSignals(db: Sql, list: string, filter: SignalFilter = everything): Promise<StoredSignal[]> {
  let query = withTombstone(db).where("entry.list", "=", list).orderBy("entry.number", "desc");
  if (filter.symbol !== null) query = query.where("entry.symbol", "=", filter.symbol);
  if (filter.rating !== null) query = query.where("entry.rating", "=", filter.rating);
  if (filter.changed) query = query.where("entry.changed", "=", true);
  if (filter.before !== null) query = query.where("entry.number", "<", filter.before);
  if (filter.limit !== null) query = query.limit(filter.limit);
  return (await query.execute()).map(read);
}

export async function findSignal(db: Sql, id: string): Promise<StoredSignal | null> {
  const row = await withTombstone(db).where("entry.signal_id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** The symbols of signals, by their ids. */
export async function symbolsOfSignals(db: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("signal_entries")
    .select(["signal_id", "symbol"])
    .where("signal_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ signal_id: id, symbol }) => [id ?? "", symbol ?? ""]));
}

/** The rating of an instrument's newest signal that was not withdrawn. */
export async function newestRating({ sql: db }: Tx, list: string, symbol: string): Promise<Opinion | null> {
  const row = await withTombstone(db)
    .where("entry.list", "=", list)
    .where("entry.symbol", "=", symbol)
    .where("stone.number", "is", null)
    .orderBy("entry.number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : read(row).signal.rating;
}

function withTombstone(db: Sql) {
  return db
    .selectFrom("signal_entries as entry")
    .leftJoin("signal_entries as stone", (join) =>
      join.onRef("stone.list", "=", "entry.list").onRef("stone.withdraws", "=", "entry.number"),
    )
    .select(["entry.body", "entry.hash", "stone.body as stone"])
    .where("entry.kind", "=", "signal");
}

function read(row: { readonly body: string; readonly hash: string; readonly stone: string | null }): StoredSignal {
  const stone = row.stone === null ? null : ChainBody.parse(JSON.parse(row.stone));
  return {
    signal: Signal.parse(JSON.parse(row.body)),
    hash: row.hash,
    withdrawn: stone?.kind === "tombstone" ? { at: stone.published_at, reason: stone.reason } : null,
  };
}
