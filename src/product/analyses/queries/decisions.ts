import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Sql } from "#src/core/db/database.ts";

export interface StoredDecision {
  readonly symbol: string;
  readonly session: string;
  readonly rating: Opinion;
  readonly reasoner: string;
  readonly runId: string;
}

export async function decisionsOf(db: Sql, symbol: string): Promise<StoredDecision[]> {
  const rows = await db
    .selectFrom("decisions")
    .select(["symbol", "session", "rating", "reasoner", "run_id"])
    .where("symbol", "=", symbol)
    .execute();
  return rows.map(({ run_id, session, rating, ...row }) => ({
    ...row,
    session: String(session),
    rating: Opinion.parse(rating),
    runId: run_id,
  }));
}

/** Once, also when a run is resumed at its end. */
export async function keepDecision(db: Sql, { runId, ...decision }: StoredDecision): Promise<void> {
  await db
    .insertInto("decisions")
    .values({ ...decision, run_id: runId })
    .onConflict((conflict) => conflict.column("run_id").doNothing())
    .execute();
}
