import { DBOS } from "@dbos-inc/dbos-sdk";
import type { MailTools } from "#src/compose/compose-mail.ts";
import type { MailJob } from "#src/contract/mails.ts";

const second = 1000;
const minute = 60 * second;

/** Before each attempt: about an hour in all. Nobody needs a link to sign in that comes tomorrow. */
const attemptDelaysMs: readonly number[] = [0, 2 * second, 10 * second, minute, 5 * minute, 15 * minute, 30 * minute];
/** The user of a sign-up is made right after its mail is asked for; on a machine under load that takes a while. */
const signUpPauseMs = 300;
const longestPauseMs = 5 * second;
const signUpTries = 30;

type Outcome = "sent" | "none" | "later" | "failed";

/**
 * Writes a mail and sends it, and tries again for about an hour. Durable: the pauses outlive the worker. Link and mail
 * are made inside the step, so that neither is kept; one that was cut off after the server took it may come twice.
 */
export async function runMail(tools: MailTools, job: MailJob): Promise<void> {
  let waits = 0;
  for (let attempt = 0; attempt < attemptDelaysMs.length;) {
    const outcome = await DBOS.runStep(() => sendOnce(tools, job), { name: `attempt ${attempt + 1}` });
    if (outcome === "sent" || outcome === "none") return;
    if (outcome === "later") {
      waits += 1;
      if (waits > signUpTries) return;
      await DBOS.sleep(Math.min(signUpPauseMs * 1.2 ** waits, longestPauseMs));
      continue;
    }
    attempt += 1;
    const delay = attemptDelaysMs[attempt];
    if (delay !== undefined) await DBOS.sleep(delay);
  }
  tools.log.error({ kind: job.kind }, "a mail could not be sent, and is given up");
}

async function sendOnce(tools: MailTools, job: MailJob): Promise<Outcome> {
  const { mailer, log } = tools;
  if (mailer === null) {
    log.error({ kind: job.kind }, "a mail cannot be sent: SMTP_URL is not set for the worker");
    return "none";
  }
  try {
    // Loaded with the first mail: what writes it takes 100 MB, and most workers of many never do.
    const { writeMail } = await import("#src/services/mail/write-mail.ts");
    const mail = await writeMail(tools, job);
    if (mail === "none" || mail === "later") return mail;
    await mailer.send(mail);
    return "sent";
  } catch (error) {
    log.warn({ err: error, kind: job.kind }, "a mail was not taken; trying again");
    return "failed";
  }
}
