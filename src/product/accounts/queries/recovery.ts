import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** @returns how many worked until now */
export async function revokeAllKeys({ sql: db }: Tx, owner: string, at: Instant): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: new Date(at) })
    .where("owner", "=", owner)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ratings, jobs, channels and the calendar. @returns how many addresses */
export async function dropWebhooks({ sql: db }: Tx, owner: string, at: Instant): Promise<number> {
  const alerts = await db
    .updateTable("signal_alerts")
    .set({ webhook_url: null, webhook_secret: null, changed_at: new Date(at) })
    .where("owner", "=", owner)
    .where("webhook_url", "is not", null)
    .returning("owner")
    .execute();
  const jobs = await db
    .updateTable("analyses")
    .set({ webhook_url: null, webhook_secret: null })
    .where("owner", "=", owner)
    .where("webhook_url", "is not", null)
    .returning("status")
    .execute();
  const channels = await db.deleteFrom("channels").where("owner", "=", owner).returning("id").execute();
  const calendars = await db.deleteFrom("calendar_feeds").where("owner", "=", owner).returning("owner").execute();
  // Jobs that ended long ago have nothing left to send.
  return (
    alerts.length +
    channels.length +
    calendars.length +
    jobs.filter(({ status }) => status === "queued" || status === "running").length
  );
}

export async function deletePasskeys({ sql: db }: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ways in by another site. */
export async function unlinkProviders({ sql: db }: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("identities")
    .where("user_id", "=", userId)
    .where("provider_id", "!=", "credential")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countPasskeys(db: Sql, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("passkeys")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return n;
}

/** @returns whether it stays */
export async function keepWithin(
  { sql: db }: Tx,
  { userId, id, most }: { readonly userId: string; readonly id: string; readonly most: number },
): Promise<boolean> {
  // Serially: two at once would both see too many.
  await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  if ((await countPasskeys(db, userId)) <= most) return true;
  await db.deleteFrom("passkeys").where("user_id", "=", userId).where("id", "=", id).execute();
  return false;
}
