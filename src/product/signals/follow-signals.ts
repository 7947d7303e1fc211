import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/readable-list.ts";
import type { SignalEvents } from "./read-signal-events.ts";
import { startSignalEvents } from "./start-signal-events.ts";

/**
 * As startSignalEvents.
 * @throws Forbidden; NotFound
 */
export async function followSignals(
  ctx: Context,
  { list, seen }: { readonly list: string; readonly seen: number | null },
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: SignalEvents }> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return startSignalEvents(ctx, { list, seen });
}
