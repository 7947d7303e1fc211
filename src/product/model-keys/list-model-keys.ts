import type { ModelKey, ModelKeyEvent } from "#src/contract/jobs/model-keys.ts";
import { listModelKeyEvents, listModelKeys as query } from "./queries/model-keys.ts";
import { monthOf } from "../plans/public/monthly-quota.ts";
import { requireScope, type Context } from "../context.ts";

const eventsShown = 10;

/** With the last changes. @throws Forbidden */
export async function listModelKeys(
  ctx: Context,
): Promise<{ readonly keys: readonly ModelKey[]; readonly events: readonly ModelKeyEvent[] }> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const [keys, events] = await Promise.all([
    query(db.sql, actor.owner, monthOf(clock.now())),
    listModelKeyEvents(db.sql, actor.owner, eventsShown),
  ]);
  return { keys, events };
}
