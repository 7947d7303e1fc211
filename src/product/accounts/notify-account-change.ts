import type { MailJob } from "#src/contract/messages/mails.ts";
import type { SystemContext } from "../context.ts";

type Notice = Extract<MailJob, { userId: string; origin: string }>;

/** Mails the owner of an account what happened to it. */
export async function notifyAccountChange(ctx: SystemContext, notice: Notice): Promise<void> {
  const { db, queue } = ctx;
  await db.transaction((tx) => queue.enqueueMail(tx, notice));
}
