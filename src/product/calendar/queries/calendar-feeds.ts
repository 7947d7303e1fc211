import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** A new address replaces the one before. */
export async function putCalendar({ sql: db }: Tx, owner: string, digest: string, at: Instant): Promise<void> {
  const row = { digest, created_at: new Date(at), read_at: null };
  await db
    .insertInto("calendar_feeds")
    .values({ owner, ...row })
    .onConflict((conflict) => conflict.column("owner").doUpdateSet(row))
    .execute();
}

export async function deleteCalendar(db: Sql, owner: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("owner", "=", owner).execute();
}

/** `null`: there is none. */
export async function findCalendar(
  db: Sql,
  owner: string,
): Promise<{ readonly createdAt: Instant; readonly readAt: Instant | null } | null> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["created_at", "read_at"])
    .where("owner", "=", owner)
    .executeTakeFirst();
  return row === undefined ? null : { createdAt: row.created_at.getTime(), readAt: row.read_at?.getTime() ?? null };
}

/** The owner of a calendar; notes that it was read, to the hour. */
export async function readCalendarBy(db: Sql, digest: string, at: Instant): Promise<string | null> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["owner", "read_at"])
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.read_at === null || at - row.read_at.getTime() > 60 * 60_000)
    await db
      .updateTable("calendar_feeds")
      .set({ read_at: new Date(at) })
      .where("digest", "=", digest)
      .execute();
  return row.owner;
}
