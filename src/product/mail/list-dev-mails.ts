import type { DevMail } from "#src/contract/messages/mails.ts";
import { listDevMails as query } from "./queries/mails.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Auth } from "../accounts/public/auth.ts";
import type { SystemContext } from "../context.ts";

/**
 * Newest first.
 * @throws NotFound where mail goes elsewhere
 */
export async function listDevMails(ctx: SystemContext, { offer }: Pick<Auth, "offer">): Promise<DevMail[]> {
  const { db } = ctx;
  if (!offer.devMailbox) throw new NotFound("the development mailbox is not available on this server");
  const { vault } = db;
  return (await query(db.sql)).map((mail) => ({ ...mail, text: vault.open(mail.text), html: vault.open(mail.html) }));
}
