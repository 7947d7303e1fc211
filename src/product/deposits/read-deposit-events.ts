import type { DepositEvent } from "#src/contract/deposits.ts";
import { depositEventsAfter, depositPageSize } from "./queries/deposit-events.ts";
import type { SystemContext } from "../context.ts";

export interface DepositEvents {
  readonly events: readonly DepositEvent[];
  /** There may be more behind these. */
  readonly more: boolean;
}

/** Events of an owner's deposits behind `after`, ascending; only what is committed. */
export async function readDepositEvents(
  ctx: SystemContext,
  { owner, after }: { readonly owner: string; readonly after: number },
): Promise<DepositEvents> {
  const { db } = ctx;
  const events = await depositEventsAfter(db.sql, owner, after);
  return { events, more: events.length === depositPageSize };
}
