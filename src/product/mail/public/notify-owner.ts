import type { EventMail } from "#src/contract/messages/mails.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { findNotifications } from "#src/product/accounts/queries/users.ts";

/** What of the services can have mails sent. */
export type MailQueue = Pick<JobQueue, "enqueueMail">;

/** The switch of each. */
export const switches = {
  analysis_ended: "analysis_finished",
  condition_broken: "condition_broken",
  plan_renewed: "plan_ends",
  plan_ends: "plan_ends",
  plan_ended: "plan_ends",
  referral_rewarded: "referral_reward",
} as const satisfies Record<EventMail["kind"], keyof NotificationSettings>;

/** @param notifications as stored; `null` where there is nobody to write to */
export function isWanted(kind: EventMail["kind"], notifications: unknown): boolean {
  return notifications !== null && NotificationSettings.parse(notifications)[switches[kind]];
}

/** In the caller's transaction, for a confirmed address that wants it. */
export async function notifyOwner(tx: Tx, queue: MailQueue, mail: EventMail): Promise<void> {
  if (isWanted(mail.kind, await findNotifications(tx, mail.userId))) await queue.enqueueMail(tx, mail);
}
