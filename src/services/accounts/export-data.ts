import { readEverything } from "#src/db/queries/user-export.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Context } from "../context.ts";

/** Everything that is kept of a user, as JSON for them to take along. Amounts are US cents, times UTC. */
export async function exportData({ db, clock }: Pick<Context, "db" | "clock">, userId: string): Promise<string> {
  const data = await readEverything(db.sql, userId);
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...data }, null, 2)}\n`;
}
