import type { DevMail } from "#src/contract/messages/mails.ts";
import { listDevMails as query } from "./queries/mails.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Auth } from "../accounts/public/auth.ts";
import type { SystemContext } from "../context.ts";
import type { StoredMessage } from "../outbox/queries/outbox.ts";
import { mailDelaysMs, type Step } from "../outbox/public/retries.ts";
import { type Mailer, unsubscribePurpose } from "./public/mailer.ts";
import type { WriteTools } from "./write-mail.ts";
import { Unsubscribable } from "#src/contract/accounts/users.ts";
import { turnOffNotification } from "../accounts/queries/users.ts";
import { tokenValue } from "../accounts/public/signed-requests.ts";

/**
 * Newest first.
 * @throws NotFound where mail goes elsewhere
 */
export async function listDevMails(ctx: SystemContext, { offer }: Pick<Auth, "offer">): Promise<DevMail[]> {
  const { db } = ctx;
  if (!offer.devMailbox) throw new NotFound("the development mailbox is not available on this server");
  const { vault } = db;
  return (await query(db.sql)).map((mail) => ({
    ...mail,
    subject: vault.open(mail.subject),
    text: vault.open(mail.text),
    html: vault.open(mail.html),
  }));
}

export interface MailTools extends WriteTools {
  /** `null` where mail is not set up. */
  readonly mailer: Mailer | null;
}

/** The user is made right after the mail is asked for. */
const signUpMs = 120_000;
const signUpPauseMs = 1000;

/** Link and mail are made here, so neither is kept. */
export async function sendMail(
  ctx: SystemContext,
  { tools, message }: { readonly tools: MailTools; readonly message: Extract<StoredMessage, { destination: "mail" }> },
): Promise<Step> {
  const { mailer, log } = tools;
  const { data: job, failures, createdAt } = message;
  const { kind } = job;
  if (mailer === null) {
    log.error({ kind }, "an email cannot be sent: SMTP_URL is not set for the worker");
    return { kind: "dropped", reason: "SMTP_URL is not set for the worker" };
  }
  const tried = { kind: "tried", status: null, answer: null, url: null } as const;
  try {
    // Writing takes 100 MB, and most workers never do.
    const { writeMail } = await import("./write-mail.ts");
    const written = await writeMail(ctx, { tools, job });
    if (written === "none") return { kind: "dropped", reason: "there is no recipient, or nothing to send" };
    if (written === "later") {
      const now = ctx.clock.now();
      return now - createdAt > signUpMs
        ? { kind: "dropped", reason: "no account was created" }
        : { kind: "waits", state: "waiting", until: now + signUpPauseMs };
    }
    await mailer.send(written);
    return { ...tried, verdict: { kind: "sent" }, error: null };
  } catch (error) {
    if (mailDelaysMs[failures + 1] === undefined)
      log.error({ err: error, kind }, "an email could not be sent; giving up");
    else log.warn({ err: error, kind }, "an email was not accepted; trying again");
    const reason = "the mail server did not accept it";
    return { ...tried, verdict: { kind: "later", reason }, error: reason };
  }
}

/**
 * Repeatable; no effect without the user.
 * @throws NotFound for a foreign token
 */
export async function unsubscribe(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<void> {
  const { db, clock } = ctx;
  const [name, userId = ""] = tokenValue(secret, unsubscribePurpose, token)?.split(" ") ?? [];
  const kind = Unsubscribable.safeParse(name);
  if (!kind.success) throw new NotFound("there is no such address");
  await turnOffNotification(db.sql, userId, kind.data, clock.now());
}
