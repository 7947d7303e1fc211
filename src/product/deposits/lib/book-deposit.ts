import type { Tx } from "#src/core/db/database.ts";
import { lockLedgerAccounts, openLedgerAccounts, type Party } from "#src/product/ledger/queries/ledger.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";

export interface Booking {
  readonly kind: "deposit" | "deposit_excess";
  readonly depositId: string;
  readonly owner: string;
  /** US cents, above 0. */
  readonly minor: number;
  readonly coin: string;
  /** `system`, or the admin who decided. */
  readonly actor: string;
  readonly at: Instant;
}

/**
 * In the caller's transaction with the row locked; debts are filled first. Once a kind.
 * @throws Conflict for another amount; NotFound
 */
export async function bookDeposit(tx: Tx, { kind, depositId, owner, minor, coin, actor, at }: Booking): Promise<void> {
  const parties: readonly Party[] = [{ operator: "deposits" }, { customer: owner }, { debt: owner }];
  await openLedgerAccounts(tx, parties);
  const locked = await lockLedgerAccounts(tx, parties);
  const debt = locked.find(({ party }) => "debt" in party)?.balanceMinor ?? 0;
  const toDebt = Math.min(minor, -debt);
  await postTransfer(tx, {
    kind,
    reference: depositId,
    memo: `Deposit in ${coin}${kind === "deposit_excess" ? ", excess" : ""}${toDebt > 0 ? ", less the amount owed" : ""}`,
    actor,
    at,
    entries: [
      { party: { operator: "deposits" } as const, amountMinor: -minor },
      { party: { debt: owner }, amountMinor: toDebt },
      { party: { customer: owner }, amountMinor: minor - toDebt },
    ].filter(({ amountMinor }) => amountMinor !== 0),
  });
}
