import { sql } from "kysely";
import { statusesBefore } from "#src/contract/jobs/jobs.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";

export interface StoredHoldings {
  readonly holdings: Sealed;
  /** `null` until the analysis has succeeded. */
  readonly advice: Sealed | null;
}

/** For the worker and for the comparison of submissions, which serve every owner. `null`: not given, or deleted. */
export async function findHoldings(db: Sql, id: string): Promise<StoredHoldings | null> {
  const row = await db
    .selectFrom("analysis_holdings")
    .select(["sealed_holdings", "sealed_advice"])
    .where("analysis_id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    holdings: sealedIn("analysis_holdings.sealed_holdings", id, row.sealed_holdings),
    advice: sealedIn("analysis_holdings.sealed_advice", id, row.sealed_advice),
  };
}

export async function keepAdvice({ sql: db }: Tx, id: string, advice: Sealed): Promise<void> {
  await db
    .updateTable("analysis_holdings")
    .set({ sealed_advice: advice.stored })
    .where("analysis_id", "=", id)
    .where(({ exists, selectFrom }) =>
      // Not of a run that was cancelled meanwhile.
      exists(
        selectFrom("analyses").select("id").where("id", "=", id).where("status", "in", statusesBefore("succeeded")),
      ),
    )
    .execute();
}

/** @returns whether there were any */
export async function eraseHoldings({ sql: db }: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from analysis_holdings where analysis_id = ${id} returning analysis_id as id
  `.execute(db);
  return rows.length > 0;
}
