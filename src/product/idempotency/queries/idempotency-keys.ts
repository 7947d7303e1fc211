import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { Conflict } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";

/* Keys of lists, backtests, batches and portfolios; those of analyses are looked up by core/db/functions/submit-job.sql. */

export interface UsedKey {
  readonly owner: string;
  readonly operation: string;
  readonly key: string;
}

/** `null` for a new key. */
async function findMade(
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

async function insertMade(
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

/** A request that makes something once however often it is sent. */
export interface Once {
  readonly operation: "create list" | "start backtest" | "submit batch" | "create portfolio";
  readonly key: string;
  /** The body, as it was read. */
  readonly asked: unknown;
}

/**
 * `null` for the first. The caller holds the owner's lock.
 * @throws Conflict for another request
 */
export async function madeBefore(tx: Tx, owner: string, { operation, key, asked }: Once): Promise<string | null> {
  const known = await findMade(tx, { owner, operation, key });
  if (known === null) return null;
  if (known.asked !== hashOf(asked)) throw new Conflict("the Idempotency-Key was already used with a different body");
  return known.made;
}

export async function noteMade(tx: Tx, owner: string, once: Once, made: string, at: Instant): Promise<void> {
  const { operation, key, asked } = once;
  await insertMade(tx, { owner, operation, key, asked: hashOf(asked), made }, at);
}

function hashOf(asked: unknown): string {
  return sha256(canonicalJson(asked));
}
