import type { DevMail } from "#src/contract/mails.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Turns off mails of its kind with one POST; `null` for what is always sent. */
  readonly unsubscribeUrl: string | null;
}

/** Of older ones nobody asks, and they would only grow. */
const kept = 200;

/** Puts a mail into the mailbox for development, which keeps the newest. */
export async function insertDevMail(db: Sql, { to, subject, text, html }: NewMail, at: Instant): Promise<void> {
  await db
    .insertInto("dev_mails")
    .values({ recipient: to, subject, body_text: text, body_html: html, created_at: new Date(at) })
    .execute();
  await db
    .deleteFrom("dev_mails")
    .where("id", "<=", ({ selectFrom }) =>
      selectFrom("dev_mails").select("id").orderBy("id", "desc").offset(kept).limit(1),
    )
    .execute();
}

/** The newest first. */
export async function listDevMails(db: Sql): Promise<DevMail[]> {
  const rows = await db.selectFrom("dev_mails").selectAll().orderBy("id", "desc").limit(kept).execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    created_at: toIso(row.created_at.getTime()),
  }));
}
