import { lastDepositEvent } from "#src/db/queries/deposit-events.ts";
import type { SystemContext } from "../context.ts";
import { type DepositEvents, readDepositEvents } from "./read-deposit-events.ts";

/**
 * Where a stream begins. Whoever has seen nothing begins with what happens next; whoever has seen an event goes on
 * behind it, and from the first event when the owner has no such.
 * @param input `seen` is the last id that the client was told; `null` for none
 */
export async function startDepositEvents(
  ctx: SystemContext,
  { owner, seen }: { readonly owner: string; readonly seen: number | null },
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: DepositEvents }> {
  const last = await lastDepositEvent(ctx.db.sql, owner);
  if (seen === null) return { after: last, reset: false, first: { events: [], more: false } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await readDepositEvents(ctx, { owner, after }) };
}
