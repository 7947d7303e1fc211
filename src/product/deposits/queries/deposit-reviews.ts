import { sql } from "kysely";
import {
  ProcessorName,
  ReviewKind,
  ReviewState,
  type DepositAudit,
  type LedgerLine,
  type ReviewSummary,
} from "#src/contract/accounts/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface NewReview {
  readonly id: string;
  readonly depositId: string;
  readonly kind: ReviewKind;
  readonly detail: string;
  /** Identifies what was seen, so that the same is not reviewed twice. */
  readonly seen: string;
  readonly receivedMinor: number | null;
  readonly at: Instant;
}

/** An open one goes on; a resolved one is not opened again. */
export async function openReview({ sql: db }: Tx, review: NewReview): Promise<void> {
  const { id, depositId, kind, detail, seen, receivedMinor, at } = review;
  await sql`
    with known as (
      select 1 from deposit_reviews where deposit_id = ${depositId} and kind = ${kind} and seen = ${seen}
    ),
    renewed as (
      update deposit_reviews set detail = ${detail}, seen = ${seen}, received = ${receivedMinor}
      where deposit_id = ${depositId} and kind = ${kind} and state = 'open' and not exists (select from known)
      returning 1
    )
    insert into deposit_reviews (id, deposit_id, kind, detail, seen, received, opened_at)
    select ${id}, ${depositId}, ${kind}, ${detail}, ${seen}, ${receivedMinor}::bigint, ${new Date(at)}
    where not exists (select from known) and not exists (select from renewed)
  `.execute(db);
}

export interface LockedReview {
  readonly id: string;
  readonly depositId: string;
  readonly kind: ReviewKind;
  readonly state: ReviewState;
  readonly receivedMinor: number | null;
}

/** The caller holds the deposit's row. */
export async function findReview(db: Sql, id: string): Promise<LockedReview | null> {
  const row = await db.selectFrom("deposit_reviews").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    depositId: row.deposit_id,
    kind: ReviewKind.parse(row.kind),
    state: ReviewState.parse(row.state),
    receivedMinor: row.received === null ? null : Number(row.received),
  };
}

export interface ReviewEnd {
  readonly state: Exclude<ReviewState, "open">;
  readonly by: string;
  readonly reason: string;
  readonly at: Instant;
}

/** False when it is not open. */
export async function endReview({ sql: db }: Tx, id: string, end: ReviewEnd): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("deposit_reviews")
    .set({ state: end.state, resolved_by: end.by, reason: end.reason, resolved_at: new Date(end.at) })
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a deposit's open reviews of these kinds. @returns their ids */
export async function endReviews(
  { sql: db }: Tx,
  depositId: string,
  kinds: readonly ReviewKind[],
  end: ReviewEnd,
): Promise<string[]> {
  const rows = await db
    .updateTable("deposit_reviews")
    .set({ state: end.state, resolved_by: end.by, reason: end.reason, resolved_at: new Date(end.at) })
    .where("deposit_id", "=", depositId)
    .where("kind", "in", [...kinds])
    .where("state", "=", "open")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasOpenReview(db: Sql, depositId: string): Promise<boolean> {
  const row = await db
    .selectFrom("deposit_reviews")
    .select("id")
    .where("deposit_id", "=", depositId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether somebody has decided on the deposit. */
export async function wasResolved(db: Sql, depositId: string): Promise<boolean> {
  const row = await db
    .selectFrom("deposit_reviews")
    .select("id")
    .where("deposit_id", "=", depositId)
    .where("state", "in", ["rejected", "refunded"])
    .executeTakeFirst();
  return row !== undefined;
}

function summaries(db: Sql) {
  return db
    .selectFrom("deposit_reviews as r")
    .innerJoin("deposits as d", "d.id", "r.deposit_id")
    .leftJoin("users as u", "u.id", "d.owner")
    .select(["r.id", "r.number", "r.deposit_id", "r.kind", "r.state", "r.detail", "r.received", "r.opened_at"])
    .select(["r.resolved_at", "d.owner", "d.processor", "d.price", "u.email"]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>["execute"]>>[number];

function readSummary(row: SummaryRow): ReviewSummary & { readonly number: number } {
  return {
    id: row.id,
    number: row.number,
    depositId: row.deposit_id,
    owner: row.owner,
    email: row.email,
    processor: ProcessorName.parse(row.processor),
    kind: ReviewKind.parse(row.kind),
    state: ReviewState.parse(row.state),
    detail: row.detail,
    priceMinor: Number(row.price),
    receivedMinor: row.received === null ? null : Number(row.received),
    openedAt: row.opened_at.getTime(),
    resolvedAt: row.resolved_at?.getTime() ?? null,
  };
}

/** Newest first. @param page `before`: only those with a smaller number */
export async function listReviewRows(
  db: Sql,
  page: { readonly open: boolean; readonly before: number | null; readonly limit: number },
): Promise<(ReviewSummary & { readonly number: number })[]> {
  let query = summaries(db).orderBy("r.number", "desc").limit(page.limit);
  if (page.open) query = query.where("r.state", "=", "open");
  if (page.before !== null) query = query.where("r.number", "<", page.before);
  return (await query.execute()).map(readSummary);
}

export async function findReviewSummary(db: Sql, id: string): Promise<ReviewSummary | null> {
  const row = await summaries(db).where("r.id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const { number: _number, ...summary } = readSummary(row);
  return summary;
}

export async function insertAudit(
  { sql: db }: Tx,
  entry: {
    readonly actor: string;
    readonly action: string;
    readonly depositId: string;
    readonly reviewId: string | null;
    readonly reason: string;
    readonly at: Instant;
  },
): Promise<void> {
  await db
    .insertInto("deposit_audit")
    .values({
      at: new Date(entry.at),
      actor: entry.actor,
      action: entry.action,
      deposit_id: entry.depositId,
      review_id: entry.reviewId,
      reason: entry.reason,
    })
    .execute();
}

/** The bare id for whoever is gone. */
export async function auditOf(db: Sql, depositId: string): Promise<DepositAudit[]> {
  const rows = await db
    .selectFrom("deposit_audit as d")
    .leftJoin("users as u", "u.id", "d.actor")
    .select(["d.at", "d.action", "d.reason", ({ fn }) => fn.coalesce("u.email", "d.actor").as("actor")])
    .where("d.deposit_id", "=", depositId)
    .orderBy("d.id")
    .execute();
  return rows.map(({ at, ...entry }) => ({ at: at.getTime(), ...entry }));
}

/** All bookings of a deposit, in order. */
export async function ledgerOf(db: Sql, depositId: string): Promise<LedgerLine[]> {
  const rows = await db
    .selectFrom("ledger_transfers as t")
    .innerJoin("ledger_entries as e", "e.transfer", "t.id")
    .innerJoin("ledger_accounts as a", "a.id", "e.account")
    .select(["t.id", "t.kind", "t.memo", "t.created_at", "a.kind as account", "e.amount"])
    .where("t.reference", "=", depositId)
    .where("t.kind", "in", ["deposit", "deposit_excess", "deposit_refund", "plan_refund"])
    .orderBy("t.created_at")
    .orderBy("t.id")
    .orderBy("a.id")
    .execute();
  return rows.map((row) => ({
    transfer: row.id,
    kind: row.kind,
    memo: row.memo,
    account: row.account,
    amountMinor: Number(row.amount),
    at: row.created_at.getTime(),
  }));
}
