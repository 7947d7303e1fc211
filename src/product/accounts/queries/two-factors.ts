import type { Sql } from "#src/core/db/database.ts";

/** As Better Auth sealed it. */
export async function findTotpSecret(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("two_factors").select("secret").where("user_id", "=", userId).executeTakeFirst();
  return row?.secret ?? null;
}

/** False when this or a later code was used. */
export async function spendStep(db: Sql, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where((e) => e.or([e("last_step", "is", null), e("last_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
