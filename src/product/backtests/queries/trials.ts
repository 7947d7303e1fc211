import { Trial } from "#src/contract/backtests/validity.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Once; it outlives the backtest. */
export async function noteTrial(tx: Tx, { owner, backtest }: OwnBacktest, trial: Trial): Promise<void> {
  await tx.sql
    .insertInto("backtest_trials")
    .values({ owner, id: trial.id, trial: JSON.stringify(trial) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.sql.updateTable("backtest_results").set({ trial: trial.id }).where("backtest", "=", backtest).execute();
}

export interface OwnBacktest {
  readonly owner: string;
  readonly backtest: string;
}

/** Every configuration that an owner has tried, including those of deleted backtests. */
export async function listTrials(db: Sql, owner: string): Promise<Trial[]> {
  const rows = await db
    .selectFrom("backtest_trials")
    .select("trial")
    .where("owner", "=", owner)
    .orderBy("id")
    .execute();
  return rows.map(({ trial }) => Trial.parse(trial));
}

/** Uploads, and those of an older release. */
export async function listUncounted(db: Sql, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs as j")
    .innerJoin("backtest_results as r", "r.backtest", "j.id")
    .select("j.id")
    .where("j.owner", "=", owner)
    .where("j.state", "=", "succeeded")
    .where("r.trial", "is", null)
    .orderBy("j.number")
    .execute();
  return rows.map(({ id }) => id);
}
