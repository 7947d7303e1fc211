import type { DevMail } from "#src/contract/mails.ts";
import { listDevMails as query } from "#src/db/queries/mails.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Auth } from "../accounts/auth.ts";
import type { Context } from "../context.ts";

/**
 * The mailbox for development, newest first.
 * @throws NotFound where mail goes elsewhere: everybody who can reach the page can read it
 */
export async function listDevMails({ db }: Pick<Context, "db">, { offer }: Pick<Auth, "offer">): Promise<DevMail[]> {
  if (!offer.devMailbox) throw new NotFound("there is no mailbox for development here");
  const { vault } = db;
  return (await query(db.sql)).map((mail) => ({ ...mail, text: vault.open(mail.text), html: vault.open(mail.html) }));
}
