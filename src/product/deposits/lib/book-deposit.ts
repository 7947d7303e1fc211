import type { Tx } from "#src/core/db/database.ts";
import { lockLedgerAccounts, openLedgerAccounts, type Party } from "#src/product/ledger/queries/ledger.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { moveDeposit, type DepositRow } from "../queries/deposits.ts";
import { cutOpenPeriods, lockPlanHolder, openPeriods, setHeldPlan } from "#src/product/plans/queries/plans.ts";
import { rewardOf } from "#src/product/referrals/queries/referrals.ts";
import { remainingMinor } from "#src/product/plans/public/monthly-quota.ts";
import { reverseReward } from "#src/product/referrals/public/rewards.ts";

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

/**
 * In the caller's transaction: from the balance, then by ending the paid plan, then as a debt (docs/adr/0021).
 * @param actor `system`, or the admin
 */
export async function reverseDeposit(
  tx: Tx,
  deposit: DepositRow,
  { actor, at }: { readonly actor: string; readonly at: Instant },
): Promise<RefundOutcome> {
  const { id, owner, creditedMinor, refundedMinor, currency } = deposit;
  const reversedMinor = creditedMinor - refundedMinor;
  if (reversedMinor === 0) {
    await moveDeposit(tx, deposit, "refunded", at);
    return { reversedMinor, fromBalanceMinor: 0, owedMinor: 0, planEnded: false, planRestMinor: 0 };
  }
  const holder = await lockPlanHolder(tx, owner);
  const reward = await rewardOf(tx.sql, owner);
  // In everybody's order of locks.
  const parties: Party[] = [
    { operator: "deposits" },
    { operator: "revenue" },
    { operator: "referrals" },
    { customer: owner },
    { debt: owner },
    ...(reward === null ? [] : [{ customer: reward.referrer }]),
  ];
  await openLedgerAccounts(tx, parties);
  const locked = await lockLedgerAccounts(tx, parties);
  const balance = locked.find(({ party }) => "customer" in party && party.customer === owner)?.balanceMinor ?? 0;

  const open = holder === null ? [] : await openPeriods(tx.sql, owner, at);
  const planEnded = balance < reversedMinor && open.some(({ priceMinor }) => priceMinor > 0);
  const planRestMinor = planEnded ? open.reduce((sum, period) => sum + remainingMinor(period, at), 0) : 0;
  if (planEnded) {
    await cutOpenPeriods(tx, owner, at);
    await setHeldPlan(tx, owner, { plan: "free", planUntil: null, autoRenew: false, nextPlan: null });
    await returnRest(tx, { depositId: id, owner, restMinor: planRestMinor, actor, at });
    await reverseReward(tx, { referred: owner, at });
  }
  const fromBalanceMinor = Math.min(reversedMinor, balance + planRestMinor);
  const owedMinor = reversedMinor - fromBalanceMinor;
  await postTransfer(tx, {
    kind: "deposit_refund",
    reference: id,
    memo: `Deposit in ${currency.coin}, reversed`,
    actor,
    at,
    entries: [
      { party: { operator: "deposits" } as const, amountMinor: reversedMinor },
      { party: { customer: owner }, amountMinor: -fromBalanceMinor },
      { party: { debt: owner }, amountMinor: -owedMinor },
    ].filter(({ amountMinor }) => amountMinor !== 0),
  });
  await moveDeposit(tx, deposit, "refunded", at, { refundedMinor: creditedMinor });
  return { reversedMinor, fromBalanceMinor, owedMinor, planEnded, planRestMinor };
}

async function returnRest(
  tx: Tx,
  rest: {
    readonly depositId: string;
    readonly owner: string;
    readonly restMinor: number;
    readonly actor: string;
    readonly at: Instant;
  },
): Promise<void> {
  const { depositId, owner, restMinor, actor, at } = rest;
  if (restMinor === 0) return;
  await postTransfer(tx, {
    kind: "plan_refund",
    reference: depositId,
    memo: "Rest of the plan, ended by a reversed deposit",
    actor,
    at,
    entries: [
      { party: { operator: "revenue" }, amountMinor: -restMinor },
      { party: { customer: owner }, amountMinor: restMinor },
    ],
  });
}
