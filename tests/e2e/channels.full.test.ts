import { expect, onTestFinished, test } from "vitest";
import { NewChannel } from "#src/contract/messages/channels.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { createChannel, getChannel } from "#src/product/channels/channels.ts";
import {
  botToken,
  discordServer,
  hookServer,
  ntfyServer,
  slackServer,
  telegramServer,
  tricks,
  type ChannelServer,
} from "#tests/support/channel-servers.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until } from "#tests/support/mail-worker.ts";
import { emptyHouseList, signalEntry, subscribers } from "#tests/support/signals.ts";

test("a published signal is told at every service once, although the worker is killed while some have to wait", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
  const [cookie] = await subscribers(testApp, 1);
  const owner = /token-(u_\w+)/.exec(decodeURIComponent(cookie ?? ""))?.[1] ?? "";
  const [telegram, discord, slack, ntfy, hook] = await Promise.all([
    telegramServer(),
    discordServer(),
    slackServer(),
    ntfyServer(),
    hookServer(),
  ]);
  const env = {
    WEBHOOK_ALLOW_PRIVATE: "true",
    PUBLIC_URL: "https://conclave.example",
    TELEGRAM_BOT_TOKEN: `${telegram.url}/bot${botToken}`,
  };
  const first = startMailWorker(testApp, env);
  onTestFinished(() => first.stop());
  await until("the bot's name", async () => {
    const { rows } = await testApp.db.pool.query("select 1 from telegram_bot");
    return rows[0];
  });
  const ctx = customerContext({
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    settings: { webhookAllowPrivate: true },
    actor: { owner, plan: "signals", scopes: Scope.options },
  });
  const by = { confirmedAt: systemClock.now(), origin: "https://conclave.example" };
  const add = (wanted: object) => createChannel(ctx, { by, wanted: NewChannel.parse({ name: "mine", ...wanted }) });
  const chat = await add({ kind: "telegram" });
  const token = new URL(chat.connect ?? "").searchParams.get("start");
  telegram.write({ message: { chat: { id: 7, type: "private" }, text: `/start ${token}` } });
  await add({ kind: "discord", url: `${discord.url}/api/webhooks/1/a` });
  await add({ kind: "slack", url: `${slack.url}/services/T/B/a` });
  await add({ kind: "ntfy", url: `${ntfy.url}/e2e` });
  await add({ kind: "webhook", url: `${hook.url}/hook` });
  await until("the chat to be connected", async () =>
    (await getChannel(ctx, chat.id)).channel.state === "active" ? true : null,
  );

  // Two have to wait when the worker is killed: one by a limit, one by an error.
  discord.next(tricks.status(429, { retry_after: 6 }, { "retry-after": "6", "x-ratelimit-reset-after": "6" }));
  slack.next(tricks.page(503));
  const signal = signalEntry("AAPL", "Sell", { previous_rating: "Buy", changed: true });
  await testApp.db.transaction(async (tx) => {
    await appendEntry(tx, "house", signal, systemClock.now());
    await testApp.queue.enqueueHappening(tx, "house", `signal ${signal.id}`, {
      event: "rating_changed",
      signal: signal.id,
    });
  });
  const messages = (server: ChannelServer) => server.taken.filter(({ body }) => JSON.stringify(body).includes("AAPL"));
  const others = [telegram, ntfy, hook];
  await until("those that need not wait, noted as sent", async () => {
    const { rows } = await testApp.db.pool.query<{ n: number }>(
      "select count(*)::int as n from outbox where channel is not null and state = 'sent'",
    );
    return rows[0]?.n === 3 && discord.asked() === 1 && slack.asked() === 1 ? true : null;
  });
  first.stop();
  const second = startMailWorker(testApp, env);
  onTestFinished(() => second.stop());
  await until(
    "the rest",
    async () => {
      const { rows } = await testApp.db.pool.query<{ n: number }>(
        "select count(*)::int as n from outbox where channel is not null and state = 'sent'",
      );
      return rows[0]?.n === 5 ? true : null;
    },
    90_000,
  );
  for (const server of [...others, discord, slack]) expect(messages(server)).toHaveLength(1);
  const said = String(messages(telegram)[0]?.body["text"]);
  expect(said).toContain("<b>AAPL: Buy to Sell</b>");
  expect(said).toContain(`https://conclave.example/signals/${signal.id}`);
  expect(said).toContain("https://conclave.example/unsubscribe/");
  for (const worker of [first, second]) {
    expect(worker.said()).not.toContain(botToken);
    expect(worker.said()).not.toContain("/api/webhooks/1/a");
  }
});
