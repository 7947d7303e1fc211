import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { z } from "zod";
import { genesis } from "#src/contract/signals/signals.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { DayHead, Head, StoredEntry } from "#src/product/signals/queries/chains.ts";

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

/** An entry of the ledger's chain with the current state of its transfer. */
export interface LedgerEntry extends StoredEntry {
  readonly content: string;
}

export const ledgerPageSize = 1000;

/** Equal text for equal transfers, in US cents. */
const content = sql<string>`jsonb_build_object(
  'id', t.id, 'kind', t.kind, 'reference', t.reference, 'memo', t.memo, 'actor', t.actor,
  'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'lines', (select jsonb_agg(jsonb_build_object('account', e.account, 'kind', a.kind, 'owner', a.owner, 'amount', e.amount,
      'seq', e.seq, 'balance_after', e.balance_after) order by e.account)
    from ledger_entries e join ledger_accounts a on a.id = e.account where e.transfer = t.id))::text`;

/** The content of an entry: its place, and the SHA-256 of the transfer. */
export const LedgerBody = z.strictObject({
  version: z.literal(1),
  number: z.int().positive(),
  previous: z.string(),
  transfer: z.string(),
  sha256: z.string(),
});

/**
 * Oldest first.
 * @returns how many, at most `ledgerPageSize`
 */
export async function appendWaitingTransfers({ sql: db }: Tx, at: Instant): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('the chain of the ledger'))`.execute(db);
  const { rows } = await sql<{ id: string; content: string }>`
    select t.id, ${content} as content from ledger_chain_waiting w join ledger_transfers t on t.id = w.transfer
    order by t.created_at, t.id limit ${ledgerPageSize}
  `.execute(db);
  if (rows.length === 0) return 0;
  let { number, hash } = await ledgerHead(db);
  const entries = rows.map(({ id, content: text }) => {
    number += 1;
    const body = canonicalJson({ version: 1, number, previous: hash, transfer: id, sha256: sha256(text) });
    hash = sha256(body);
    return { number, body, hash, transfer: id, noted_at: new Date(at) };
  });
  await db.insertInto("ledger_chain").values(entries).execute();
  await db
    .deleteFrom("ledger_chain_waiting")
    .where(
      "transfer",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length;
}

/** The newest entry; 0 and the empty hash while there is none. */
export async function ledgerHead(db: Sql): Promise<Head> {
  const row = await db
    .selectFrom("ledger_chain")
    .select(["number", "hash"])
    .orderBy("number", "desc")
    .executeTakeFirst();
  return row ?? { number: 0, hash: genesis };
}

/** Newest of each UTC day, newest first. */
export async function listLedgerHeads(db: Sql, limit: number): Promise<DayHead[]> {
  const { rows } = await sql<DayHead>`
    select distinct on (day) (noted_at at time zone 'UTC')::date::text as day, number, hash
    from ledger_chain order by day desc, number desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Entries behind `after`, ascending. */
export async function ledgerEntriesAfter(db: Sql, after: number): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select c.number, c.body, c.hash, ${content} as content
    from ledger_chain c join ledger_transfers t on t.id = c.transfer
    where c.number > ${after} order by c.number limit ${ledgerPageSize}
  `.execute(db);
  return rows;
}

/** `null`: none is outside. */
export async function transferOutsideChain(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_transfers t
    where not exists (select from ledger_chain c where c.transfer = t.id)
      and not exists (select from ledger_chain_waiting w where w.transfer = t.id)
    limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** An account whose lines do not add up to its balance; amounts in US cents. */
export interface AccountFault {
  /** A customer's id, or the name of an operator's account. */
  readonly account: string;
  readonly lines: string;
  readonly sum: string;
  readonly said_lines: string;
  readonly balance: string;
}

/** The first account whose balance does not follow from its lines; `null`: none. */
export async function unsupportedAccount(db: Sql): Promise<AccountFault | null> {
  const { rows } = await sql<AccountFault>`
    select coalesce(a.owner, a.kind) as account, coalesce(e.lines, 0) as lines, coalesce(e.sum, 0) as sum,
      a.last_seq as said_lines, a.balance
    from ledger_accounts a
    left join (select account, count(*) as lines, sum(amount) as sum, max(seq) as last from ledger_entries group by account) e
      on e.account = a.id
    where (a.balance, a.last_seq) is distinct from (coalesce(e.sum, 0), coalesce(e.lines, 0))
      or coalesce(e.last, 0) <> a.last_seq
    order by a.owner is null, a.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** `null` when there is none. */
export async function unbalancedWaiting(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select w.transfer as id from ledger_chain_waiting w left join ledger_entries e on e.transfer = w.transfer
    group by w.transfer having count(e.*) < 2 or sum(e.amount) <> 0 limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Transfers without an entry yet, and accounts that moved. */
export async function countLedger(db: Sql): Promise<{ readonly waiting: number; readonly accounts: number }> {
  const { rows } = await sql<{ waiting: number; accounts: number }>`
    select (select count(*) from ledger_chain_waiting)::integer as waiting,
      (select count(*) from ledger_accounts where last_seq > 0)::integer as accounts
  `.execute(db);
  return rows[0] ?? { waiting: 0, accounts: 0 };
}
