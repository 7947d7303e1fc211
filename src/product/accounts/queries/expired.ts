import { type Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Sessions that have ended by themselves. @returns how many there were */
export async function deleteEndedSignInSessions(db: Sql, at: Instant): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("expires_at", "<=", new Date(at)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counters of guesses and mails of an account: by what the limits call them. */
export async function deleteLimits({ sql: db }: Tx, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom("auth_limits")
    .where("key", "in", [...keys])
    .execute();
}

/** Mailed links, challenges and changes of address that nobody followed in time. @returns how many there were */
export async function deleteEndedVerifications(db: Sql, at: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("verifications")
    .where("expires_at", "<=", new Date(at))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
