import { randomBytes } from "node:crypto";
import type { ProofKey } from "#src/contract/api/proof.ts";
import { addProofKey, lockProofKey, retireProofKey, revokeRetired } from "./queries/proof-keys.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";

/**
 * Of the old key the public half stays. For the command line.
 * @param publicOf the public half
 * @param revoked why nothing of it counts; `null`: it does
 * @throws InvalidInput before the first proof; SecretUnreadable
 */
export async function rotateProofKey(
  ctx: SystemContext,
  { publicOf, revoked }: { readonly publicOf: (seed: string) => Promise<ProofKey>; readonly revoked: string | null },
): Promise<{ readonly retired: ProofKey; readonly active: ProofKey }> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const old = await lockProofKey(tx);
    if (old === null) throw new InvalidInput("this service has signed nothing yet, so there is no key to replace");
    const retired = await publicOf(db.vault.open(old.sealed));
    const id = newId("pfk");
    const seed = randomBytes(32).toString("base64url");
    await retireProofKey(tx, retired, { createdAt: old.createdAt, at });
    await addProofKey(tx.sql, { id, sealed: db.vault.seal(seed, placeOf("proof_keys.sealed_seed", id)), at });
    if (revoked !== null) await revokeRetired(tx, retired.id, { reason: revoked, at });
    return { retired, active: await publicOf(seed) };
  });
}
