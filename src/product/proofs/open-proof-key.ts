import { randomBytes } from "node:crypto";
import { addProofKey, findProofKey } from "./queries/proof-keys.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";

/**
 * 32 bytes, base64url; made by whoever asks first.
 * @throws SecretUnreadable under another AUTH_SECRET
 */
export async function openProofKey(
  ctx: SystemContext,
): Promise<{ readonly seed: string; readonly createdAt: Instant }> {
  const { db, clock } = ctx;
  const known = await findProofKey(db.sql);
  if (known !== null) return { seed: db.vault.open(known.sealed), createdAt: known.createdAt };
  const id = newId("pfk");
  const seed = randomBytes(32).toString("base64url");
  const sealed = db.vault.seal(seed, placeOf("proof_keys.sealed_seed", id));
  await addProofKey(db.sql, { id, sealed, at: clock.now() });
  const kept = await findProofKey(db.sql);
  if (kept === null) throw new Error("the key that was just kept is gone");
  return { seed: db.vault.open(kept.sealed), createdAt: kept.createdAt };
}
