import type { DepositEvent } from "#src/contract/accounts/deposits.ts";
import type { Context } from "../context.ts";
import { depositChannel, depositEventsAfter, depositPageSize, lastDepositEvent } from "./queries/deposit-events.ts";

/** What happens to one's deposits, as it comes. */
export interface FollowedDeposits {
  readonly channel: string;
  /** The newest event's number. */
  readonly last: number;
  /** Ascending, committed only; there may be more behind these. */
  readonly read: (after: number) => Promise<{ readonly events: readonly DepositEvent[]; readonly more: boolean }>;
}

export async function followDeposits(ctx: Context): Promise<FollowedDeposits> {
  const { db, actor } = ctx;
  const { owner } = actor;
  return {
    channel: depositChannel(owner),
    last: await lastDepositEvent(db.sql, owner),
    read: async (after) => {
      const events = await depositEventsAfter(db.sql, owner, after);
      return { events, more: events.length === depositPageSize };
    },
  };
}
