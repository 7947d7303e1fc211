import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Deposits and grants go below zero as money comes in. */
export type OperatorAccount = "deposits" | "revenue" | "grants" | "referrals" | "refunds";

/** Whose balance moves; `debt` is what a customer owes, 0 or below. */
export type Party = { readonly customer: string } | { readonly debt: string } | { readonly operator: OperatorAccount };

type Kind = OperatorAccount | "customer" | "debt";

function partyOf({ kind, owner }: { readonly kind: Kind; readonly owner: string | null }): Party {
  if (kind !== "customer" && kind !== "debt") return { operator: kind };
  if (owner === null) throw new Error(`a ledger account of kind ${kind} has no owner`);
  return kind === "customer" ? { customer: owner } : { debt: owner };
}

export interface LockedAccount {
  readonly id: string;
  readonly party: Party;
  /** In US cents. */
  readonly balanceMinor: number;
}

export async function openLedgerAccounts({ sql: db }: Tx, parties: readonly Party[]): Promise<void> {
  const customers = parties.flatMap((party) => ("customer" in party ? [party.customer] : []));
  const debtors = parties.flatMap((party) => ("debt" in party ? [party.debt] : []));
  if (customers.length === 0 && debtors.length === 0) return;
  await sql`
    insert into ledger_accounts (kind, owner)
    select kind, id from accounts, unnest(array['customer', 'debt']) as kind
    where id = any(case kind when 'customer' then ${customers}::text[] else ${debtors}::text[] end)
    order by id, kind
    on conflict (owner, kind) where owner is not null do nothing
  `.execute(db);
}

/** In one order against deadlocks. */
export async function lockLedgerAccounts({ sql: db }: Tx, parties: readonly Party[]): Promise<LockedAccount[]> {
  const customers = parties.flatMap((party) => ("customer" in party ? [party.customer] : []));
  const debtors = parties.flatMap((party) => ("debt" in party ? [party.debt] : []));
  const ofOperator = parties.flatMap((party) => ("operator" in party ? [party.operator] : []));
  const { rows } = await sql<{ id: string; kind: Kind; owner: string | null; balance: string }>`
    select id, kind, owner, balance from ledger_accounts
    where (kind = 'customer' and owner = any(${customers})) or (kind = 'debt' and owner = any(${debtors}))
      or (owner is null and kind = any(${ofOperator}))
    order by id for update
  `.execute(db);
  return rows.map(({ id, balance, ...of }) => ({ id, party: partyOf(of), balanceMinor: Number(balance) }));
}

export interface NewTransfer {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly memo: string;
  readonly actor: string;
  readonly at: Instant;
}

/** False when the reference exists; waits for a concurrent one. */
export async function insertTransfer({ sql: db }: Tx, { at, ...transfer }: NewTransfer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("ledger_transfers")
    .values({ ...transfer, created_at: new Date(at) })
    .onConflict((conflict) => conflict.columns(["kind", "reference"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertEntries(
  { sql: db }: Tx,
  transfer: string,
  entries: readonly { readonly account: string; readonly amountMinor: number }[],
): Promise<void> {
  await db
    .insertInto("ledger_entries")
    .values(entries.map(({ account, amountMinor }) => ({ transfer, account, amount: amountMinor })))
    .execute();
}

/** The entries booked under a reference; none when nothing was. */
export async function bookedUnder(
  db: Sql,
  kind: string,
  reference: string,
): Promise<{ id: string; party: Party; amountMinor: number }[]> {
  const rows = await db
    .selectFrom("ledger_transfers as t")
    .innerJoin("ledger_entries as e", "e.transfer", "t.id")
    .innerJoin("ledger_accounts as a", "a.id", "e.account")
    .select(["t.id", "a.kind", "a.owner", "e.amount"])
    .where("t.kind", "=", kind)
    .where("t.reference", "=", reference)
    .$castTo<{ id: string; kind: Kind; owner: string | null; amount: string }>()
    .execute();
  return rows.map((row) => ({ id: row.id, party: partyOf(row), amountMinor: Number(row.amount) }));
}

/** `null` for a customer without an account. */
export async function balanceOf(
  db: Sql,
  owner: string,
  kind: "customer" | "debt" = "customer",
): Promise<number | null> {
  const row = await db
    .selectFrom("ledger_accounts")
    .select("balance")
    .where("owner", "=", owner)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.balance);
}

export interface StatementEntry {
  /** Counts the customer's entries from 1. */
  readonly seq: number;
  readonly transfer: string;
  readonly kind: string;
  readonly memo: string;
  /** Positive is money in. */
  readonly amountMinor: number;
  readonly balanceMinor: number;
  readonly at: Instant;
}

/** Newest first. @param before an entry's seq; returns only older ones */
export async function entriesOf(
  db: Sql,
  owner: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<StatementEntry[]> {
  let query = db
    .selectFrom("ledger_entries as e")
    .innerJoin("ledger_accounts as a", "a.id", "e.account")
    .innerJoin("ledger_transfers as t", "t.id", "e.transfer")
    .select(["e.seq", "e.transfer", "t.kind", "t.memo", "e.amount", "e.balance_after", "t.created_at"])
    .where("a.owner", "=", owner)
    .where("a.kind", "=", "customer")
    .orderBy("e.seq", "desc")
    .limit(page.limit);
  if (page.before !== null) query = query.where("e.seq", "<", String(page.before));
  return (await query.execute()).map((row) => ({
    seq: Number(row.seq),
    transfer: row.transfer,
    kind: row.kind,
    memo: row.memo,
    amountMinor: Number(row.amount),
    balanceMinor: Number(row.balance_after),
    at: row.created_at.getTime(),
  }));
}
