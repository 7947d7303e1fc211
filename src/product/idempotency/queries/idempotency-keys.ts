import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface UsedKey {
  readonly owner: string;
  readonly operation: string;
  readonly key: string;
}

/** `null` for a new key. */
export async function findMade(
  { sql }: Tx,
  { owner, operation, key }: UsedKey,
): Promise<{ readonly asked: string; readonly made: string } | null> {
  const row = await sql
    .selectFrom("idempotency_keys")
    .select(["asked", "made"])
    .where("owner", "=", owner)
    .where("operation", "=", operation)
    .where("key", "=", key)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertMade(
  { sql }: Tx,
  used: UsedKey & { readonly asked: string; readonly made: string },
  at: Instant,
): Promise<void> {
  await sql
    .insertInto("idempotency_keys")
    .values({ ...used, created_at: new Date(at) })
    .execute();
}

/** @returns how many there were */
export async function deleteOldKeys(db: Sql, before: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
