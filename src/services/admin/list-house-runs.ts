import { houseList, type ListRun } from "#src/contract/signals.ts";
import type { Database } from "#src/db/database.ts";
import { newestRuns } from "#src/db/queries/signal-runs.ts";
import { mustBeAdmin, type Admin } from "./recorded.ts";

const mostRuns = 60;

/** The last runs of the house's list, newest session first. @throws Forbidden */
export async function listHouseRuns({ db }: { readonly db: Pick<Database, "sql"> }, by: Admin): Promise<ListRun[]> {
  mustBeAdmin(by);
  return (await newestRuns(db.sql, [houseList], mostRuns)).get(houseList) ?? [];
}
