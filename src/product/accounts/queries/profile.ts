import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

export async function findAvatarTag(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("avatars").select("etag").where("user_id", "=", userId).executeTakeFirst();
  return row?.etag ?? null;
}

export async function findAvatar(
  db: Sql,
  userId: string,
): Promise<{ readonly etag: string; readonly image: Buffer } | null> {
  const row = await db.selectFrom("avatars").select(["etag", "image"]).where("user_id", "=", userId).executeTakeFirst();
  return row ?? null;
}

export async function putAvatar(
  db: Sql,
  userId: string,
  { etag, image }: { readonly etag: string; readonly image: Buffer },
  at: Instant,
): Promise<void> {
  const updated_at = new Date(at);
  await db
    .insertInto("avatars")
    .values({ user_id: userId, image, etag, updated_at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ image, etag, updated_at }))
    .execute();
}

export async function deleteAvatar(db: Sql, userId: string): Promise<void> {
  await db.deleteFrom("avatars").where("user_id", "=", userId).execute();
}

/** `null` for an account without a user. */
export async function findReportLanguage(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("report_language").where("id", "=", userId).executeTakeFirst();
  return row?.report_language ?? null;
}

export async function setReportLanguage(db: Sql, userId: string, language: string): Promise<void> {
  await db.updateTable("users").set({ report_language: language }).where("id", "=", userId).execute();
}
