import { sql } from "kysely";
import { Run } from "#src/contract/run/run.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

/** Found by digest, and sealed. */
export interface StoredShare {
  readonly digest: string;
  readonly token: Sealed;
  readonly createdAt: Instant;
}

/** The active link of an analysis. */
export async function findShare(db: Sql, analysisId: string): Promise<StoredShare | null> {
  const row = await db
    .selectFrom("analysis_shares")
    .select(["digest", "sealed_token", "created_at"])
    .where("analysis_id", "=", analysisId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { digest } = row;
  const token = sealedIn("analysis_shares.sealed_token", digest, row.sealed_token);
  return { digest, token, createdAt: row.created_at.getTime() };
}

/** Does nothing when there is a link. */
export async function insertShare(
  { sql: db }: Tx,
  analysisId: string,
  { digest, token, createdAt }: StoredShare,
): Promise<void> {
  await db
    .deleteFrom("analysis_shares")
    .where("analysis_id", "=", analysisId)
    .where("digest", "in", ({ selectFrom }) =>
      selectFrom("analysis_shares")
        .select("digest")
        .where("analysis_id", "=", analysisId)
        .where("revoked_at", "is not", null)
        .orderBy("revoked_at", "desc")
        .offset(1),
    )
    .execute();
  await db
    .insertInto("analysis_shares")
    .values({ digest, sealed_token: token.stored, analysis_id: analysisId, created_at: new Date(createdAt) })
    .onConflict((conflict) => conflict.column("analysis_id").where("revoked_at", "is", null).doNothing())
    .execute();
}

export async function revokeShares({ sql: db }: Tx, analysisId: string, at: Instant): Promise<void> {
  await db
    .updateTable("analysis_shares")
    .set({ revoked_at: new Date(at) })
    .where("analysis_id", "=", analysisId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Cancelled runs are shown to nobody. */
export async function findSharedRun(
  db: Sql,
  digest: string,
): Promise<{ readonly run: Run | null; readonly removedAt: Instant | null } | null> {
  const { rows } = await sql<{ request: unknown; result: unknown; usage: unknown; manifest: unknown; at: Date | null }>`
    select request, result, usage, manifest, result_removed_at as at
    from analysis_shares join analyses on analyses.id = analysis_id
    where digest = ${digest} and revoked_at is null and status = 'succeeded'
  `.execute(db);
  if (rows[0] === undefined) return null;
  const { at, ...run } = rows[0];
  return at === null ? { run: Run.parse(run), removedAt: null } : { run: null, removedAt: at.getTime() };
}
