import { requireScope, type Context } from "../context.ts";
import { readableList } from "./lib/readable-list.ts";
import type { SignalEvents } from "./read-signal-events.ts";
import { startSignalEvents } from "./start-signal-events.ts";

/**
 * Where the actor's stream of a list's entries begins, as startSignalEvents says.
 * @throws Forbidden without a signal plan; NotFound for another's list
 */
export async function followSignals(
  ctx: Context,
  { list, seen }: { readonly list: string; readonly seen: number | null },
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: SignalEvents }> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return startSignalEvents(ctx, { list, seen });
}
