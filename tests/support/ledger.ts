import { expect } from "vitest";
import type { Plan } from "#src/contract/accounts/plans.ts";
import { setPlan } from "#src/product/accounts/queries/users.ts";
import { fixedClock, type Instant } from "#src/core/clock.ts";
import { grantBalance } from "#src/product/plans/plans.ts";
import type { Actor } from "#src/product/context.ts";
import type { FreshDatabase } from "./database.ts";
import { systemContext } from "#tests/support/contexts.ts";

/** An account, with so much in its ledger. */
export async function newAccount(
  { db }: Pick<FreshDatabase, "db">,
  id: string,
  options: { readonly plan?: Plan; readonly balanceMinor?: number; readonly at?: Instant } = {},
): Promise<Actor> {
  const { plan = "free", balanceMinor = 0, at = Date.UTC(2026, 0, 1) } = options;
  await db.transaction((tx) => setPlan(tx, id, plan, at));
  if (balanceMinor > 0)
    await grantBalance(systemContext({ db, clock: fixedClock(at) }), {
      owner: id,
      amountMinor: balanceMinor,
      reason: "test",
      actor: "operator",
    });
  return { owner: id, plan, scopes: [] };
}

/** Every balance is the sum of its entries and what its last entry says, no customer's is below zero, and all sum to zero. */
export async function expectLedgerAddsUp({ db }: Pick<FreshDatabase, "db">): Promise<void> {
  const { rows: wrong } = await db.pool.query(`
    select a.kind, a.owner, a.balance, a.last_seq, coalesce(sum(e.amount), 0) as sum, count(e.*) as entries
    from ledger_accounts a left join ledger_entries e on e.account = a.id
    group by a.id
    having a.balance <> coalesce(sum(e.amount), 0) or a.last_seq <> count(e.*) or (a.kind = 'customer' and a.balance < 0)
  `);
  expect(wrong).toEqual([]);
  const { rows: chain } = await db.pool.query(`
    select * from (
      select account, seq, balance_after, sum(amount) over (partition by account order by seq) as running from ledger_entries
    ) as e where balance_after <> running
  `);
  expect(chain).toEqual([]);
  const { rows: uneven } = await db.pool.query(
    "select transfer from ledger_entries group by transfer having sum(amount) <> 0 or count(*) < 2",
  );
  expect(uneven).toEqual([]);
}
