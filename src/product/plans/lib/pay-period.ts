import { plans } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { insertPeriod, type PaidPlan, type Period } from "#src/product/plans/queries/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import type { MailQueue } from "#src/product/mail/public/notify-owner.ts";
import { rewardReferrer } from "#src/product/referrals/public/reward-referrer.ts";

export interface PeriodToPay {
  readonly owner: string;
  readonly plan: PaidPlan;
  readonly priceMinor: number;
  readonly creditMinor: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly how: Exclude<Period["how"], "grant">;
  readonly idempotencyKey: string | null;
  /** Who had it done: the account itself, or `system`. */
  readonly actor: string;
  readonly at: Instant;
}

/**
 * Pays a period from the balance, writes it down, and rewards whoever referred its owner; in the caller's transaction,
 * which holds the account's row and then puts it on the plan.
 * @throws InsufficientBalance
 */
export async function payPeriod(tx: Tx, queue: MailQueue, wanted: PeriodToPay): Promise<void> {
  const { owner, actor, at, idempotencyKey, ...period } = wanted;
  const id = newId("per");
  const paidMinor = period.priceMinor - period.creditMinor;
  const transfer =
    paidMinor === 0
      ? null
      : await postTransfer(tx, {
          kind: "plan",
          reference: id,
          memo: `${plans[period.plan].name}, ${toIso(period.startsAt).slice(0, 10)} to ${toIso(period.endsAt).slice(0, 10)}`,
          actor,
          at,
          entries: [
            { party: { customer: owner }, amountMinor: -paidMinor },
            { party: { operator: "revenue" }, amountMinor: paidMinor },
          ],
        });
  await insertPeriod(tx, owner, { ...period, id, transfer: transfer?.id ?? null, idempotencyKey, createdAt: at });
  if (paidMinor > 0) await rewardReferrer(tx, queue, { referred: owner, paidMinor, at });
}
