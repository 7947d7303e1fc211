import { DBOS } from "@dbos-inc/dbos-sdk";
import type { MailTools } from "#src/compose/compose-mail.ts";
import type { MailJob } from "#src/contract/mails.ts";
import type { SystemContext } from "#src/services/context.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";

type Tools = Pick<WorkerTools, "db" | "queue" | "clock" | "log" | "mail">;

const second = 1000;
const minute = 60 * second;

/** Before each attempt: about an hour in all. Nobody needs a link to sign in that comes tomorrow. */
const retryDelaysMs: readonly number[] = [0, 2 * second, 10 * second, minute, 5 * minute, 15 * minute, 30 * minute];
/** The user of a sign-up is made right after its mail is asked for; on a machine under load that takes a while. */
const signUpPauseMs = 300;
const longestPauseMs = 5 * second;
const signUpTries = 30;

type Outcome = "sent" | "none" | "later" | "failed";

/**
 * Writes a mail and sends it, and tries again for about an hour. Durable: the pauses outlive the worker. Link and mail
 * are made inside the step, so that neither is kept; one that was cut off after the server took it may come twice.
 */
export async function runMail(tools: Tools, job: MailJob): Promise<void> {
  const mail = tools.mail();
  let waits = 0;
  for (let attempt = 0; attempt < retryDelaysMs.length;) {
    const outcome = await runStep(() => sendOnce(tools, mail, job), { name: `attempt ${attempt + 1}` });
    if (outcome === "sent" || outcome === "none") return;
    if (outcome === "later") {
      waits += 1;
      if (waits > signUpTries) return;
      await DBOS.sleep(Math.min(signUpPauseMs * 1.2 ** waits, longestPauseMs));
      continue;
    }
    attempt += 1;
    const delay = retryDelaysMs[attempt];
    if (delay !== undefined) await DBOS.sleep(delay);
  }
  tools.log.error({ kind: job.kind }, "an email could not be sent; giving up");
}

async function sendOnce(ctx: SystemContext, mail: MailTools, job: MailJob): Promise<Outcome> {
  const { mailer, log } = mail;
  if (mailer === null) {
    log.error({ kind: job.kind }, "an email cannot be sent: SMTP_URL is not set for the worker");
    return "none";
  }
  try {
    // Loaded with the first mail: what writes it takes 100 MB, and most workers of many never do.
    const { writeMail } = await import("#src/services/mail/write-mail.ts");
    const written = await writeMail(ctx, { tools: mail, job });
    if (written === "none" || written === "later") return written;
    await mailer.send(written);
    return "sent";
  } catch (error) {
    log.warn({ err: error, kind: job.kind }, "an email was not accepted; trying again");
    return "failed";
  }
}
