import { referral } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { lockUnrewarded, setRewarded, rewardOf } from "../queries/referrals.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import { notifyOwner, type MailQueue } from "#src/product/mail/public/mailer.ts";
import { standingDepositsOf } from "#src/product/deposits/queries/deposits.ts";
import { balanceOf } from "#src/product/ledger/queries/ledger.ts";

/**
 * Once, in the transaction of the first payment (docs/adr/0022).
 * @param payment `paidMinor` from the balance, US cents, above 0
 */
export async function rewardReferrer(
  tx: Tx,
  queue: MailQueue,
  { referred, paidMinor, at }: { readonly referred: string; readonly paidMinor: number; readonly at: Instant },
): Promise<void> {
  const due = await lockUnrewarded(tx, referred);
  if (due === null) return;
  const minor = Math.floor((paidMinor * referral.rewardPercent) / 100);
  const transfer =
    minor === 0
      ? null
      : await postTransfer(tx, {
          kind: "referral_reward",
          reference: referred,
          memo: "First plan of a referral",
          actor: "system",
          at,
          entries: [
            { party: { operator: "referrals" }, amountMinor: -minor },
            { party: { customer: due.referrer }, amountMinor: minor },
          ],
        });
  await setRewarded(tx, referred, { minor, transfer: transfer?.id ?? null, at });
  if (minor > 0)
    await notifyOwner(tx, queue, { kind: "referral_rewarded", userId: due.referrer, once: referred, minor });
}

/**
 * Takes the referrer's reward back when nothing that the referred account paid in is left, as far as the referrer's
 * balance reaches; the operator bears the rest. In the transaction that ends the account's plan, which holds the ledger
 * accounts of both. docs/adr/0021, docs/adr/0022
 */
export async function reverseReward(
  tx: Tx,
  { referred, at }: { readonly referred: string; readonly at: Instant },
): Promise<void> {
  const reward = await rewardOf(tx.sql, referred);
  // The deposit that is taken back just now is one of them.
  if (reward === null || reward.reversed || (await standingDepositsOf(tx.sql, referred)) > 1) return;
  const minor = Math.min(reward.minor, (await balanceOf(tx.sql, reward.referrer)) ?? 0);
  if (minor === 0) return;
  await postTransfer(tx, {
    kind: "referral_reversal",
    reference: referred,
    memo: "Referral payment reversed",
    actor: "system",
    at,
    entries: [
      { party: { customer: reward.referrer }, amountMinor: -minor },
      { party: { operator: "referrals" }, amountMinor: minor },
    ],
  });
}
