import { spawn } from "node:child_process";
import { join } from "node:path";
import { listDevMails } from "#src/product/mail/mail.ts";
import type { DevMail } from "#src/contract/messages/mails.ts";
import { pauseSince } from "./up-process.ts";
import type { TestApp } from "./front-door.ts";
import { testSecret } from "./database.ts";
import { systemContext } from "#tests/support/contexts.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

const mailbox = { offer: { github: false, google: false, mail: true, devMailbox: true } };

export interface MailWorker {
  /** All that it has said. */
  said(): string;
  stop(): void;
}

/** A worker process on a test service's database: it writes the mails, and sends them where `env` says. */
export function startMailWorker(testApp: Pick<TestApp, "url">, env: Readonly<Record<string, string>> = {}): MailWorker {
  const worker = spawn(process.execPath, [main, "worker", "--internal", "0"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: testApp.url,
      AUTH_SECRET: testSecret,
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_LLM_PROVIDER: "rules",
      LOG_LEVEL: "warn",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  for (const stream of [worker.stdout, worker.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      process.stderr.write(piece);
    });
  return { said: () => text, stop: () => void worker.kill("SIGKILL") };
}

/** Polls until it is there; says what was waited for when it never comes. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined>,
  withinMs = 240_000,
): Promise<T> {
  for (const from = performance.now(); performance.now() - from < withinMs; await pauseSince(from)) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

/** The newest mail to an address with this subject, behind `after` others of the kind. */
export async function mailTo(
  testApp: Pick<TestApp, "db">,
  to: string,
  subject: string | RegExp,
  nth = 1,
): Promise<DevMail> {
  return until(`mail ${nth} to ${to}: ${String(subject)}`, async () => {
    const mails = await mailsTo(testApp, to, subject);
    return mails.length >= nth ? mails[0] : null;
  });
}

/** Those that are there now, the newest first. */
export async function mailsTo(testApp: Pick<TestApp, "db">, to: string, subject: string | RegExp): Promise<DevMail[]> {
  return (await listDevMails(systemContext(testApp), mailbox)).filter(
    (mail) => mail.to === to && (typeof subject === "string" ? mail.subject === subject : subject.test(mail.subject)),
  );
}

/** The link of a mail. */
export function linkIn({ text }: Pick<DevMail, "text">): URL {
  const found = /^https?:\/\/\S+$/m.exec(text)?.[0];
  if (found === undefined) throw new Error(`no link in: ${text}`);
  return new URL(found);
}
