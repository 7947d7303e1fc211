import { lastDepositEvent } from "./queries/deposit-events.ts";
import type { SystemContext } from "../context.ts";
import { type DepositEvents, readDepositEvents } from "./read-deposit-events.ts";

/**
 * From now on, or resumes after the seen id, or from the start if it is unknown.
 * @param input `seen`: last id; `null`: none
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
