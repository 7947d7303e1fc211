import { houseList, type ListRun } from "#src/contract/signals/signals.ts";
import { newestRuns } from "#src/product/signals/queries/signal-runs.ts";
import { requireAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

const mostRuns = 60;

/** The last runs of the house list, newest session first. @throws Forbidden */
export async function listHouseRuns(ctx: AdminContext<Admin>): Promise<ListRun[]> {
  const { db, by } = ctx;
  requireAdmin(by);
  return (await newestRuns(db.sql, [houseList], mostRuns)).get(houseList) ?? [];
}
