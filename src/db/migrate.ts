import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DLogger } from "@dbos-inc/dbos-sdk";
import { migrateSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type pg from "pg";

const folder = join(import.meta.dirname, "migrations");

/** Any number that nobody else locks on this database. */
const lockId = 727_301;

const silent: DLogger = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/**
 * Our own tables and the durable engine's, under one lock: its migration does not bear two at once. Not by way of
 * `DBOS.migrate`, which takes no logger and speaks on standard output.
 */
export async function migrateAll(pool: pg.Pool, url: string, logger: DLogger = silent): Promise<string[]> {
  return locked(pool, async (client) => {
    const applied = await applyMissing(client);
    await migrateSystemDatabase(url, new GlobalLogger(undefined, { logger }));
    return applied;
  });
}

/**
 * Brings the database up to the newest migration, each in its own transaction. Several processes may call it at
 * once: one does the work, the others wait. A migration that was applied is never applied again.
 * @returns the names that were applied now
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  return locked(pool, applyMissing);
}

async function locked<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Asked again and again, not waited for: a waiting query is a transaction, and the engine's CREATE INDEX
    // CONCURRENTLY waits for every transaction, so the two would wait for each other for ever.
    while (
      (await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockId])).rows[0]?.got !== true
    )
      await pause(50);
    return await work(client);
  } finally {
    // Ends the lock with the connection, whatever state it is in.
    client.release(true);
  }
}

async function applyMissing(client: pg.PoolClient): Promise<string[]> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  const done = new Set(
    (await client.query<{ name: string }>("select name from schema_migrations")).rows.map(({ name }) => name),
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const missing = names.filter((name) => !done.has(name));
  for (const name of missing) {
    const text = await readFile(join(folder, name), "utf8");
    await client.query("begin");
    await client.query(text);
    await client.query("insert into schema_migrations (name) values ($1)", [name]);
    await client.query("commit");
  }
  return missing;
}
