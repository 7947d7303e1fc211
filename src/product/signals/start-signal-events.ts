import { findHead } from "./queries/signals.ts";
import type { SystemContext } from "../context.ts";
import { type SignalEvents, readSignalEvents } from "./read-signal-events.ts";

/**
 * From now on, or resumes after the seen id, or from the start if it is unknown.
 * @param input `seen`: last id; `null`: none
 */
export async function startSignalEvents(
  ctx: SystemContext,
  { list, seen }: { readonly list: string; readonly seen: number | null },
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: SignalEvents }> {
  const last = (await findHead(ctx.db.sql, list))?.number ?? 0;
  if (seen === null) return { after: last, reset: false, first: { entries: [], more: false } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await readSignalEvents(ctx, { list, after }) };
}
