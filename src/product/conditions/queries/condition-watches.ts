import { sql } from "kysely";
import { z } from "zod";
import { Condition, ConditionReading, ConditionState } from "#src/contract/run/conditions.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import type { Instant, LocalDate } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** A rating whose conditions are watched. */
export interface ConditionWatch {
  readonly analysisId: string;
  readonly owner: string;
  /** `null`: an own analysis. */
  readonly published: { readonly list: string; readonly signal: string } | null;
  readonly symbol: string;
  readonly assetType: "stock" | "crypto" | "index";
  /** The rating's session, and the last one that was read. */
  readonly since: LocalDate;
  readonly readUntil: LocalDate;
  readonly conditions: readonly Condition[];
  readonly states: readonly ConditionState[];
}

/** Leaves an existing watch unchanged. */
export async function insertWatch(
  { sql: db }: Tx,
  watch: Omit<ConditionWatch, "readUntil" | "states">,
  states: readonly ConditionState[],
  at: Instant,
): Promise<void> {
  await db
    .insertInto("condition_watches")
    .values({
      analysis_id: watch.analysisId,
      owner: watch.owner,
      list: watch.published?.list ?? null,
      signal_id: watch.published?.signal ?? null,
      symbol: watch.symbol,
      asset_type: watch.assetType,
      since: watch.since,
      read_until: watch.since,
      conditions: JSON.stringify(watch.conditions),
      states: JSON.stringify(states),
      due_at: new Date(at),
      created_at: new Date(at),
    })
    .onConflict((conflict) => conflict.column("analysis_id").doNothing())
    .execute();
}

const WatchRow = z
  .object({
    analysis_id: z.string(),
    owner: z.string(),
    list: z.string().nullable(),
    signal_id: z.string().nullable(),
    symbol: z.string(),
    asset_type: z.enum(["stock", "crypto", "index"]),
    since: z.string(),
    read_until: z.string(),
    conditions: z.array(Condition),
    states: z.array(ConditionState),
  })
  .transform(({ analysis_id: analysisId, asset_type: assetType, read_until: readUntil, list, signal_id, ...row }) => ({
    ...row,
    analysisId,
    assetType,
    readUntil,
    published: list === null || signal_id === null ? null : { list, signal: signal_id },
  }));

const columns = [
  "analysis_id",
  "owner",
  "list",
  "signal_id",
  "symbol",
  "asset_type",
  "since",
  "read_until",
  "conditions",
  "states",
] as const;

/** Watches that are due, the longest waiting first. */
export async function dueWatches(db: Sql, now: Instant, limit: number): Promise<ConditionWatch[]> {
  const rows = await db
    .selectFrom("condition_watches")
    .select(columns)
    .where("due_at", "<=", new Date(now))
    .orderBy("due_at")
    .orderBy("analysis_id")
    .limit(limit)
    .execute();
  return z.array(WatchRow).parse(rows);
}

/** `null`: nothing of it is watched. */
export async function findWatch(db: Sql, analysis: string): Promise<ConditionWatch | null> {
  const row = await db
    .selectFrom("condition_watches")
    .select(columns)
    .where("analysis_id", "=", analysis)
    .executeTakeFirst();
  return row === undefined ? null : WatchRow.parse(row);
}

/** Per list, and of own analyses. */
export interface NewestWatch extends ConditionWatch {
  readonly rating: string;
  /** The list's name; `null`: an analysis of their own. */
  readonly name: string | null;
}

/** @param house whether to include those of the house list */
export async function newestWatches(
  db: Sql,
  { symbol, owner, house }: { readonly symbol: string; readonly owner: string; readonly house: boolean },
): Promise<NewestWatch[]> {
  const { rows } = await sql`
    select distinct on (coalesce(watch.list, '')) watch.*, analyses.result ->> 'rating' as rating, lists.name
    from condition_watches as watch
    join analyses on analyses.id = watch.analysis_id
    left join signal_lists as lists on lists.id = watch.list
    left join signal_entries as entry on entry.signal_id = watch.signal_id
    left join signal_entries as stone on stone.list = entry.list and stone.withdraws = entry.number
    where watch.symbol = ${symbol} and (watch.owner = ${owner} or (${house} and watch.list = ${houseList}))
      and stone.number is null and analyses.result is not null
    order by coalesce(watch.list, ''), watch.since desc, watch.created_at desc
  `.execute(db);
  const Named = z.object({ rating: z.string(), name: z.string().nullable() });
  return rows.map((row) => ({ ...WatchRow.parse(row), ...Named.parse(row) }));
}

/** A condition that a close has met. */
export interface BrokenCondition {
  readonly analysisId: string;
  /** `null`: an own analysis. */
  readonly published: { readonly list: string; readonly signal: string } | null;
  readonly symbol: string;
  readonly condition: Condition;
  readonly session: LocalDate;
}

/** Conditions that the reader may see, broken since an instant, newest first. */
export async function brokenSince(
  db: Sql,
  { owner, house, since }: { readonly owner: string; readonly house: boolean; readonly since: Instant },
): Promise<BrokenCondition[]> {
  const { rows } = await sql`
    select watch.analysis_id, watch.signal_id, lists.name as list, watch.symbol, condition.value as condition,
      state.value ->> 'decided_on' as session
    from condition_watches as watch
    cross join lateral jsonb_array_elements(watch.states) as state
    join lateral jsonb_array_elements(watch.conditions) as condition
      on condition.value ->> 'id' = state.value ->> 'id'
    join condition_readings as reading
      on reading.analysis_id = watch.analysis_id and reading.session = (state.value ->> 'decided_on')::date
    left join signal_lists as lists on lists.id = watch.list
    left join signal_entries as entry on entry.signal_id = watch.signal_id
    left join signal_entries as stone on stone.list = entry.list and stone.withdraws = entry.number
    where state.value ->> 'status' = 'broken' and reading.noted_at > ${new Date(since)} and stone.number is null
      and (watch.owner = ${owner} or (${house} and watch.list = ${houseList}))
    order by reading.session desc, watch.symbol, condition.value ->> 'id'
    limit ${mostBroken}
  `.execute(db);
  return z.array(BrokenRow).parse(rows);
}

const mostBroken = 50;
const BrokenRow = z
  .object({
    analysis_id: z.string(),
    signal_id: z.string().nullable(),
    list: z.string().nullable(),
    symbol: z.string(),
    condition: Condition,
    session: z.string(),
  })
  .transform(({ analysis_id: analysisId, signal_id: signal, list, ...row }) => ({
    ...row,
    analysisId,
    published: list === null || signal === null ? null : { list, signal },
  }));

/** A condition of a published signal, and its state. */
export interface PublishedCondition {
  readonly signal: string;
  readonly status: ConditionState["status"];
  /** From the signal's session to the condition's last day. */
  readonly days: number;
}

/** Those of all signals of a list. */
export async function conditionsOfList(db: Sql, list: string): Promise<PublishedCondition[]> {
  const { rows } = await sql`
    select signal_id as signal, state.value ->> 'status' as status,
      (conditions -> (state.place::int - 1) ->> 'deadline')::date - since as days
    from condition_watches cross join lateral jsonb_array_elements(states) with ordinality as state (value, place)
    where list = ${list} order by signal_id, state.place
  `.execute(db);
  return z.array(PublishedRow).parse(rows);
}

const PublishedRow = z.object({ signal: z.string(), status: ConditionState.shape.status, days: z.int() });

/** Changes whenever a watch of a list is added or checked. */
export async function lookedAt(db: Sql, list: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(read_until - since), 0) as version from condition_watches where list = ${list}
  `.execute(db);
  return rows[0]?.version ?? "";
}

/** As `findWatch`, locked until the transaction ends. */
export async function lockWatch({ sql: db }: Tx, analysis: string): Promise<ConditionWatch | null> {
  const row = await db
    .selectFrom("condition_watches")
    .select(columns)
    .where("analysis_id", "=", analysis)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : WatchRow.parse(row);
}

export async function countNewerWatches(
  db: Sql,
  { owner, analysisId }: Pick<ConditionWatch, "owner" | "analysisId">,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from condition_watches as other
    join condition_watches as own on own.analysis_id = ${analysisId}
    where other.owner = ${owner} and other.list is null and other.due_at is not null
      and (other.created_at, other.analysis_id) > (own.created_at, own.analysis_id)
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** Adds readings; a session that was already read stays as it was. */
export async function insertReadings(
  { sql: db }: Tx,
  analysis: string,
  readings: readonly ConditionReading[],
  at: Instant,
): Promise<void> {
  if (readings.length === 0) return;
  await db
    .insertInto("condition_readings")
    .values(
      readings.map(({ session, values, split }) => ({
        analysis_id: analysis,
        session,
        measured: JSON.stringify(values),
        split,
        noted_at: new Date(at),
      })),
    )
    .onConflict((conflict) => conflict.columns(["analysis_id", "session"]).doNothing())
    .execute();
}

/** Ascending. */
export async function readingsOf(db: Sql, analysis: string): Promise<ConditionReading[]> {
  const rows = await db
    .selectFrom("condition_readings")
    .select(["session", "measured as values", "split"])
    .where("analysis_id", "=", analysis)
    .orderBy("session")
    .execute();
  return z.array(ConditionReading).parse(rows);
}

/** @param dueAt `null`: all are decided */
export async function noteLook(
  { sql: db }: Pick<Tx, "sql">,
  analysis: string,
  to: { readonly readUntil?: LocalDate; readonly states?: readonly ConditionState[]; readonly dueAt: Instant | null },
): Promise<void> {
  await db
    .updateTable("condition_watches")
    .set({
      due_at: to.dueAt === null ? null : new Date(to.dueAt),
      ...(to.readUntil !== undefined && { read_until: to.readUntil }),
      ...(to.states !== undefined && { states: JSON.stringify(to.states) }),
    })
    .where("analysis_id", "=", analysis)
    .execute();
}

/** For a deleted account, where nobody is left to notify. */
export async function deleteWatches({ sql: db }: Tx, owner: string): Promise<void> {
  await db.deleteFrom("condition_watches").where("owner", "=", owner).execute();
}
