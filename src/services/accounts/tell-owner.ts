import type { MailJob } from "#src/contract/mails.ts";
import type { Context } from "../context.ts";

type Notice = Extract<MailJob, { userId: string; origin: string }>;

/** Mails the owner of an account what happened to it. */
export async function tellOwner({ db, queue }: Pick<Context, "db" | "queue">, notice: Notice): Promise<void> {
  await db.transaction((tx) => queue.enqueueMail(tx, notice));
}
