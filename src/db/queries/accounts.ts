import type { Plan } from "#src/contract/plans.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Tx } from "../database.ts";

/** Makes the account if it is not there; an existing one keeps its plan. */
export async function ensureAccount({ sql: db }: Tx, id: string, plan: Plan, at: Instant): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id, plan, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Makes the account, or puts an existing one on the plan. */
export async function setPlan({ sql: db }: Tx, id: string, plan: Plan, at: Instant): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id, plan, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ plan }))
    .execute();
}
