import { formatUsd } from "#src/contract/accounts/money.ts";
import type { Tx } from "#src/core/db/database.ts";
import {
  bookedUnder,
  insertEntries,
  insertTransfer,
  lockLedgerAccounts,
  openLedgerAccounts,
  type LockedAccount,
  type Party,
} from "#src/product/ledger/queries/ledger.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, InsufficientBalance, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";

export type TransferKind =
  | "deposit"
  | "deposit_excess"
  | "deposit_refund"
  | "grant"
  | "plan"
  | "plan_refund"
  | "referral_reward"
  | "referral_reversal";

export interface Posting {
  readonly kind: TransferKind;
  /** A kind and reference are booked once. */
  readonly reference: string;
  readonly memo: string;
  /** An account's id, `operator` or `system`. */
  readonly actor: string;
  readonly at: Instant;
  /** US cents, positive is money in; they sum to zero. */
  readonly entries: readonly { readonly party: Party; readonly amountMinor: number }[];
}

/**
 * In the caller's transaction, once; repeating gives the first id.
 * @throws InsufficientBalance; Conflict for other amounts; NotFound
 */
export async function postTransfer(tx: Tx, posting: Posting): Promise<{ id: string; posted: boolean }> {
  const { entries, ...about } = posting;
  const id = newId("trf");
  if (!(await insertTransfer(tx, { id, ...about }))) return { id: await sameAsBefore(tx, posting), posted: false };
  const parties = entries.map(({ party }) => party);
  await openLedgerAccounts(tx, parties);
  const locked = new Map((await lockLedgerAccounts(tx, parties)).map((account) => [nameOf(account.party), account]));
  const booked = entries.map(({ party, amountMinor }) => {
    const account = locked.get(nameOf(party));
    if (account === undefined) throw new NotFound(`the ledger has no account for ${nameOf(party)}`);
    covers(account, amountMinor);
    return { account: account.id, amountMinor };
  });
  await insertEntries(
    tx,
    id,
    booked.toSorted((a, b) => Number(a.account) - Number(b.account)),
  );
  return { id, posted: true };
}

function covers({ party, balanceMinor }: LockedAccount, amountMinor: number): void {
  const missing = -(balanceMinor + amountMinor);
  if (!("customer" in party) || amountMinor > 0 || missing <= 0) return;
  throw new InsufficientBalance(
    `insufficient balance: ${formatUsd(-amountMinor)} is required and the balance is ${formatUsd(balanceMinor)} (${formatUsd(missing)} short)`,
    missing,
  );
}

async function sameAsBefore(tx: Tx, { kind, reference, entries }: Posting): Promise<string> {
  const before = await bookedUnder(tx.sql, kind, reference);
  const amounts = new Map(before.map(({ party, amountMinor }) => [nameOf(party), amountMinor]));
  const [first] = before;
  const same =
    before.length === entries.length &&
    entries.every(({ party, amountMinor }) => amounts.get(nameOf(party)) === amountMinor);
  if (first === undefined || !same)
    throw new Conflict(`${kind} ${reference} was already booked with different amounts`);
  return first.id;
}

function nameOf(party: Party): string {
  if ("customer" in party) return `customer ${party.customer}`;
  return "debt" in party ? `debt of ${party.debt}` : party.operator;
}
