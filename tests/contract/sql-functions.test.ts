import { expect, onTestFinished, test } from "vitest";
import { migrateAll, pendingMigrations } from "#src/core/db/migrate.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";

/* Functions in SQL are files, applied whole whenever their text is another than the one that was applied. */

const older =
  "create or replace function append_events(job text, told jsonb, at timestamptz) returns void language plpgsql as $$ begin end $$";

test("a function whose text has changed is applied again, and no migration with it", async () => {
  const { db, url } = await database();
  const whole = await sourceOf(db);
  await db.pool.query(`${older}; comment on function append_events is 'of an older text'`);
  expect(await pendingMigrations(db.pool)).toEqual(["append_events"]);
  expect(await migrateAll(db.pool, url)).toEqual([]);
  expect(await sourceOf(db)).toBe(whole);
  expect(await pendingMigrations(db.pool)).toEqual([]);
});

test("a release that is older than the tables leaves the functions of the newer one", async () => {
  const { db, url } = await database();
  await db.pool.query(
    `${older}; comment on function append_events is 'of a newer text'; insert into schema_migrations values ('9999_later.sql')`,
  );
  await migrateAll(db.pool, url);
  expect(await sourceOf(db)).toBe(" begin end ");
});

async function database(): Promise<FreshDatabase> {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  return fresh;
}

async function sourceOf({ pool }: FreshDatabase["db"]): Promise<string | undefined> {
  const { rows } = await pool.query<{ prosrc: string }>("select prosrc from pg_proc where proname = 'append_events'");
  return rows[0]?.prosrc;
}
