import { MemoryMeasurement, type MeasuredModels } from "#src/contract/backtests/memory.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Replaces an earlier one of the same models, instrument and session. */
export async function putMeasurement({ sql }: Pick<Tx, "sql">, measured: MemoryMeasurement): Promise<void> {
  const { provider, deep, quick, symbol, session, period } = measured;
  const kept = { period, measurement: JSON.stringify(measured), measured_at: new Date(measured.measured_at) };
  await sql
    .insertInto("memory_measurements")
    .values({ provider, deep, quick, symbol, session, ...kept })
    .onConflict((conflict) => conflict.columns(["provider", "deep", "quick", "symbol", "session"]).doUpdateSet(kept))
    .execute();
}

/** Measurements of these models in a span of years, by session. */
export async function measurementsOf(
  db: Sql,
  { provider, deep, quick }: MeasuredModels,
  years: { readonly from: string; readonly to: string },
): Promise<MemoryMeasurement[]> {
  const rows = await db
    .selectFrom("memory_measurements")
    .select("measurement")
    .where("provider", "=", provider)
    .where("deep", "=", deep)
    .where("quick", "=", quick)
    .where("period", ">=", years.from)
    .where("period", "<=", years.to)
    .orderBy("session")
    .orderBy("symbol")
    .execute();
  return rows.map(({ measurement }) => MemoryMeasurement.parse(measurement));
}
