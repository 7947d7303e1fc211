import { expect, onTestFinished, test } from "vitest";
import { NewChannel, usualManner, type ChannelManner, type Happening } from "#src/contract/messages/channels.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { QueuedMessage } from "#src/product/outbox/queries/outbox.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { createChannel, getChannel, saveChannel, testChannel } from "#src/product/channels/channels.ts";
import { deliverMessage, giveUpMessage, queueDueMessages } from "#src/product/outbox/outbox.ts";
import { learnTelegramBot, readTelegram } from "#src/product/channels/telegram.ts";
import type { ChannelTools } from "#src/product/channels/public/channel-tools.ts";
import { noteHappening } from "#src/product/channels/public/note-happening.ts";
import { makeDigests } from "#src/product/channels/telling.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import {
  botName,
  botToken,
  discordServer,
  ntfyServer,
  slackServer,
  telegramServer,
  tricks,
  type ChannelServer,
} from "#tests/support/channel-servers.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { testSecret } from "#tests/support/database.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { deliveryTools } from "#tests/support/outbox.ts";
import { emptyHouseList, signalEntry, subscribers } from "#tests/support/signals.ts";

const origin = "https://conclave.example";
const userOf = (cookie: string | undefined): string =>
  /token-(u_\w+)/.exec(decodeURIComponent(cookie ?? ""))?.[1] ?? "";

interface Bench {
  readonly testApp: TestApp;
  readonly ctx: ReturnType<typeof customerContext>;
  readonly tools: ChannelTools;
  /** Moves the clock. */
  readonly pass: (ms: number) => void;
  readonly now: () => number;
  /** Takes every message that is due as far as it goes now. */
  readonly drain: () => Promise<void>;
  readonly add: (wanted: object) => Promise<string>;
  readonly tell: (happening: Happening, once: string) => Promise<void>;
  readonly state: (id: string) => Promise<readonly string[]>;
}

async function bench(telegramUrl: string | null = null): Promise<Bench> {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
  const [cookie] = await subscribers(testApp, 1);
  const owner = userOf(cookie);
  let ahead = 0;
  const clock: Clock = { now: () => systemClock.now() + ahead };
  const queued: QueuedMessage[] = [];
  const queue = {
    ...testApp.queue,
    enqueueDelivery: async (_tx: unknown, message: QueuedMessage) => void queued.push(message),
  };
  const ctx = customerContext({
    db: testApp.db,
    queue,
    clock,
    settings: { webhookAllowPrivate: true },
    actor: { owner, plan: "signals", scopes: Scope.options },
  });
  const network = { ...outside(true), timeoutMs: 500 };
  const telegram = telegramUrl === null ? null : { apiUrl: telegramUrl, token: botToken };
  const tools: ChannelTools = { network, trusted: network, telegram, origin, secret: testSecret };
  return {
    testApp,
    ctx,
    tools,
    now: () => clock.now(),
    pass: (ms) => void (ahead += ms),
    async drain() {
      while ((await queueDueMessages(ctx)) > 0)
        for (const one of queued.splice(0))
          await deliverMessage(ctx, { tools: deliveryTools({ channels: () => tools }), ...one });
    },
    async add(wanted) {
      const by = { confirmedAt: clock.now(), origin };
      return (await createChannel(ctx, { by, wanted: NewChannel.parse({ name: "mine", ...wanted }) })).id;
    },
    tell: (happening, once) =>
      testApp.db.transaction((tx) =>
        noteHappening(tx, queue, { where: { owner, list: null }, once, happening, at: clock.now() }),
      ),
    async state(id) {
      const { rows } = await testApp.db.pool.query<{ state: string }>(
        "select state from outbox where channel = $1 order by created_at, id",
        [id],
      );
      return rows.map((row) => row.state);
    },
  };
}

const ended = (id = "bt_1"): Happening => ({ event: "backtest_ended", backtest: id, ok: true });

async function manner({ ctx }: Bench, id: string, changes: Partial<ChannelManner>): Promise<void> {
  const { channel } = await getChannel(ctx, id);
  await saveChannel(ctx, { ...channel, manner: { ...usualManner, ...changes } });
}

type Start = () => Promise<{ server: ChannelServer; wanted: object }>;
const services: Readonly<Record<string, Start>> = {
  discord: async () => {
    const server = await discordServer();
    return { server, wanted: { kind: "discord", url: `${server.url}/api/webhooks/1/abc` } };
  },
  slack: async () => {
    const server = await slackServer();
    return { server, wanted: { kind: "slack", url: `${server.url}/services/T0/B0/abc` } };
  },
  ntfy: async () => {
    const server = await ntfyServer("tk_secret");
    return { server, wanted: { kind: "ntfy", url: `${server.url}/topic-of-tests`, token: "tk_secret" } };
  },
};

function start(kind: string): ReturnType<Start> {
  const found = services[kind];
  if (found === undefined) throw new Error(`no server for ${kind}`);
  return found();
}

test.for(Object.keys(services))("%s: what fails is tried again, and taken once", async (kind) => {
  const on = await bench();
  const { server, wanted } = await start(kind);
  const id = await on.add(wanted);
  server.next(tricks.page(502), tricks.dropped(), tricks.silent(), tricks.word(429, "", { "retry-after": "90" }));
  await on.tell(ended(), "one");
  await on.tell(ended(), "one");
  for (let round = 0; round < 20 && (await on.state(id))[0] !== "sent"; round += 1) {
    await on.drain();
    on.pass(60_000);
  }
  expect(await on.state(id)).toEqual(["sent"]);
  expect(server.taken).toHaveLength(1);
  const { log } = await getChannel(on.ctx, id);
  const told = log[0]?.attempts.toReversed().map(({ status, error }) => [status, error]);
  expect(told).toEqual([
    [502, "answered 502"],
    [null, expect.stringContaining("connection failed")],
    [null, "no response within 0.5 s"],
    [429, "too many messages"],
    [expect.any(Number), null],
  ]);
});

test("a limit is kept by every message to the place, and no attempt is made before it is over", async () => {
  const on = await bench();
  const { server, wanted } = await start("discord");
  const id = await on.add(wanted);
  server.next(tricks.status(429, { retry_after: 120 }, { "x-ratelimit-reset-after": "120", "retry-after": "120" }));
  await on.tell(ended("bt_1"), "one");
  await on.drain();
  await on.tell(ended("bt_2"), "two");
  await on.drain();
  on.pass(60_000);
  await on.drain();
  expect(server.asked()).toBe(1);
  on.pass(62_000);
  for (let round = 0; round < 5; round += 1) {
    await on.drain();
    on.pass(1000);
  }
  expect(await on.state(id)).toEqual(["sent", "sent"]);
  expect(server.asked()).toBe(3);
});

test("a deleted webhook pauses the channel, which its owner is mailed, and nothing more is sent", async () => {
  const on = await bench();
  const { server, wanted } = await start("discord");
  const id = await on.add(wanted);
  server.next(tricks.status(404, { message: "Unknown Webhook", code: 10015 }));
  await on.tell(ended(), "one");
  await on.drain();
  await on.tell(ended("bt_2"), "two");
  await on.drain();
  const { channel } = await getChannel(on.ctx, id);
  expect(channel).toMatchObject({ state: "paused", reason: "the webhook was deleted" });
  expect(await on.state(id)).toEqual(["failed"]);
  expect(server.asked()).toBe(1);
  const { rows } = await on.testApp.db.pool.query<{ n: number }>(
    "select count(*)::int as n from outbox where once like 'mail channel_paused %'",
  );
  expect(rows[0]?.n).toBe(1);
});

test("a message whose worker is lost is taken again, and is given up when it ends its workers", async () => {
  const on = await bench();
  const server = await ntfyServer();
  const id = await on.add({ kind: "ntfy", url: `${server.url}/topic-of-tests` });
  await on.tell(ended(), "one");
  const taken = async (): Promise<number> => queueDueMessages(on.ctx);
  expect([await taken(), await taken()]).toEqual([1, 0]);
  on.pass(16 * 60_000);
  // With the mail about the new channel, which no worker took either.
  expect(await taken()).toBe(2);
  const [message] = (await getChannel(on.ctx, id)).log;
  await giveUpMessage(on.ctx, { id: message?.id ?? "", turn: 1 });
  expect((await getChannel(on.ctx, id)).log).toMatchObject([{ state: "queued" }]);
  await giveUpMessage(on.ctx, { id: message?.id ?? "", turn: 2 });
  const reason = "its delivery was interrupted repeatedly";
  expect((await getChannel(on.ctx, id)).log).toMatchObject([{ state: "failed", reason, attempts: [] }]);
  on.pass(16 * 60_000);
  await on.drain();
  expect(server.asked()).toBe(0);
});

test("Slack refuses one message and goes on with the next", async () => {
  const on = await bench();
  const { server, wanted } = await start("slack");
  const id = await on.add(wanted);
  server.next(tricks.word(400, "invalid_payload"));
  await on.tell(ended(), "one");
  await on.drain();
  on.pass(2000);
  await on.tell(ended("bt_2"), "two");
  await on.drain();
  expect(await on.state(id)).toEqual(["failed", "sent"]);
});

test("Telegram is connected by the link, tells, follows a group that grows, and ends when it is blocked", async () => {
  const server = await telegramServer();
  const on = await bench(server.url);
  expect(await learnTelegramBot(on.ctx, on.tools)).toBe(botName);
  const by = { confirmedAt: on.now(), origin };
  const made = await createChannel(on.ctx, { by, wanted: { kind: "telegram", name: "my chat" } });
  const link = new URL(made.connect ?? "");
  expect(`${link.origin}${link.pathname}`).toBe(`https://t.me/${botName}`);
  const token = link.searchParams.get("start") ?? "";
  const chat = { id: 42, type: "private", first_name: "Ann" };
  server.write({ message: { chat, text: "hello" } });
  server.write({ message: { chat, text: `/start ${token}` } });
  server.write({ message: { chat, text: `/start ${token}` } });
  server.write({ odd: true });
  expect(await readTelegram(on.ctx, { tools: on.tools, by: "one" })).toBe("read");
  // Another worker has to wait until the first one is gone.
  expect(await readTelegram(on.ctx, { tools: on.tools, by: "two" })).toBe("idle");
  expect((await getChannel(on.ctx, made.id)).channel).toMatchObject({ state: "active", hint: "private chat" });
  expect(server.taken.map(({ body }) => body["text"])).toEqual([
    expect.stringContaining("Connected"),
    expect.stringContaining("expired or was used"),
  ]);

  server.next(
    tricks.telegram(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: -1001 }),
  );
  await on.tell(ended(), "one");
  for (let round = 0; round < 5; round += 1) {
    await on.drain();
    on.pass(3000);
  }
  expect(server.taken.at(-1)?.body).toMatchObject({ chat_id: "-1001", parse_mode: "HTML" });
  server.next(tricks.telegram(429, "Too Many Requests: retry after 5", { retry_after: 5 }));
  await on.tell(ended("bt_2"), "two");
  await on.drain();
  expect((await on.state(made.id))[1]).toBe("waiting");
  on.pass(6000);
  await on.drain();
  on.pass(3000);
  await on.drain();
  expect(await on.state(made.id)).toEqual(["sent", "sent"]);

  server.write({
    my_chat_member: { chat: { id: -1001, type: "supergroup" }, new_chat_member: { status: "kicked" } },
  });
  await readTelegram(on.ctx, { tools: on.tools, by: "one" });
  expect((await getChannel(on.ctx, made.id)).channel).toMatchObject({ state: "paused" });
});

test("quiet hours hold a message until they end, or drop it; a test message is sent all the same", async () => {
  const on = await bench();
  const { server, wanted } = await start("ntfy");
  const id = await on.add(wanted);
  const time = (at: number): string => new Date(at).toISOString().slice(11, 16);
  const quiet = { from: time(on.now() - 60 * 60_000), to: time(on.now() + 60 * 60_000), mode: "hold" } as const;
  await manner(on, id, { quiet });
  await on.tell(ended(), "one");
  await on.drain();
  expect(await on.state(id)).toEqual(["held"]);
  await testChannel(on.ctx, id);
  await on.drain();
  expect(server.taken).toHaveLength(1);
  on.pass(62 * 60_000);
  await on.drain();
  expect(await on.state(id)).toEqual(["sent", "sent"]);
  expect(server.taken).toHaveLength(2);

  const later = { from: time(on.now() - 60_000), to: time(on.now() + 60 * 60_000), mode: "drop" } as const;
  await manner(on, id, { quiet: later });
  await on.tell(ended("bt_2"), "two");
  await on.drain();
  expect(await on.state(id)).toEqual(["sent", "sent", "dropped"]);
});

test("a digest is one message of all that was collected, in its language, and none of nothing", async () => {
  const on = await bench();
  const { server, wanted } = await start("slack");
  const id = await on.add(wanted);
  const hour = new Date(on.now() + 2 * 60 * 60_000).getUTCHours();
  await manner(on, id, { digest: { every: "day", hour, weekday: 1 }, language: "de" });
  for (const one of ["bt_1", "bt_2", "bt_3"]) await on.tell(ended(one), one);
  await makeDigests(on.ctx);
  await on.drain();
  expect(server.taken).toEqual([]);
  on.pass(2 * 60 * 60_000);
  await makeDigests(on.ctx);
  await makeDigests(on.ctx);
  await on.drain();
  expect(server.taken).toHaveLength(1);
  const text = JSON.stringify(server.taken[0]?.body);
  expect(text).toContain("3 Neuigkeiten");
  expect(text.match(/Dein Backtest ist fertig/g)?.length).toBeGreaterThanOrEqual(3);
  on.pass(24 * 60 * 60_000);
  await makeDigests(on.ctx);
  await on.drain();
  expect(server.taken).toHaveLength(1);
});

test("only what was chosen for a list is told, and nothing of the house list without the plan", async () => {
  const on = await bench();
  const { server, wanted } = await start("discord");
  const id = await on.add(wanted);
  const { channel } = await getChannel(on.ctx, id);
  await saveChannel(on.ctx, {
    ...channel,
    choices: { account: [], lists: { default: [], house: ["signal_published"] } },
  });
  const signal = signalEntry("SAP.DE", "Buy", { name: "[SAP](https://evil.example) @everyone" });
  await on.testApp.db.transaction((tx) => appendEntry(tx, "house", signal, on.now()));
  await on.tell(ended(), "one");
  const happening: Happening = { event: "signal_published", signal: signal.id };
  const page = { list: "house", once: signal.id, happening, after: "" };
  const { noteHappeningPage } = await import("#src/product/channels/telling.ts");
  expect(await noteHappeningPage(on.ctx, page)).toBeNull();
  await noteHappeningPage(on.ctx, page);
  await on.drain();
  expect(server.taken).toHaveLength(1);
  expect(server.taken[0]?.body).toMatchObject({ allowed_mentions: { parse: [] } });
  await on.testApp.db.pool.query("update accounts set plan = 'free', plan_until = null");
  await noteHappeningPage(on.ctx, { ...page, once: "again" });
  await on.drain();
  expect(await on.state(id)).toEqual(["sent"]);
});

test("the link in a message stops its channel once it is posted, and an address stands nowhere in the clear", async () => {
  const on = await bench();
  const { server, wanted } = await start("ntfy");
  const id = await on.add(wanted);
  await testChannel(on.ctx, id);
  await on.drain();
  const [action] = Object(server.taken[0]?.body)["actions"];
  const { pathname } = new URL(action.url);
  const token = pathname.split("/").at(-1) ?? "";
  const door = await on.testApp.open();
  const post = (path: string) => fetch(`${door.url}${path}`, { method: "POST", redirect: "manual" });
  await fetch(`${door.url}/api/unsubscribe/${token}`, { redirect: "manual" });
  expect((await getChannel(on.ctx, id)).channel.state).toBe("active");
  expect((await post(`/api/unsubscribe/${token.slice(0, -2)}xx`)).status).toBe(404);
  const stopped = await post(`/api/unsubscribe/${token}`);
  expect([stopped.status, stopped.headers.get("location")]).toEqual([303, `/unsubscribe/${token}`]);
  expect((await getChannel(on.ctx, id)).channel.state).toBe("paused");

  const { rows } = await on.testApp.db.pool.query(
    "select row_to_json(c)::text as row from channels c union all select row_to_json(m)::text from outbox m union all select row_to_json(a)::text from outbox_attempts a",
  );
  const kept = JSON.stringify([rows, await getChannel(on.ctx, id), door.logged()]);
  expect(kept).not.toContain("tk_secret");
  expect(kept).not.toContain("topic-of-tests");
  expect(door.logged()).not.toContain(token);
});

test.for([
  ["discord", "https://discord.com/channels/1/2", /link to a channel/],
  ["discord", "https://discord.com/api/webhooks/", /webhook URL/],
  ["slack", "https://app.slack.com/client/T0/C0", /incoming webhook/],
  ["ntfy", "https://ntfy.sh/", /address of a topic/],
  ["webhook", "http://127.0.0.1/hook", /reachable from the internet/],
  ["discord", "http://[::1]/api/webhooks/1/a", /reachable from the internet/],
  ["ntfy", "https://user:pass@ntfy.sh/topic", /user name/],
] as const)("an address that cannot be %s's is refused: %s", async ([kind, url, why]) => {
  const { readTarget } = await import("#src/product/channels/lib/targets.ts");
  const wanted = NewChannel.parse({ kind, name: "x", url });
  if (wanted.kind === "telegram") throw new Error("no address");
  expect(() => readTarget(wanted, { webhookAllowPrivate: false })).toThrow(why);
});
