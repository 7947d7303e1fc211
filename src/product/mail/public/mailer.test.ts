import { expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { testVault } from "#tests/support/database.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { createMailer } from "./mailer.ts";

const mail = { to: "ada@example.com", subject: "Hello", text: "Text", html: "<p>Text</p>", unsubscribeUrl: null };
const tools = {
  db: { vault: testVault, transaction: () => Promise.reject(new Error("no mail is kept here")) },
  clock: systemClock,
};

async function sendTo(url: string): Promise<void> {
  const mailer = createMailer(tools, { kind: "smtp", url, from: "Conclave <hello@conclave.example>" });
  if (mailer === null) throw new Error("mail is not set up");
  await mailer.send(mail).finally(() => mailer.close());
}

/** A name of this machine that is not known as one. */
const elsewhere = (url: string): string => url.replace("127.0.0.1", "127.1");

test("a mail server on another machine that offers no TLS gets nothing, unless its address says so", async () => {
  const { url, taken } = await mailServer();
  await expect(sendTo(elsewhere(url))).rejects.toThrow(/STARTTLS/i);
  expect(taken).toEqual([]);
  await sendTo(`${elsewhere(url)}?requireTLS=false`);
  expect(taken).toHaveLength(1);
});

test("one on this machine may do without", async () => {
  const { url, taken } = await mailServer();
  await sendTo(url);
  expect(taken).toHaveLength(1);
});
