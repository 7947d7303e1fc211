import { createTransport } from "nodemailer";
import type { Database, Tx } from "#src/core/db/database.ts";
import { type NewMail, insertDevMail, nextDevMail } from "#src/product/mail/queries/mails.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Clock } from "#src/core/clock.ts";
import { isLoopbackName } from "#src/core/network/exposure.ts";
import type { MailRoute } from "#src/product/accounts/public/auth-settings.ts";
import type { EventMail } from "#src/contract/messages/mails.ts";
import { NotificationSettings, type Unsubscribable } from "#src/contract/accounts/users.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { findNotifications } from "#src/product/accounts/queries/users.ts";
import { signedToken } from "#src/product/accounts/public/signed-requests.ts";

export interface Mailer {
  /** Throws when the next server has not taken it. */
  send(mail: NewMail): Promise<void>;
  close(): void;
}

/** A server that does not answer must not hold a mail for ever. */
const silenceMs = 20_000;

/** @returns `null` where mail is not set up */
export function createMailer(
  { db, clock }: { readonly db: Pick<Database, "transaction" | "vault">; readonly clock: Clock },
  route: MailRoute,
): Mailer | null {
  switch (route.kind) {
    case "none":
      return null;
    case "dev":
      return { send: (mail) => keepDevMail({ db, clock }, mail), close: () => {} };
    case "smtp": {
      const transport = openTransport(route.url);
      return {
        async send({ to, subject, text, html, unsubscribeUrl }) {
          await transport.sendMail({
            from: route.from,
            // As an object: text would be read as a list of addresses.
            to: { name: "", address: to },
            subject,
            text,
            html,
            headers: {
              "Auto-Submitted": "auto-generated",
              ...(unsubscribeUrl !== null && {
                "List-Unsubscribe": `<${unsubscribeUrl}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }),
            },
          });
        },
        close: () => transport.close(),
      };
    }
  }
}

function keepDevMail(
  { db, clock }: { readonly db: Pick<Database, "transaction" | "vault">; readonly clock: Clock },
  { to, subject, text, html }: NewMail,
): Promise<void> {
  return db.transaction(async (tx) => {
    const id = await nextDevMail(tx);
    const mail = {
      id,
      to,
      subject: db.vault.seal(subject, placeOf("dev_mails.subject", id)),
      text: db.vault.seal(text, placeOf("dev_mails.body_text", id)),
      html: db.vault.seal(html, placeOf("dev_mails.body_html", id)),
    };
    await insertDevMail(tx, mail, clock.now());
  });
}

function openTransport(url: string) {
  return createTransport({
    url: url,
    pool: true,
    // What the address says itself (`?requireTLS=false`) counts more.
    requireTLS: !isLoopbackName(new URL(url).hostname),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // Nothing in a mail is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in, and sends nothing. @throws when that fails */
export async function checkMailServer({ url }: Extract<MailRoute, { kind: "smtp" }>): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

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
  portfolio_alert: "portfolio_alert",
} as const satisfies Record<EventMail["kind"], keyof NotificationSettings>;

/** @param notifications as stored; `null` where there is nobody to write to */
export function isWanted(kind: EventMail["kind"], notifications: unknown): boolean {
  return notifications !== null && NotificationSettings.parse(notifications)[switches[kind]];
}

/** In the caller's transaction, for a confirmed address that wants it. */
export async function notifyOwner(tx: Tx, queue: MailQueue, mail: EventMail): Promise<void> {
  if (isWanted(mail.kind, await findNotifications(tx, mail.userId))) await queue.enqueueMail(tx, mail);
}

export const unsubscribePurpose = "unsubscribe";

/** Without a sign-in. @see RFC 8058 */
export function unsubscribeLink(
  { secret }: { readonly secret: string },
  origin: string,
  { userId, kind }: { readonly userId: string; readonly kind: Unsubscribable },
): string {
  return `${origin}/api/unsubscribe/${signedToken(secret, unsubscribePurpose, `${kind} ${userId}`)}`;
}
