import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { systemClock } from "#src/core/clock.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { saveAlerts } from "#src/product/signals/alerts.ts";
import { openTestApp } from "#tests/support/front-door.ts";
import { mailTo, startMailWorker, until } from "#tests/support/mail-worker.ts";
import { listDevMails } from "#src/product/mail/queries/mails.ts";
import { emptyHouseList, signalEntry, subscribers } from "#tests/support/signals.ts";
import { customerContext } from "#tests/support/contexts.ts";

const userOf = (cookie: string | undefined): string =>
  /token-(u_\w+)/.exec(decodeURIComponent(cookie ?? ""))?.[1] ?? "";

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers 503 the first time, as a receiver does that is being restarted. */
async function receiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(received.length === 1 ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port }: AddressInfo = Object(server.address());
  return { url: `http://127.0.0.1:${port}/hook?token=secret`, received };
}

test("a changed rating is told by mail and webhook, to those who want it and have the plan, once", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
  const [paying] = await subscribers(testApp, 1);
  const [other] = await subscribers(testApp, 1);
  const [free] = await subscribers(testApp, 1, "free");
  const hook = await receiver();
  const ctx = (cookie: string | undefined) =>
    customerContext({
      db: testApp.db,
      clock: systemClock,
      settings: { webhookAllowPrivate: true },
      actor: { owner: userOf(cookie), plan: "signals" as const, scopes: Scope.options },
    });
  const wants = { email: true, webhook_url: hook.url, symbols: null };
  const kept = await saveAlerts(ctx(paying), wants);
  await saveAlerts(ctx(other), { ...wants, symbols: ["msft"] });
  await saveAlerts(ctx(free), wants);
  const worker = startMailWorker(testApp, { WEBHOOK_ALLOW_PRIVATE: "true", PUBLIC_URL: "http://localhost:3000" });
  onTestFinished(() => worker.stop());

  const changed = signalEntry("AAPL", "Sell", { previous_rating: "Buy", changed: true });
  await testApp.db.transaction(async (tx) => {
    await appendEntry(tx, "house", signalEntry("AAPL", "Buy"), systemClock.now());
    await appendEntry(tx, "house", changed, systemClock.now());
    const happening = { event: "rating_changed", signal: changed.id } as const;
    for (const once of ["one", "two"]) await testApp.queue.enqueueHappening(tx, "house", once, happening);
  });

  const mail = await mailTo(testApp, `${userOf(paying)}@example.com`, "AAPL: Buy to Sell");
  expect(mail.text).toContain(`http://localhost:3000/signals/${changed.id}`);
  const [first, second] = await until("the second attempt", async () =>
    hook.received.length >= 2 ? hook.received : null,
  );
  if (first === undefined || second === undefined) throw new Error("nothing received");
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(new Webhook(kept.webhook_secret ?? "").verify(second.body, second.headers)).toMatchObject({
    type: "signal.changed",
    data: { symbol: "AAPL", rating: "Sell", previous_rating: "Buy", number: 2 },
  });
  const attempts = await until("the delivery to be noted", async () => {
    const { rows } = await testApp.db.pool.query<{ owner: string; status: number; url: string }>(
      "select owner, status, url from outbox_attempts where url is not null order by number",
    );
    return rows.length >= 2 ? rows : null;
  });
  // Where it went is its owner's to read, and sealed.
  const url = expect.stringMatching(/^sealed\.1\./);
  expect(attempts).toEqual([
    { owner: userOf(paying), status: 503, url },
    { owner: userOf(paying), status: 204, url },
  ]);
  expect((await listDevMails(testApp.db.sql)).map(({ to }) => to)).toEqual([`${userOf(paying)}@example.com`]);
});
