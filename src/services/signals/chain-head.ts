import { genesis, houseList, type ChainHead } from "#src/contract/signals.ts";
import { findHead, listHeads } from "#src/db/queries/signals.ts";
import type { Context } from "../context.ts";

const shownDays = 30;

/**
 * The head of the house's chain, for everybody: whoever notes one down can later tell whether anything before it was
 * changed.
 */
export async function chainHead({ db }: Pick<Context, "db">): Promise<ChainHead> {
  const [head, days] = await Promise.all([findHead(db.sql, houseList), listHeads(db.sql, houseList, shownDays)]);
  return { list: houseList, number: head?.number ?? 0, hash: head?.hash ?? genesis, days };
}
