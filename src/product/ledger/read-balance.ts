import { balanceOf } from "./queries/ledger.ts";
import type { SystemContext } from "../context.ts";

/** In US cents. Whoever never had a transfer has nothing. */
export async function readBalance(ctx: SystemContext, owner: string): Promise<number> {
  const { db } = ctx;
  return (await balanceOf(db.sql, owner)) ?? 0;
}
