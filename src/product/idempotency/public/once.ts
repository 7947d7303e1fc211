import type { Tx } from "#src/core/db/database.ts";
import { findMade, insertMade } from "#src/product/idempotency/queries/idempotency-keys.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";

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
