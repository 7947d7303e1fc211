import type { ListRun } from "#src/contract/signals/signals.ts";
import { listsOf } from "./queries/signal-lists.ts";
import { newestRuns } from "./queries/signal-runs.ts";
import { requireScope, type Context } from "../context.ts";

/** Of one list. */
const mostRuns = 30;

/** By list, newest session first. */
export async function listRuns(ctx: Context): Promise<Readonly<Record<string, readonly ListRun[]>>> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const lists = await listsOf(db.sql, actor.owner);
  return Object.fromEntries(
    await newestRuns(
      db.sql,
      lists.map(({ id }) => id),
      mostRuns,
    ),
  );
}
