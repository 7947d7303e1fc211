import { sql, type Selectable } from "kysely";
import { depositStatesBefore, DepositState, ProcessorName, type PayCurrency } from "#src/contract/accounts/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Deposits } from "#src/core/db/schema.ts";
import { changeAndTell } from "./deposit-events.ts";

/** `Minor` is US cents, other amounts are decimal text. */
export interface DepositRow {
  readonly id: string;
  readonly number: number;
  readonly owner: string;
  readonly processor: ProcessorName;
  readonly state: DepositState;
  readonly priceMinor: number;
  readonly currency: Pick<PayCurrency, "code" | "coin" | "network" | "name">;
  /** `null` until the processor has given one. */
  readonly payment: DepositPayment | null;
  readonly paidAmount: string | null;
  readonly transaction: string | null;
  readonly reported: { readonly body: string; readonly readAt: Instant } | null;
  readonly creditedMinor: number;
  readonly refundedMinor: number;
  readonly parentId: string | null;
  readonly openingAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly finishedAt: Instant | null;
}

export interface DepositPayment {
  readonly id: string;
  readonly payAmount: string;
  readonly payAddress: string;
  readonly payMemo: string | null;
  readonly checkoutUrl: string | null;
  readonly expiresAt: Instant | null;
}

export interface NewDeposit {
  readonly id: string;
  readonly owner: string;
  readonly processor: ProcessorName;
  readonly priceMinor: number;
  readonly currency: DepositRow["currency"];
  readonly idempotencyKey: string | null;
  readonly parentId: string | null;
  readonly at: Instant;
}

/** False when the owner's key or the payment already has a deposit. */
export async function insertDeposit(
  db: Sql,
  { id, owner, processor, priceMinor, currency, idempotencyKey, parentId, at }: NewDeposit,
): Promise<boolean> {
  const now = new Date(at);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("deposits")
    .values({
      id,
      owner,
      processor,
      state: "waiting",
      price: priceMinor,
      currency_code: currency.code,
      coin: currency.coin,
      network: currency.network,
      currency_name: currency.name,
      idempotency_key: idempotencyKey,
      parent: parentId,
      opening_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Until the transaction ends, so that they can be counted. */
export async function lockOpening({ sql: db }: Tx, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposits of ${owner}`}, 0))`.execute(db);
}

/** False when somebody went on with it since `before`. */
export async function takeOpening(db: Sql, id: string, before: Instant, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("deposits")
    .set({ opening_at: new Date(at) })
    .where("id", "=", id)
    .where("payment_id", "is", null)
    .where("opening_at", "<", new Date(before))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when it has one, or is gone. */
export async function setPayment(tx: Tx, id: string, payment: DepositPayment, at: Instant): Promise<boolean> {
  const update = sql`
    update deposits set payment_id = ${payment.id}, pay_amount = ${payment.payAmount}, pay_address = ${payment.payAddress},
      pay_memo = ${payment.payMemo}, checkout_url = ${payment.checkoutUrl},
      expires_at = ${payment.expiresAt === null ? null : new Date(payment.expiresAt)}, updated_at = ${new Date(at)}
    where id = ${id} and payment_id is null`;
  return changeAndTell(tx, update, null, at);
}

/** Nobody has seen a deposit without a payment. */
export async function dropUnopened(db: Sql, id: string, openingAt: Instant): Promise<void> {
  await db
    .deleteFrom("deposits")
    .where("id", "=", id)
    .where("payment_id", "is", null)
    .where("opening_at", "=", new Date(openingAt))
    .execute();
}

export async function findDeposit(db: Sql, id: string): Promise<DepositRow | null> {
  const row = await db.selectFrom("deposits").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : readDeposit(row);
}

export async function findByKey(db: Sql, owner: string, idempotencyKey: string): Promise<DepositRow | null> {
  const row = await db
    .selectFrom("deposits")
    .selectAll()
    .where("owner", "=", owner)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row === undefined ? null : readDeposit(row);
}

/** Before the account's and the ledger's lock. Callbacks may still refer to it. */
export async function lockDeposit({ sql: db }: Tx, id: string): Promise<DepositRow | null> {
  const row = await db.selectFrom("deposits").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row === undefined ? null : readDeposit(row);
}

export async function lockByPayment(
  { sql: db }: Tx,
  processor: ProcessorName,
  paymentId: string,
): Promise<DepositRow | null> {
  const row = await db
    .selectFrom("deposits")
    .selectAll()
    .where("processor", "=", processor)
    .where("payment_id", "=", paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : readDeposit(row);
}

/** The number of open deposits that can still be paid in time. */
export async function countOpen(db: Sql, owner: string, at: Instant): Promise<number> {
  const { count } = await db
    .selectFrom("deposits")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("owner", "=", owner)
    .where("state", "=", "waiting")
    .where("parent", "is", null)
    .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", new Date(at))]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * @param booked on the balance and taken back, US cents
 * @returns false from a state that cannot come there
 */
export async function moveDeposit(
  tx: Tx,
  { id, state, creditedMinor, refundedMinor }: DepositRow,
  to: DepositState,
  at: Instant,
  booked: { readonly creditedMinor?: number; readonly refundedMinor?: number } = {},
): Promise<boolean> {
  const update = sql`
    update deposits set state = ${to}, credited = ${booked.creditedMinor ?? creditedMinor},
      refunded = ${booked.refundedMinor ?? refundedMinor}, updated_at = ${new Date(at)},
      finished_at = case when ${to} = 'finished' then ${new Date(at)}::timestamptz else finished_at end
    where id = ${id} and state = any(${depositStatesBefore(to)})`;
  return changeAndTell(tx, update, state, at);
}

/** Raises the credited amount of a finished deposit. */
export async function setCredited({ sql: db }: Tx, id: string, creditedMinor: number, at: Instant): Promise<void> {
  await db
    .updateTable("deposits")
    .set({ credited: creditedMinor, updated_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** What the processor reports now. */
export async function notePayment(
  { sql: db }: Tx,
  id: string,
  seen: { readonly paidAmount: string | null; readonly transaction: string | null; readonly raw: string },
  at: Instant,
): Promise<void> {
  await db
    .updateTable("deposits")
    .set({ paid_amount: seen.paidAmount, transaction: seen.transaction, record: seen.raw, record_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

export async function noteChecked(db: Sql, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("deposits")
    .set({ checked_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** Whether somebody can sign in to the account. */
export async function isUser(db: Sql, owner: string): Promise<boolean> {
  return (await db.selectFrom("users").select("id").where("id", "=", owner).executeTakeFirst()) !== undefined;
}

export function readDeposit(row: Selectable<Deposits>): DepositRow {
  const { payment_id: paymentId, pay_amount: payAmount, pay_address: payAddress } = row;
  return {
    id: row.id,
    number: row.number,
    owner: row.owner,
    processor: ProcessorName.parse(row.processor),
    state: DepositState.parse(row.state),
    priceMinor: Number(row.price),
    currency: { code: row.currency_code, coin: row.coin, network: row.network, name: row.currency_name },
    payment:
      paymentId === null || payAmount === null || payAddress === null
        ? null
        : {
            id: paymentId,
            payAmount,
            payAddress,
            payMemo: row.pay_memo,
            checkoutUrl: row.checkout_url,
            expiresAt: row.expires_at?.getTime() ?? null,
          },
    paidAmount: row.paid_amount,
    transaction: row.transaction,
    reported:
      row.record === null || row.record_at === null ? null : { body: row.record, readAt: row.record_at.getTime() },
    creditedMinor: Number(row.credited),
    refundedMinor: Number(row.refunded),
    parentId: row.parent,
    openingAt: row.opening_at.getTime(),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}

export async function standingDepositsOf(db: Sql, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom("deposits")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("owner", "=", owner)
    .where("state", "=", "finished")
    .executeTakeFirstOrThrow();
  return Number(count);
}
