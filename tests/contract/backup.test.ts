import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "#src/core/db/backup/write-backup.ts";
import { type Database } from "#src/core/db/database.ts";
import { createTablesAsOf, prepareDatabase } from "#src/core/db/migrate.ts";
import { systemClock } from "#src/core/clock.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import { catalogOf } from "#tests/support/catalog.ts";
import type { FreshDatabase } from "#tests/support/database.ts";
import {
  alone,
  backupOf,
  closeIdle,
  filledDatabase,
  key,
  never,
  restore,
  sorted,
  target,
  verify,
} from "#tests/support/backups.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";

/* The file of `conclave service backup`: what is in it comes back, and nothing else is taken for one. */

let source: FreshDatabase;
beforeAll(async () => {
  source = await filledDatabase();
});
afterAll(() => source.drop());

async function countersOf({ pool }: Database): Promise<unknown> {
  return (await pool.query("select schemaname, sequencename, last_value from pg_sequences order by 1, 2")).rows;
}

describe("a restored database", () => {
  test("has every row, counter, table, trigger and index of the one that was backed up", async () => {
    const path = await backupOf(source.url);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { url, db } = await target();
    expect(await restore(path, alone(url))).toEqual([]);
    expect(await sorted(db)).toEqual(await sorted(source.db));
    expect(await countersOf(db)).toEqual(await countersOf(source.db));
    expect(await catalogOf(db)).toEqual(await catalogOf(source.db));
  });

  test("is brought up to date when the backup is of an older version", async () => {
    const old = await target();
    const client = await old.db.pool.connect();
    await createTablesAsOf(client, { migrations: ["0097_baseline.sql"], engine: 105 });
    client.release();
    await old.db.pool.query(
      `insert into users (id, name, email, email_verified, created_at, updated_at) values ('u', 'U', 'u@example.com', true, now(), now())`,
    );
    const path = await backupOf(old.url);
    const { url, db } = await target();
    await restore(path, alone(url));
    expect(await catalogOf(db)).toEqual(await catalogOf(source.db));
    expect((await db.pool.query("select id from users")).rows).toEqual([{ id: "u" }]);
  });

  test("may have had its tables made in steps, when it had them all", async () => {
    const { url, db } = await target();
    await restore(await backupOf(source.url), alone(url));
    await db.pool.query("update schema_migrations set name = '0097_holdings.sql' where name = '0097_baseline.sql'");
    await db.pool.query("insert into schema_migrations (name) values ('0001_jobs.sql')");
    await prepareDatabase(alone(url));
    await closeIdle(db);
    const again = await target();
    await restore(await backupOf(url), alone(again.url));
    const rowsOf = async (one: Database) => (await sorted(one)).filter((row) => !row.startsWith("schema_migrations "));
    expect(await rowsOf(again.db)).toEqual(await rowsOf(source.db));
    await db.pool.query("delete from schema_migrations where name > '0002'");
    await expect(prepareDatabase(alone(url))).rejects.toThrow(
      /tables at 0001_jobs\.sql are older than the first release .* start with an empty database/,
    );
    await expect(restore(await backupOf(url), alone((await target()).url))).rejects.toThrow(/older than the first/);
  });
});

describe("a file that is not as it was written", () => {
  const told = /is not a Conclave backup|newer version of Conclave|was altered|is incomplete/;

  test.each([
    ["encrypted", key],
    ["unencrypted", null],
  ])("%s: any of twenty changed bytes and twenty cuts is told", async (_, passphrase) => {
    const path = await backupOf(source.url, passphrase);
    const bytes = readFileSync(path);
    const random = seededRandom("backup");
    for (let round = 0; round < 20; round += 1) {
      const changed = Buffer.from(bytes);
      // Half of them in the first kilobyte: the header, and the first lengths and kinds.
      const at = Math.floor(random() * (round % 2 === 0 ? 1024 : bytes.length));
      changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      writeFileSync(path, changed);
      await expect(verify(path, passphrase), `byte ${at}`).rejects.toThrow(told);
      const cut = Math.floor(random() * bytes.length);
      writeFileSync(path, bytes.subarray(0, cut));
      await expect(verify(path, passphrase), `cut at ${cut}`).rejects.toThrow(told);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.of(0)]));
    await expect(verify(path, passphrase)).rejects.toThrow(told);
    writeFileSync(path, bytes);
    await verify(path, passphrase);
  });

  test("another passphrase is told", async () => {
    const path = await backupOf(source.url);
    await expect(verify(path, "another passphrase")).rejects.toThrow(/was encrypted with another passphrase/);
    await expect(verify(path, null)).rejects.toThrow(/is encrypted: leave out --unencrypted/);
  });

  test("holds no text of the database when it is encrypted", async () => {
    expect(readFileSync(await backupOf(source.url)).includes("ann@example.com")).toBe(false);
  });
});

describe("nothing is lost", () => {
  test("a database that is not empty is left alone, unless that is asked for", async () => {
    const path = await backupOf(source.url);
    const { url, db } = await target();
    await restore(path, alone(url));
    await db.pool.query("update users set name = 'changed since'");
    await closeIdle(db);
    await expect(restore(path, alone(url))).rejects.toThrow(
      /is not empty: it has \d+ tables with 2 users, .*--overwrite/,
    );
    expect((await db.pool.query("select distinct name from users")).rows).toEqual([{ name: "changed since" }]);
    await closeIdle(db);
    await restore(path, alone(url), { overwrite: true });
    expect(await sorted(db)).toEqual(await sorted(source.db));
  });

  test("a backup of a newer version is refused", async () => {
    const newer = await target();
    await restore(await backupOf(source.url), alone(newer.url));
    await newer.db.pool.query("insert into schema_migrations (name) values ('9999_future.sql')");
    const { url } = await target();
    await expect(restore(await backupOf(newer.url), alone(url))).rejects.toThrow(
      /newer version .* tables at 9999_future/,
    );
    await newer.db.pool.query("delete from schema_migrations where name = '9999_future.sql'");
    await newer.db.pool.query("update dbos.dbos_migrations set version = 9999");
    await expect(restore(await backupOf(newer.url), alone(url))).rejects.toThrow(/newer version/);
  });

  test("a file is there whole or not at all, and none is replaced", async () => {
    const path = await backupOf(source.url);
    const before = readFileSync(path);
    const again = writeBackup(source.url, { path, key, at: systemClock.now(), signal: never });
    await expect(again).rejects.toThrow(/already exists/);
    expect(readFileSync(path).equals(before)).toBe(true);
    const folder = emptyFolder();
    const order = { path: join(folder, "b"), key, at: systemClock.now(), signal: AbortSignal.abort() };
    await expect(writeBackup(source.url, order)).rejects.toThrow("cancelled");
    expect(readdirSync(folder)).toEqual([]);
  });
});
