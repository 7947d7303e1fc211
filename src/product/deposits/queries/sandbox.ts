import type { Selectable } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { SandboxPayments } from "#src/core/db/schema.ts";

/** A payment as the sandbox stores it. */
export interface SandboxRow {
  readonly id: string;
  readonly orderId: string;
  readonly parentId: string | null;
  readonly status: string;
  readonly priceUsd: string;
  readonly payCurrency: string;
  readonly payAmount: string;
  readonly payAddress: string;
  readonly paidAmount: string;
  readonly paidCurrency: string;
  readonly createdAt: Instant;
}

const mostListed = 50;

export async function insertSandboxPayment(db: Sql, payment: SandboxRow): Promise<void> {
  await db
    .insertInto("sandbox_payments")
    .values({
      id: payment.id,
      order_id: payment.orderId,
      parent_id: payment.parentId,
      status: payment.status,
      price: payment.priceUsd,
      currency: payment.payCurrency,
      pay_amount: payment.payAmount,
      pay_address: payment.payAddress,
      paid: payment.paidAmount,
      paid_currency: payment.paidCurrency,
      created_at: new Date(payment.createdAt),
      updated_at: new Date(payment.createdAt),
    })
    .execute();
}

export async function findSandboxPayment(db: Sql, id: string): Promise<SandboxRow | null> {
  const row = await db.selectFrom("sandbox_payments").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Of an owner's deposits, the newest first. */
export async function listSandboxRows(db: Sql, owner: string): Promise<SandboxRow[]> {
  const rows = await db
    .selectFrom("sandbox_payments")
    .selectAll()
    .where("order_id", "in", (e) => e.selectFrom("deposits").select("id").where("owner", "=", owner))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(mostListed)
    .execute();
  return rows.map(read);
}

/** False when its state is no longer `from`. */
export async function updateSandboxPayment(
  db: Sql,
  from: Pick<SandboxRow, "id" | "status" | "paidAmount">,
  to: Pick<SandboxRow, "status" | "paidAmount" | "paidCurrency">,
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox_payments")
    .set({ status: to.status, paid: to.paidAmount, paid_currency: to.paidCurrency, updated_at: new Date(at) })
    .where("id", "=", from.id)
    .where("status", "=", from.status)
    .where("paid", "=", from.paidAmount)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function read(row: Selectable<SandboxPayments>): SandboxRow {
  return {
    id: row.id,
    orderId: row.order_id,
    parentId: row.parent_id,
    status: row.status,
    priceUsd: row.price,
    payCurrency: row.currency,
    payAmount: row.pay_amount,
    payAddress: row.pay_address,
    paidAmount: row.paid,
    paidCurrency: row.paid_currency,
    createdAt: row.created_at.getTime(),
  };
}
