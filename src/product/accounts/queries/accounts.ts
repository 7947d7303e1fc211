import { Plan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Keeps the end where the plan stays. */
export async function setPlan({ sql: db }: Tx, id: string, plan: Plan, at: Instant): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id, plan, created_at: new Date(at) })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ plan, plan_until: null, auto_renew: false, next_plan: null })
        .where((e) => e.or([e("accounts.plan", "<>", plan), e("accounts.plan_until", "<=", new Date(at))])),
    )
    .execute();
}

export interface ListedAccount {
  readonly id: string;
  /** `null` for accounts that came with an API key. */
  readonly email: string | null;
  readonly role: string | null;
  readonly plan: Plan;
  readonly planUntil: Instant | null;
  readonly balanceMinor: number;
  readonly createdAt: Instant;
}

/** Oldest first. @param who an id or an e-mail address; `null` for all */
export async function listAccounts(db: Sql, who: string | null): Promise<ListedAccount[]> {
  let query = db
    .selectFrom("accounts")
    .leftJoin("users", "users.id", "accounts.id")
    .leftJoin("ledger_accounts", (join) =>
      join.onRef("ledger_accounts.owner", "=", "accounts.id").on("ledger_accounts.kind", "=", "customer"),
    )
    .select(["accounts.id", "email", "role", "plan", "plan_until", "balance", "accounts.created_at"])
    .orderBy("accounts.created_at")
    .orderBy("accounts.id");
  if (who !== null) query = query.where((e) => e.or([e("accounts.id", "=", who), e("email", "=", who.toLowerCase())]));
  return (await query.execute()).map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    balanceMinor: Number(row.balance ?? 0),
    createdAt: row.created_at.getTime(),
  }));
}
