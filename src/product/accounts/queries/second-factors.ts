import type { Sql } from "#src/core/db/database.ts";

/** An authenticator's secret, as Better Auth encrypted it. */
export interface SecondFactor {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

export async function listSecondFactors(db: Sql): Promise<SecondFactor[]> {
  const rows = await db.selectFrom("two_factors").select(["id", "secret", "backup_codes"]).execute();
  return rows.map(({ id, secret, backup_codes: backupCodes }) => ({ id, secret, backupCodes }));
}

/** False when it was changed meanwhile. */
export async function replaceSecondFactor(
  db: Sql,
  { id, secret, backupCodes }: SecondFactor,
  after: Omit<SecondFactor, "id">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ secret: after.secret, backup_codes: after.backupCodes })
    .where("id", "=", id)
    .where("secret", "=", secret)
    .where("backup_codes", "=", backupCodes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
