import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { type MailJob, AccountChange } from "#src/contract/messages/mails.ts";
import { accountChanged, addressLetters, signInLetters } from "#src/product/mail/lib/account-letters.ts";
import { eventLetters } from "#src/product/mail/lib/event-letters.ts";
import { listDevMails } from "#src/product/mail/mail.ts";
import { renderLetter, type Letter } from "#src/product/mail/lib/letter-layout.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { closesBelow } from "#tests/support/conditions.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { startMailWorker, until } from "#tests/support/mail-worker.ts";
import { password } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const from = { MAIL_FROM: "Conclave <hello@conclave.example>" };

describe("mail", () => {
  test("that waits while no worker runs goes out through SMTP when one does, also when the server says later", async () => {
    const door = await testApp.open({ auth: { mail: "smtp" } });
    const browser = openBrowser(door.url);
    await browser.post("/api/auth/sign-up/email", { name: "S", email: "smtp@example.com", password });
    const { rows } = await testApp.db.pool.query("select data from outbox where destination = 'mail'");
    expect(rows).toHaveLength(1);
    // No token waits in the queue.
    expect(JSON.stringify(rows)).not.toMatch(/token|verify-email/);

    const server = await mailServer(1);
    const worker = startMailWorker(testApp, { SMTP_URL: server.url, ...from, LOG_LEVEL: "silent" });
    onTestFinished(() => worker.stop());
    const mail = await until("the mail at the server", async () => server.taken[0]);
    expect(mail).toMatchObject({ from: "hello@conclave.example", to: ["smtp@example.com"] });
    expect(mail.data).toMatch(/^Subject: Confirm your email address\r$/m);
    expect(mail.data).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail.data).toContain("Content-Type: text/plain");
    expect(mail.data).toContain("Content-Type: text/html");
    const unfolded = mail.data.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const link = /http:\/\/127\.0\.0\.1:\d+\/api\/auth\/verify-email\?token=\S+/.exec(unfolded)?.[0] ?? "";
    expect((await browser.get(link)).headers.get("location")).toBe("/dashboard");
    expect(server.taken).toHaveLength(1);
    worker.stop();
  });

  test("of a request that was rolled back is never sent, and one to nobody is no mail", async () => {
    const nobody: MailJob = { kind: "reset", email: "nobody@example.com", origin: "http://localhost", next: null };
    const undone = testApp.db.transaction(async (tx) => {
      await testApp.queue.enqueueMail(tx, { ...nobody, email: "undone@example.com" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await testApp.db.transaction((tx) => testApp.queue.enqueueMail(tx, nobody));
    const server = await mailServer();
    const worker = startMailWorker(testApp, { SMTP_URL: server.url, ...from });
    onTestFinished(() => worker.stop());
    const statuses = await until(
      "all mails to be done",
      async () => {
        const { rows } = await testApp.db.pool.query<{ due: Date | null }>(
          "select due_at as due from outbox where destination = 'mail'",
        );
        return rows.every(({ due }) => due === null) ? rows : null;
      },
      60_000,
    );
    expect(statuses.length).toBeGreaterThanOrEqual(1);
    expect(server.taken).toEqual([]);
  });
});

describe("the mailbox for development", () => {
  test("is shown where mail goes there, and nowhere else", async () => {
    const offer = { github: false, google: false, mail: true };
    expect(await listDevMails(systemContext(testApp), { offer: { ...offer, devMailbox: true } })).toEqual([]);
    await expect(listDevMails(systemContext(testApp), { offer: { ...offer, devMailbox: false } })).rejects.toThrow(
      "mailbox is not available",
    );
  });
});

const brokenWatch = {
  symbol: "BRK-B",
  conditions: [closesBelow()],
  states: [{ id: "C1", status: "broken", decided_on: "2019-06-05", value: 80, session: "2019-06-05", met: 2 }],
} as const;

function eventMails(origin: string): Letter[] {
  const event = { userId: "usr_a", once: "a", plan: "elite", until: Date.UTC(2026, 0, 2, 3, 4) } as const;
  const request = AnalysisRequest.parse({ ticker: "BRK-B", trade_date: "2019-06-03" });
  const at = "2026-01-01T00:00:00.000Z";
  const job = { id: "ana_1", request, created_at: at, started_at: at, finished_at: at, result: null, error: null };
  const result = { rating: "REVIEW", is_review: true, decision: null, reports: {} } as const;
  return [
    eventLetters.analysisEnded(origin, { ...job, status: "succeeded", result }),
    eventLetters.analysisEnded(origin, {
      ...job,
      status: "succeeded",
      result: { ...result, rating: "Buy", is_review: false },
    }),
    eventLetters.analysisEnded(origin, { ...job, status: "failed", error: "there is no such thing" }),
    ...[null, "sig_1"].map((signal) =>
      eventLetters.conditionBroken(
        origin,
        { userId: "usr_a", once: "a C1", kind: "condition_broken", analysis: "ana_1", condition: "C1", signal },
        { request, result: { ...result, rating: "Buy", is_review: false } },
        brokenWatch,
      ),
    ),
    eventLetters.planRenewed(origin, { ...event, kind: "plan_renewed", paidMinor: 7900 }),
    eventLetters.planEnds(origin, { ...event, kind: "plan_ends", missingMinor: null }),
    eventLetters.planEnds(origin, { ...event, kind: "plan_ends", missingMinor: 5 }),
    eventLetters.planEnded(origin, { ...event, kind: "plan_ended", unpaid: true }),
    eventLetters.planEnded(origin, { ...event, kind: "plan_ended", unpaid: false }),
    eventLetters.referralRewarded(origin, { ...event, kind: "referral_rewarded", minor: 380 }),
  ].filter((letter) => letter !== null);
}

describe("a letter", () => {
  const origin = "https://conclave.example";
  const all = [
    signInLetters.verify(`${origin}/a?b=1&c=2`),
    signInLetters.reset(`${origin}/a`),
    signInLetters.magicLink(`${origin}/a`),
    signInLetters.signUpNote(origin),
    signInLetters.newSignIn(origin, { when: "today", address: null, browser: '<img src=x onerror="alert(1)">' }),
    ...AccountChange.options.map((change) =>
      accountChanged({ kind: "account_changed", userId: "u", origin, at: 0, change, subject: "laptop" }, "today"),
    ),
    accountChanged(
      {
        kind: "account_changed",
        userId: "u",
        origin,
        at: 0,
        change: "password",
        revoked: { sessions: "all", api_keys: 2, connections: 1, webhooks: 1, passkeys: 1, providers: 0 },
      },
      "today",
    ),
    addressLetters.asked(`${origin}/a?b=1`, "new@example.com"),
    addressLetters.agreed(`${origin}/a?b=1`),
    addressLetters.known(origin),
    addressLetters.changed("new@example.com", "today"),
    ...eventMails(origin),
  ];

  test.each(all.map((letter) => [letter.subject, letter] as const))(
    "%s says the same as HTML and as text",
    async (subject, letter) => {
      const { html, text } = await renderLetter(letter);
      expect(subject.length).toBeLessThan(60);
      const visible = html
        .replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]+>/g, " ")
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&");
      for (const part of letter.paragraphs.filter((paragraph) => !paragraph.includes("<"))) {
        expect(visible).toContain(part);
        expect(text).toContain(part);
      }
      if (letter.action !== null) {
        expect(text).toContain(letter.action.url);
        expect(html).toContain(`href="${letter.action.url.replaceAll("&", "&amp;")}"`);
      }
      for (const said of [html, text])
        expect(said.includes(`${origin}/settings/notifications`)).toBe(letter.turnOffUrl !== null);
      expect(html).not.toContain("<img");
      expect(html).not.toContain("<script");
    },
  );
});
