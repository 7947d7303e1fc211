import { findHead } from "#src/db/queries/signals.ts";
import type { SystemContext } from "../context.ts";
import { type SignalEvents, readSignalEvents } from "./read-signal-events.ts";

/**
 * Where a stream begins. Whoever has seen nothing begins with what happens next; whoever has seen an entry goes on
 * behind it, and from the first one when there is no such.
 * @param input `seen` is the last id that the client was told; `null` for none
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
