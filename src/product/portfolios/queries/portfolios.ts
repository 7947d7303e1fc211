import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";

export interface StoredPortfolio {
  readonly id: string;
  readonly sealed: Sealed;
  readonly version: number;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
}

/** An owner's, oldest first. @param id that one alone */
export async function portfoliosOf(db: Sql, owner: string, id: string | null = null): Promise<StoredPortfolio[]> {
  const all = db
    .selectFrom("portfolios")
    .select(["id", "sealed_portfolio", "version", "created_at", "changed_at"])
    .where("owner", "=", owner)
    .orderBy("created_at")
    .orderBy("id");
  const rows = await (id === null ? all : all.where("id", "=", id)).execute();
  return rows.map((row) => ({
    id: row.id,
    sealed: sealedIn("portfolios.sealed_portfolio", row.id, row.sealed_portfolio),
    version: row.version,
    createdAt: row.created_at.getTime(),
    changedAt: row.changed_at.getTime(),
  }));
}

export async function insertPortfolio(
  { sql: db }: Tx,
  { id, owner, sealed }: { readonly id: string; readonly owner: string; readonly sealed: Sealed },
  at: Instant,
): Promise<void> {
  const now = new Date(at);
  await db
    .insertInto("portfolios")
    .values({ id, owner, sealed_portfolio: sealed.stored, created_at: now, changed_at: now })
    .execute();
}

/** False when it is not at `version`, or not there. */
export async function updatePortfolio(
  db: Sql,
  {
    id,
    owner,
    version,
    sealed,
  }: { readonly id: string; readonly owner: string; readonly version: number; readonly sealed: Sealed },
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("portfolios")
    .set({ sealed_portfolio: sealed.stored, version: version + 1, changed_at: new Date(at) })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was one */
export async function deletePortfolioOf(db: Sql, owner: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("portfolios")
    .where("id", "=", id)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
