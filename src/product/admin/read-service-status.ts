import type { HealthReport } from "#src/contract/api/health.ts";
import { dayMs } from "#src/core/clock.ts";
import { queueFacts, type QueueFacts } from "./queries/admin.ts";
import { tryRoom } from "#src/core/db/try-room.ts";
import { checkHealth, type EngineHealth } from "./public/check-health.ts";
import { requireAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

/** Parts, queue and the last 24 hours. @throws Forbidden */
export async function readServiceStatus(
  ctx: AdminContext<Admin>,
  signalEngine: EngineHealth | null,
): Promise<{ readonly health: HealthReport; readonly facts: QueueFacts }> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  const database = { ask: () => tryRoom(db.pool) };
  const [health, facts] = await Promise.all([
    checkHealth({ database, signalEngine, clock }),
    queueFacts(db.sql, clock.now() - dayMs),
  ]);
  return { health, facts };
}
