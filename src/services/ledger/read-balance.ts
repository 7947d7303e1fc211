import type { Database } from "#src/db/database.ts";
import { balanceOf } from "#src/db/queries/ledger.ts";

/** In US cents. Whoever never had a transfer has nothing. */
export async function readBalance({ db }: { readonly db: Database }, owner: string): Promise<number> {
  return (await balanceOf(db.sql, owner)) ?? 0;
}
