import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished } from "vitest";
import { loadBackup, refuseNewer, openBackup, verifyBackup } from "#src/core/db/backup/read-backup.ts";
import { writeBackup } from "#src/core/db/backup/write-backup.ts";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import type { DatabaseUrls } from "#src/core/db/migrate.ts";
import { systemClock } from "#src/core/clock.ts";
import { emptyDatabase, freshDatabase, type FreshDatabase } from "./database.ts";
import { dumpOf } from "./dump.ts";
import { emptyFolder } from "./empty-folder.ts";
import { fillTables } from "./user-rows.ts";

export const key = "a passphrase of tests, long enough";
export const never = new AbortController().signal;

/** A database with rows in every table. */
export async function filledDatabase(): Promise<FreshDatabase> {
  const source = await freshDatabase();
  await fillTables(source, "usr_ann", "usr_ben");
  // More than a chunk, with signs that COPY has words of its own for.
  await source.db.pool.query(
    `insert into passages (id, source, url, title, heading, body, digest, updated_at)
     select 'p' || n, 'help', '/help', E'a\\ttab\\\\ and "quotes"', null, repeat(md5(n::text) || E'\\n\\\\N é', 200), md5(n::text), now()
     from generate_series(1, 200) as n`,
  );
  return source;
}

/** One without tables, gone when the test ends. */
export async function target(): Promise<{ url: string; db: Database }> {
  const { url, drop } = await emptyDatabase();
  const db = openDatabase(url, 2);
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return { url, db };
}

export async function backupOf(url: string, passphrase: string | null = key): Promise<string> {
  const path = join(emptyFolder(), "file.backup");
  await writeBackup(url, { path, key: passphrase, at: systemClock.now(), signal: never });
  return path;
}

export async function restore(
  path: string,
  urls: DatabaseUrls,
  options: { overwrite?: boolean; key?: string | null } = {},
) {
  const file = await openBackup(path, options.key === undefined ? key : options.key);
  try {
    const verified = await verifyBackup(file, never);
    await refuseNewer(file, verified);
    return await loadBackup(urls, { file, verified, overwrite: options.overwrite === true, signal: never });
  } finally {
    await file.close();
  }
}

export const alone = (url: string): DatabaseUrls => ({ url, migrationUrl: null });

export async function verify(path: string, passphrase: string | null = key): Promise<void> {
  const file = await openBackup(path, passphrase);
  await verifyBackup(file, never).finally(() => file.close());
}

export async function sorted(db: Database): Promise<string[]> {
  return (await dumpOf(db)).split("\n").toSorted();
}

/** Ends the connections that a pool keeps for later: they count as somebody who uses the database. */
export async function closeIdle({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  client.release(true);
  await expect.poll(() => pool.totalCount).toBe(0);
  // The server knows of it a moment later: asked from another database.
  const { connectionString = "" } = pool.options;
  const { pathname } = new URL(connectionString);
  const beside = new Client({ connectionString: connectionString.replace(pathname, "/postgres") });
  await beside.connect();
  const others = "select 1 from pg_stat_activity where datname = $1";
  await expect.poll(async () => (await beside.query(others, [pathname.slice(1)])).rowCount).toBe(0);
  await beside.end();
}
