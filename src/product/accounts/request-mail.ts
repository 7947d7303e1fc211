import type { MailJob } from "#src/contract/messages/mails.ts";
import { dropUnconfirmed } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { AuthLimits } from "./public/limits.ts";

type RequestedMail = Extract<MailJob, { email: string }>;

/**
 * The same whether anybody has the address.
 * @throws RateLimited
 */
export async function requestMail(
  ctx: SystemContext,
  { limits, mail }: { readonly limits: AuthLimits; readonly mail: RequestedMail },
): Promise<void> {
  const { db, queue } = ctx;
  await limits.take("mail", mail.email.toLowerCase());
  await db.transaction(async (tx) => {
    if (mail.kind === "sign_up") await dropUnconfirmed(tx, mail.email);
    await queue.enqueueMail(tx, mail);
  });
}
