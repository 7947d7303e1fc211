import type { HealthReport } from "#src/contract/health.ts";
import type { Database } from "#src/db/database.ts";
import { queueFacts, type QueueFacts } from "#src/db/queries/admin.ts";
import type { Clock } from "#src/platform/clock.ts";
import { checkHealth, type EngineHealth } from "../health/check-health.ts";
import { mustBeAdmin, type Admin } from "./recorded.ts";

const dayMs = 86_400_000;

/** How the house is: its parts, what waits and runs, and the last 24 hours. @throws Forbidden */
export async function readHouse(
  {
    db,
    clock,
    signalEngine,
  }: { readonly db: Database; readonly clock: Clock; readonly signalEngine: EngineHealth | null },
  by: Admin,
): Promise<{ readonly health: HealthReport; readonly facts: QueueFacts }> {
  mustBeAdmin(by);
  const database = { ask: async () => void (await db.pool.query("select 1")) };
  const [health, facts] = await Promise.all([
    checkHealth({ database, signalEngine, clock }),
    queueFacts(db.sql, clock.now() - dayMs),
  ]);
  return { health, facts };
}
