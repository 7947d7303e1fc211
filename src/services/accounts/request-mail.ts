import type { MailJob } from "#src/contract/mails.ts";
import { dropUnconfirmed } from "#src/db/queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { AuthLimits } from "./lib/limits.ts";

type Asked = Extract<MailJob, { email: string }>;

/**
 * Has a mail sent to an address that somebody typed. Takes the same way whether anybody has it: who gets what is
 * decided where it is sent.
 * @throws RateLimited when the address got as many as it may
 */
export async function requestMail(
  ctx: SystemContext,
  { limits, mail }: { readonly limits: AuthLimits; readonly mail: Asked },
): Promise<void> {
  const { db, queue } = ctx;
  await limits.take("mail", mail.email.toLowerCase());
  await db.transaction(async (tx) => {
    if (mail.kind === "sign_up") await dropUnconfirmed(tx, mail.email);
    await queue.enqueueMail(tx, mail);
  });
}
