import { referral } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { lockUnrewarded, setRewarded } from "#src/product/referrals/queries/referrals.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import { notifyOwner, type MailQueue } from "#src/product/mail/public/notify-owner.ts";

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
