import type { Sql } from "#src/core/db/database.ts";

/** `null` for an account without a user. */
export async function findReportLanguage(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("report_language").where("id", "=", userId).executeTakeFirst();
  return row?.report_language ?? null;
}

export async function setReportLanguage(db: Sql, userId: string, language: string): Promise<void> {
  await db.updateTable("users").set({ report_language: language }).where("id", "=", userId).execute();
}
