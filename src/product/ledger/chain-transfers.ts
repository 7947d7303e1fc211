import { appendWaitingTransfers, ledgerPageSize } from "./queries/ledger-chain.ts";
import type { SystemContext } from "../context.ts";

/** Repeatable. @returns how many */
export async function chainTransfers(ctx: SystemContext): Promise<number> {
  const { db, clock } = ctx;
  for (let count = 0; ;) {
    const added = await db.transaction((tx) => appendWaitingTransfers(tx, clock.now()));
    count += added;
    if (added < ledgerPageSize) return count;
  }
}
