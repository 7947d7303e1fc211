import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ClientBase, PoolClient } from "pg";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { applyPatiently, createTablesAsOf, locked, migrateAll } from "#src/core/db/migrate.ts";
import { emptyDatabase, freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { firstLinted, migrationFolder, tablesChangedBy } from "#tests/support/migrations/lint.ts";
import { fillTables } from "#tests/support/user-rows.ts";

/* Migrations on a database that is in use: no table is written anew, and nobody waits behind a migration that waits. */

const names = readdirSync(migrationFolder).toSorted();
const checked = names.filter((name) => name >= firstLinted);
/** Of the durable engine's own tables. */
const engine = 105;

let filled: FreshDatabase;
beforeAll(async () => {
  filled = await freshDatabase();
  await fillTables(filled, "usr_ann", "usr_ben");
});
afterAll(() => filled.drop());

test("those that are checked rewrite no table that has rows", async () => {
  const old = await asBefore();
  const before = await filesOf(old.db);
  const changed = await Promise.all(checked.map(tablesChangedBy));
  for (const table of changed.flat())
    if (before.has(table)) expect((await old.db.pool.query(`select from ${table}`)).rowCount, table).toBeGreaterThan(0);
  expect(await migrateAll(old.db.pool, old.url)).toEqual(checked);
  const after = await filesOf(old.db);
  for (const [table, file] of before) if (after.has(table)) expect([table, after.get(table)]).toEqual([table, file]);
  expect(before.size).toBeGreaterThan(30);
});

test("that a table is written anew is seen by its file", async () => {
  const old = await asBefore();
  const before = await filesOf(old.db);
  await old.db.pool.query("alter table analyses alter column partition type varchar(90)");
  expect((await filesOf(old.db)).get("analyses")).not.toBe(before.get("analyses"));
});

test("one that waits for a lock lets readers by and succeeds when the lock is free", async () => {
  const old = await asBefore();
  const holder = await old.db.pool.connect();
  await holder.query("begin");
  // As a backup or a report does, for as long as it lasts.
  await holder.query("select from analyses limit 1");
  const migrating = openDatabase(old.url, 1, 0);
  const said: string[] = [];
  const note = (entry: unknown): void => void said.push(String(entry));
  const later = { name: "9998_later.sql", text: "alter table analyses add column later int" };
  const logger = { info: note, debug: note, warn: note, error: note };
  const done = locked(migrating.pool, (client) => applyPatiently(client, later, logger));
  try {
    for (const _ of [1, 2]) {
      await expect.poll(() => waiting(holder), { interval: 5 }).toBe(true);
      // It stands in the queue behind the migration; the lock in front of both is not given away meanwhile.
      const { rows } = await old.db.pool.query<{ count: string }>("select count(*) from analyses");
      expect(Number(rows[0]?.count)).toBeGreaterThan(0);
      await expect.poll(() => waiting(holder), { interval: 5 }).toBe(false);
    }
    expect(await isApplied(holder, later.name)).toBe(false);
  } finally {
    await holder.query("commit");
    holder.release();
  }
  await done;
  expect(await isApplied(old.db.pool, later.name)).toBe(true);
  await migrating.close();
  expect(said).toContain(`migration ${later.name} waits for a lock that another transaction holds`);
});

/** Filled, and with no migration of those that are checked. */
async function asBefore(): Promise<FreshDatabase> {
  const old = await emptyDatabase();
  onTestFinished(() => old.drop());
  const client = await old.db.pool.connect();
  try {
    await createTablesAsOf(client, { migrations: names.filter((name) => name < firstLinted), engine });
    await copyRows(filled.db, client);
  } finally {
    client.release(true);
  }
  return old;
}

/** What both have columns for. No trigger does its work again, and references are as they were. */
async function copyRows(from: Database, into: PoolClient): Promise<void> {
  await into.query("set session_replication_role = replica");
  const columns = await columnsOf(into);
  for (const [table, known] of await columnsOf(from.pool)) {
    const both = known.filter((name) => columns.get(table)?.includes(name)).join(", ");
    if (both === "" || table === "schema_migrations") continue;
    const { rows } = await from.pool.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} as t`);
    await into.query(
      `insert into ${table} (${both}) overriding system value
       select ${both} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
      [JSON.stringify(rows.map(({ row }) => row))],
    );
  }
}

/** Those that are stored and not computed, by table. */
async function columnsOf(client: Pick<ClientBase, "query"> | Database["pool"]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select attrelid::regclass::text as table, array_agg(quote_ident(attname)) as columns
    from pg_attribute join pg_class c on c.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The file of each table that has rows. Another one: it was written anew. */
async function filesOf({ pool }: Database): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ table: string; file: string }>(
    `select oid::regclass::text as table, relfilenode::text as file from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return new Map(rows.map(({ table, file }) => [table, file]));
}

/** Whether somebody waits to have a table for themselves. */
async function waiting(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(`
    select exists (select from pg_locks where not granted and relation = 'analyses'::regclass
      and database = (select oid from pg_database where datname = current_database()) and mode = 'AccessExclusiveLock') as waits`);
  return rows[0]?.waits === true;
}

async function isApplied(client: Pick<ClientBase, "query"> | Database["pool"], name: string): Promise<boolean> {
  return (await client.query("select from schema_migrations where name = $1", [name])).rowCount === 1;
}
