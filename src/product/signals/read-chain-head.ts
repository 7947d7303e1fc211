import { genesis, houseList } from "#src/contract/signals/signals.ts";
import type { ChainHeads } from "#src/contract/signals/chains.ts";
import { findHead, listHeads } from "./queries/signals.ts";
import { ledgerHead, listLedgerHeads } from "#src/product/ledger/queries/ledger-chain.ts";
import { listSettlementHeads, settlementHead } from "./queries/settlements.ts";
import type { SystemContext } from "../context.ts";

const shownDays = 30;

/**
 * The heads of the house list's chain, of that of the prices and of the ledger's, for everybody: whoever notes them down can later tell
 * whether anything before them was changed.
 */
export async function readChainHead(ctx: SystemContext): Promise<ChainHeads> {
  const { db } = ctx;
  const [head, days, settlement, settlementDays, ledger, ledgerDays] = await Promise.all([
    findHead(db.sql, houseList),
    listHeads(db.sql, houseList, shownDays),
    settlementHead(db.sql),
    listSettlementHeads(db.sql, shownDays),
    ledgerHead(db.sql),
    listLedgerHeads(db.sql, shownDays),
  ]);
  return {
    list: houseList,
    number: head?.number ?? 0,
    hash: head?.hash ?? genesis,
    days,
    settlement: { number: settlement.number, hash: settlement.hash, days: settlementDays },
    ledger: { hash: ledger.hash, days: ledgerDays.map(({ day, hash }) => ({ day, hash })) },
  };
}
