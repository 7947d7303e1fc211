import { sql } from "kysely";
import type { DevMail } from "#src/contract/messages/mails.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `null` for what is always sent. */
  readonly unsubscribeUrl: string | null;
}

/** A mail in the development mailbox; its links open accounts. */
export interface StoredDevMail extends Omit<DevMail, "subject" | "text" | "html"> {
  readonly subject: Sealed;
  readonly text: Sealed;
  readonly html: Sealed;
}

/** Nobody needs older ones, and the table would only grow. */
const kept = 200;

/** What it says is sealed to this number. */
export async function nextDevMail({ sql: db }: Tx): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval(pg_get_serial_sequence('dev_mails', 'id'))::text as id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a sequence gave no number");
  return row.id;
}

/** Adds a mail to the development mailbox, which keeps the newest. */
export async function insertDevMail(
  { sql: db }: Tx,
  { id, to, subject, text, html }: Omit<StoredDevMail, "created_at">,
  at: Instant,
): Promise<void> {
  await sql`insert into dev_mails (id, recipient, subject, body_text, body_html, created_at) overriding system value
    values (${id}, ${to}, ${subject.stored}, ${text.stored}, ${html.stored}, ${new Date(at)})`.execute(db);
  await db
    .deleteFrom("dev_mails")
    .where("id", "<=", ({ selectFrom }) =>
      selectFrom("dev_mails").select("id").orderBy("id", "desc").offset(kept).limit(1),
    )
    .execute();
}

/** The newest first. */
export async function listDevMails(db: Sql): Promise<StoredDevMail[]> {
  const rows = await db.selectFrom("dev_mails").selectAll().orderBy("id", "desc").limit(kept).execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: sealedIn("dev_mails.subject", row.id, row.subject),
    text: sealedIn("dev_mails.body_text", row.id, row.body_text),
    html: sealedIn("dev_mails.body_html", row.id, row.body_html),
    created_at: toIso(row.created_at.getTime()),
  }));
}
