import type { ProofKey, PublishedProofKey } from "#src/contract/api/proof.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

interface StoredProofKey {
  readonly sealed: Sealed;
  readonly createdAt: Instant;
}

/** The key that signs proof files; `null` before the first. */
export async function findProofKey(db: Sql): Promise<StoredProofKey | null> {
  return stored(await db.selectFrom("proof_keys").selectAll().executeTakeFirst());
}

/** The same, locked against changes. */
export async function lockProofKey({ sql }: Tx): Promise<StoredProofKey | null> {
  return stored(await sql.selectFrom("proof_keys").selectAll().forUpdate().executeTakeFirst());
}

function stored(row: { id: string; sealed_seed: string; created_at: Date } | undefined): StoredProofKey | null {
  if (row === undefined) return null;
  return {
    sealed: sealedIn("proof_keys.sealed_seed", row.id, row.sealed_seed),
    createdAt: row.created_at.getTime(),
  };
}

/** Keeps a key, unless there is one. */
export async function addProofKey(db: Sql, key: { id: string; sealed: Sealed; at: Instant }): Promise<void> {
  await db
    .insertInto("proof_keys")
    .values({ id: key.id, sealed_seed: key.sealed.stored, created_at: new Date(key.at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The private half is destroyed. */
export async function retireProofKey(
  { sql }: Tx,
  { id, public_key }: Pick<ProofKey, "id" | "public_key">,
  { createdAt, at }: { readonly createdAt: Instant; readonly at: Instant },
): Promise<void> {
  await sql.deleteFrom("proof_keys").execute();
  await sql
    .insertInto("retired_proof_keys")
    .values({ id, public_key, created_at: new Date(createdAt), retired_at: new Date(at) })
    .execute();
}

/** @returns whether the key exists and was not revoked before */
export async function revokeRetired(
  { sql }: Pick<Tx, "sql">,
  id: string,
  { reason, at }: { readonly reason: string; readonly at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable("retired_proof_keys")
    .set({ revoked_at: new Date(at), reason })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Newest first. */
export async function listRetired(db: Sql): Promise<PublishedProofKey[]> {
  const rows = await db
    .selectFrom("retired_proof_keys")
    .selectAll()
    .orderBy("retired_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, public_key, created_at, retired_at, revoked_at, reason }) => ({
    id,
    algorithm: "Ed25519",
    public_key,
    status: revoked_at === null ? "retired" : "revoked",
    created_at: toIso(created_at.getTime()),
    retired_at: toIso(retired_at.getTime()),
    revoked_at: revoked_at === null ? null : toIso(revoked_at.getTime()),
    reason,
  }));
}
