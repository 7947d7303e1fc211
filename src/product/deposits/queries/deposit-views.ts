import { sql, type Selectable } from "kysely";
import { ReviewKind, ReviewState, type Deposit } from "#src/contract/accounts/deposits.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { Deposits } from "#src/core/db/schema.ts";
import { readDeposit } from "./deposits.ts";

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
