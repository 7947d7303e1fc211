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

interface Written {
  readonly id: string;
  readonly sealed: Sealed;
  /** `null`: no alert is set. */
  readonly alertsDueAt: Instant | null;
}

function dueOf(at: Instant | null): { readonly alerts_due_at: Date | null } {
  return { alerts_due_at: at === null ? null : new Date(at) };
}

export interface DuePortfolio extends StoredPortfolio {
  readonly owner: string;
  /** `null`: nothing was told yet. */
  readonly alerts: Sealed | null;
}

/** Whose alerts are due, longest first; or that one. Those of test keys are told to nobody. */
export async function portfoliosWithAlerts(
  db: Sql,
  of: { readonly dueBy: Instant; readonly limit: number } | { readonly id: string },
): Promise<DuePortfolio[]> {
  const all = db.selectFrom("portfolios").selectAll().where("owner", "not like", "test %").orderBy("alerts_due_at");
  const rows = await (
    "id" in of ? all.where("id", "=", of.id) : all.where("alerts_due_at", "<=", new Date(of.dueBy)).limit(of.limit)
  ).execute();
  return rows.map((row) => ({
    ...storedOf(row),
    owner: row.owner,
    alerts: sealedIn("portfolios.sealed_alerts", row.id, row.sealed_alerts),
  }));
}

/** False when the portfolio was changed meanwhile, or is gone. */
export async function noteAlerts(
  { sql: db }: Tx,
  {
    id,
    version,
    dueAt,
    alerts,
  }: { readonly id: string; readonly version: number; readonly dueAt: Instant; readonly alerts?: Sealed },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("portfolios")
    .set({ ...dueOf(dueAt), ...(alerts !== undefined && { sealed_alerts: alerts.stored }) })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
  return rows.map(storedOf);
}

function storedOf(row: {
  readonly id: string;
  readonly sealed_portfolio: string;
  readonly version: number;
  readonly created_at: Date;
  readonly changed_at: Date;
}): StoredPortfolio {
  return {
    id: row.id,
    sealed: sealedIn("portfolios.sealed_portfolio", row.id, row.sealed_portfolio),
    version: row.version,
    createdAt: row.created_at.getTime(),
    changedAt: row.changed_at.getTime(),
  };
}

export async function insertPortfolio(
  { sql: db }: Tx,
  { id, owner, sealed, alertsDueAt }: Written & { readonly owner: string },
  at: Instant,
): Promise<void> {
  const now = new Date(at);
  await db
    .insertInto("portfolios")
    .values({ id, owner, sealed_portfolio: sealed.stored, ...dueOf(alertsDueAt), created_at: now, changed_at: now })
    .execute();
}

/** False when it is not at `version`, or not there. */
export async function updatePortfolio(
  db: Sql,
  { id, owner, version, sealed, alertsDueAt }: Written & { readonly owner: string; readonly version: number },
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("portfolios")
    .set({ sealed_portfolio: sealed.stored, ...dueOf(alertsDueAt), version: version + 1, changed_at: new Date(at) })
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
