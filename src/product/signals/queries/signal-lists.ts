import { z } from "zod";
import { ListInstrument, Schedule, type WatchlistInput, houseList } from "#src/contract/signals/signals.ts";
import { OwnModel } from "#src/contract/jobs/model-keys.ts";
import { type HeldPlan, Plan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface SignalList extends Omit<WatchlistInput, "id"> {
  readonly id: string;
  /** Of the reports, BCP 47. */
  readonly language: string;
  readonly rerun_on_break: boolean;
  readonly allow_short: boolean;
  /** `null`: the house list's own. */
  readonly owner: string | null;
  readonly createdAt: Instant;
  /** Runs that were due earlier are not caught up. */
  readonly startsAt: Instant;
  readonly entries: number;
}

const columns = [
  "id",
  "owner",
  "name",
  "instruments",
  "schedule",
  "runs",
  "created_at",
  "starts_at",
  "last_entry",
  "own_model",
  "language",
  "rerun_on_break",
  "allow_short",
] as const;

interface Row {
  readonly id: string;
  readonly owner: string | null;
  readonly name: string;
  readonly instruments: unknown;
  readonly schedule: unknown;
  readonly runs: number;
  readonly created_at: Date;
  readonly starts_at: Date;
  readonly last_entry: number;
  readonly own_model: unknown;
  readonly language: string;
  readonly rerun_on_break: boolean;
  readonly allow_short: boolean;
}

/** An owner's lists, oldest first. */
export async function listsOf(db: Sql, owner: string): Promise<SignalList[]> {
  const rows = await db
    .selectFrom("signal_lists")
    .select(columns)
    .where("owner", "=", owner)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(read);
}

export async function activeLists(db: Sql): Promise<{ readonly list: SignalList; readonly held: HeldPlan | null }[]> {
  const rows = await db
    .selectFrom("signal_lists as list")
    .leftJoin("accounts", "accounts.id", "list.owner")
    .select(columns.map((name) => `list.${name}` as const))
    .select(["accounts.plan", "accounts.plan_until"])
    .where("list.deleted_at", "is", null)
    .orderBy("list.created_at")
    .orderBy("list.id")
    .execute();
  return rows.map(({ plan, plan_until: until, ...row }) => ({
    list: read(row),
    held: plan === null ? null : { plan: Plan.parse(plan), planUntil: until?.getTime() ?? null },
  }));
}

/** Includes deleted lists, whose chain stays. */
export async function findList(db: Sql, id: string): Promise<SignalList | null> {
  const row = await db.selectFrom("signal_lists").select(columns).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** `null` where it does not want that. */
export async function rerunsOnBreak({ sql: db }: Tx, list: string, symbol: string): Promise<ListInstrument | null> {
  const row = await db
    .selectFrom("signal_lists")
    .select("instruments")
    .where("id", "=", list)
    .where("deleted_at", "is", null)
    .where("rerun_on_break", "=", true)
    .executeTakeFirst();
  const instruments = row === undefined ? [] : z.array(ListInstrument).parse(row.instruments);
  return instruments.find((one) => one.symbol === symbol) ?? null;
}

/** One change at a time, so that they can be counted. */
export async function lockLists({ sql: db }: Tx, owner: string): Promise<SignalList[]> {
  await db.selectFrom("accounts").select("id").where("id", "=", owner).forNoKeyUpdate().execute();
  return listsOf(db, owner);
}

type Kept = Pick<
  SignalList,
  "name" | "instruments" | "schedule" | "runs" | "own_model" | "language" | "rerun_on_break" | "allow_short"
>;

export async function insertList(
  { sql: db }: Tx,
  id: string,
  owner: string | null,
  kept: Kept,
  at: Instant,
): Promise<void> {
  await db
    .insertInto("signal_lists")
    .values({ id, owner, ...stored(kept), created_at: new Date(at), starts_at: new Date(at) })
    .execute();
}

/** @param startsAt nothing due earlier is run */
export async function updateList({ sql: db }: Tx, id: string, kept: Kept, startsAt: Instant): Promise<void> {
  await db
    .updateTable("signal_lists")
    .set({ ...stored(kept), starts_at: new Date(startsAt) })
    .where("id", "=", id)
    .execute();
}

/** Instruments that are new in the list begin now. */
export async function putHouseList(tx: Tx, kept: Kept, at: Instant): Promise<void> {
  const { sql: db } = tx;
  await db
    .insertInto("signal_lists")
    .values({ id: houseList, owner: null, ...stored(kept), created_at: new Date(at), starts_at: new Date(at) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const row = await db
    .selectFrom("signal_lists")
    .select(columns)
    .where("id", "=", houseList)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = read(row);
  const same = canonicalJson(stored(before)) === canonicalJson(stored(kept));
  if (!same) await updateList(tx, houseList, kept, before.startsAt);
}

/** False when the owner has no such list. Its chain stays. */
export async function markListDeleted({ sql: db }: Tx, owner: string, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signal_lists")
    .set({ deleted_at: new Date(at) })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function stored({ name, instruments, schedule, runs, own_model: own, language, rerun_on_break, allow_short }: Kept) {
  return {
    name,
    instruments: JSON.stringify(instruments),
    schedule: JSON.stringify(schedule),
    runs,
    own_model: own == null ? null : JSON.stringify(own),
    language,
    rerun_on_break,
    allow_short,
  };
}

function read(row: Row): SignalList {
  return {
    id: row.id,
    owner: row.owner,
    name: row.name,
    instruments: z.array(ListInstrument).parse(row.instruments),
    schedule: Schedule.parse(row.schedule),
    runs: row.runs,
    createdAt: row.created_at.getTime(),
    startsAt: row.starts_at.getTime(),
    entries: row.last_entry,
    own_model: OwnModel.nullable().parse(row.own_model),
    language: row.language,
    rerun_on_break: row.rerun_on_break,
    allow_short: row.allow_short,
  };
}

export async function ensureAccount(
  { sql: db }: Tx,
  { id, plan }: { readonly id: string; readonly plan: Plan },
  at: Instant,
): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id, plan, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** An owner's lists, including deleted ones. */
export async function countListsEver({ sql: db }: Tx, owner: string): Promise<number> {
  const row = await db
    .selectFrom("signal_lists")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("owner", "=", owner)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

export interface FoundSymbol {
  readonly symbol: string;
  /** As the source has it. */
  readonly name: string;
}

/** Names of the symbols among these that an online source knew. */
export async function foundSymbols(db: Sql, symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (symbols.length === 0) return new Map();
  const rows = await db
    .selectFrom("found_symbols")
    .select(["symbol", "name"])
    .where("symbol", "in", [...symbols])
    .execute();
  return new Map(rows.map(({ symbol, name }) => [symbol, name]));
}

/** The last answer counts. */
export async function recordFound(db: Sql, found: readonly FoundSymbol[], at: Instant): Promise<void> {
  if (found.length === 0) return;
  await db
    .insertInto("found_symbols")
    .values(
      // In one order against deadlocks.
      found
        .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
        .map(({ symbol, name }) => ({ symbol, name, found_at: new Date(at) })),
    )
    .onConflict((conflict) =>
      conflict
        .column("symbol")
        .doUpdateSet(({ ref }) => ({ name: ref("excluded.name"), found_at: ref("excluded.found_at") })),
    )
    .execute();
}

export async function forgetFound(db: Sql, before: Instant): Promise<void> {
  await db.deleteFrom("found_symbols").where("found_at", "<", new Date(before)).execute();
}
