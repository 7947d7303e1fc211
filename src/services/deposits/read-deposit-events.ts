import type { DepositEvent } from "#src/contract/deposits.ts";
import { depositEventsAfter, depositPageSize, lastDepositEvent } from "#src/db/queries/deposit-events.ts";
import type { Context } from "../context.ts";

export interface DepositEvents {
  readonly events: readonly DepositEvent[];
  /** There may be more behind these. */
  readonly more: boolean;
}

/** Events of an owner's deposits behind `after`, ascending; only what is committed. */
export async function readDepositEvents(
  { db }: Pick<Context, "db">,
  owner: string,
  after: number,
): Promise<DepositEvents> {
  const events = await depositEventsAfter(db.sql, owner, after);
  return { events, more: events.length === depositPageSize };
}

/**
 * Where a stream begins. Whoever has seen nothing begins with what happens next; whoever has seen an event goes on
 * behind it, and from the first event when the owner has no such.
 * @param seen the last id that the client was told; `null` for none
 */
export async function startDepositEvents(
  ctx: Pick<Context, "db">,
  owner: string,
  seen: number | null,
): Promise<{ readonly after: number; readonly reset: boolean; readonly first: DepositEvents }> {
  const last = await lastDepositEvent(ctx.db.sql, owner);
  if (seen === null) return { after: last, reset: false, first: { events: [], more: false } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await readDepositEvents(ctx, owner, after) };
}
