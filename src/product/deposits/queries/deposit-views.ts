import { type Selectable, sql } from "kysely";
import {
  type Deposit,
  type DepositDifference,
  DifferenceKind,
  type ProcessorName,
  ReviewKind,
  ReviewState,
} from "#src/contract/accounts/deposits.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { Deposits } from "#src/core/db/schema.ts";
import { readDeposit } from "./deposits.ts";
import type { Instant } from "#src/core/clock.ts";

type Row = Selectable<Deposits> & {
  readonly review_kind: string | null;
  readonly review_state: string | null;
  readonly review_reason: string | null;
};

/** Deposits that have a payment, as their owner sees them. */
async function views(db: Sql, where: ReturnType<typeof sql>): Promise<{ number: number; deposit: Deposit }[]> {
  const { rows } = await sql<Row>`
    select d.*, r.kind as review_kind, r.state as review_state, r.reason as review_reason
    from deposits d left join lateral (
      select kind, state, reason from deposit_reviews where deposit_id = d.id
      order by (state = 'open') desc, number desc limit 1
    ) r on true
    where d.payment_id is not null and ${where}
  `.execute(db);
  return rows.map((row) => ({ number: row.number, deposit: view(row) }));
}

function view(row: Row): Deposit {
  const {
    payment,
    number: _number,
    owner: _owner,
    reported: _reported,
    openingAt: _opening,
    ...deposit
  } = readDeposit(row);
  if (payment === null) throw new Error(`deposit ${row.id} has no payment`);
  const { id: _payment, ...paymentFields } = payment;
  const kind = ReviewKind.nullable().parse(row.review_kind);
  const state = ReviewState.nullable().parse(row.review_state);
  return {
    ...deposit,
    ...paymentFields,
    review: kind === null || state === null ? null : { kind, state, reason: row.review_reason },
  };
}

/** `null` for an unknown id, and for another owner's. @param owner `null`: anybody's */
export async function findView(db: Sql, id: string, owner: string | null): Promise<Deposit | null> {
  const [found] = await views(db, sql`d.id = ${id} and (${owner}::text is null or d.owner = ${owner})`);
  return found?.deposit ?? null;
}

/** Newest first. @param page `before`: only those with a smaller number */
export async function listViews(
  db: Sql,
  owner: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<{ number: number; deposit: Deposit }[]> {
  return views(
    db,
    sql`d.owner = ${owner} and d.number < coalesce(${page.before}::integer, 2147483647)
      order by d.number desc limit ${page.limit}`,
  );
}

export interface Due {
  readonly processors: readonly ProcessorName[];
  readonly now: Instant;
  /** Open ones that were created or checked before this. */
  readonly openBefore: Instant;
  readonly endedBefore: Instant;
  /** Of those set aside, only ones looked at before. */
  readonly setAsideBefore: Instant;
  /** Ended ones that are older are left alone. */
  readonly notOlderThan: Instant;
  readonly limit: number;
}

/** Longest waiting first. */
export async function depositsToCheck(db: Sql, due: Due): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deposits
    where payment_id is not null and processor = any(${[...due.processors]}::text[]) and case
      when state in ('waiting', 'confirming', 'confirmed')
        then coalesce(checked_at, created_at) <= ${new Date(due.openBefore)}
      else coalesce(checked_at, '-infinity') <= ${new Date(due.endedBefore)} and created_at > ${new Date(due.notOlderThan)}
    end and not exists (
      select from deposit_differences as f
      where f.deposit_id = deposits.id and f.kind = 'set_aside' and f.resolved_at is null
        and greatest(f.last_seen_at, deposits.checked_at) > ${new Date(due.setAsideBefore)}
    )
    order by checked_at nulls first, number limit ${due.limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewDifference {
  readonly id: string;
  readonly depositId: string;
  readonly kind: DifferenceKind;
  readonly detail: string;
  readonly at: Instant;
}

/** Records a difference, or that it still exists. */
export async function noteDifference(db: Sql, { id, depositId, kind, detail, at }: NewDifference): Promise<void> {
  const now = new Date(at);
  await sql`
    insert into deposit_differences (id, deposit_id, kind, detail, first_seen_at, last_seen_at)
    values (${id}, ${depositId}, ${kind}, ${detail}, ${now}, ${now})
    on conflict (deposit_id, kind) where resolved_at is null do update set detail = excluded.detail, last_seen_at = ${now}
  `.execute(db);
}

/** What was not found again is gone. */
export async function endDifferences(
  db: Sql,
  depositId: string,
  { except, at }: { readonly except: readonly DifferenceKind[]; readonly at: Instant },
): Promise<void> {
  await db
    .updateTable("deposit_differences")
    .set({ resolved_at: new Date(at) })
    .where("deposit_id", "=", depositId)
    .where("kind", "not in", [...except])
    .where("resolved_at", "is", null)
    .execute();
}

/** @param wrong deposits whose ledger differs @returns open differences of all kinds */
export async function endLedgerDifferences(db: Sql, wrong: readonly string[], at: Instant): Promise<number> {
  await sql`
    update deposit_differences set resolved_at = ${new Date(at)}
    where kind = 'ledger' and resolved_at is null and deposit_id <> all(${[...wrong]}::text[])
  `.execute(db);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from deposit_differences where resolved_at is null
  `.execute(db);
  return rows[0]?.open ?? 0;
}

/** Deposits whose amount differs from the ledger's. */
export async function ledgerMismatches(
  db: Sql,
): Promise<{ depositId: string; heldMinor: number; bookedMinor: number }[]> {
  const { rows } = await sql<{ id: string; held: string; booked: string }>`
    with booked as (
      select t.reference as id, -sum(e.amount) as minor from ledger_transfers t
        join ledger_entries e on e.transfer = t.id
        join ledger_accounts a on a.id = e.account and a.kind = 'deposits'
      where t.kind in ('deposit', 'deposit_excess', 'deposit_refund') group by t.reference
    )
    select d.id, d.credited - d.refunded as held, coalesce(b.minor, 0)::bigint as booked
    from deposits d left join booked b on b.id = d.id
    where d.credited - d.refunded <> coalesce(b.minor, 0)
    order by d.number limit 100
  `.execute(db);
  return rows.map(({ id, held, booked }) => ({ depositId: id, heldMinor: Number(held), bookedMinor: Number(booked) }));
}

const mostRuns = 1000;

export async function insertReconciliation(
  db: Sql,
  run: { readonly at: Instant; readonly checked: number; readonly repaired: number; readonly differences: number },
): Promise<void> {
  await db
    .insertInto("deposit_reconciliations")
    .values({ ...run, at: new Date(run.at) })
    .execute();
  await sql`
    delete from deposit_reconciliations where id <= (
      select id from deposit_reconciliations order by id desc offset ${mostRuns} limit 1)
  `.execute(db);
}

export async function lastReconciliation(db: Sql): Promise<{ at: Instant; checked: number; repaired: number } | null> {
  const row = await db
    .selectFrom("deposit_reconciliations")
    .select(["at", "checked", "repaired"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, at: row.at.getTime() };
}

/** Open ones and those resolved after `since`, newest first. */
export async function listDifferenceRows(db: Sql, since: Instant): Promise<DepositDifference[]> {
  const rows = await db
    .selectFrom("deposit_differences as f")
    .innerJoin("deposits as d", "d.id", "f.deposit_id")
    .select(["f.id", "f.deposit_id", "d.owner", "f.kind", "f.detail", "f.first_seen_at", "f.last_seen_at"])
    .select("f.resolved_at")
    .where((e) => e.or([e("f.resolved_at", "is", null), e("f.resolved_at", ">", new Date(since))]))
    .orderBy("f.last_seen_at", "desc")
    .orderBy("f.id")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    depositId: row.deposit_id,
    owner: row.owner,
    kind: DifferenceKind.parse(row.kind),
    detail: row.detail,
    firstSeenAt: row.first_seen_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    resolvedAt: row.resolved_at?.getTime() ?? null,
  }));
}

export interface DepositFigures {
  /** The number of deposits in each state that is not final. */
  readonly open: Readonly<Record<string, number>>;
  readonly openReviews: number;
  readonly differences: Readonly<Record<string, number>>;
  /** `null` before the first run. */
  readonly lastRunAt: Instant | null;
}

/** For operators' figures. */
export async function depositFigures(db: Sql): Promise<DepositFigures> {
  const { rows } = await sql<{ what: string; name: string; count: number }>`
    select 'open' as what, state as name, count(*)::int as count from deposits
    where payment_id is not null and state in ('waiting', 'confirming', 'confirmed', 'partially_paid') group by state
    union all select 'difference', kind, count(*)::int from deposit_differences where resolved_at is null group by kind
    union all select 'review', '', count(*)::int from deposit_reviews where state = 'open'
  `.execute(db);
  const of = (what: string) =>
    Object.fromEntries(rows.filter((row) => row.what === what).map(({ name, count }) => [name, count]));
  return {
    open: of("open"),
    openReviews: rows.find(({ what }) => what === "review")?.count ?? 0,
    differences: of("difference"),
    lastRunAt: (await lastReconciliation(db))?.at ?? null,
  };
}
