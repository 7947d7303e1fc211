import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Happening } from "#src/contract/messages/channels.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import {
  CreatedEndpoint,
  Endpoint,
  EndpointDelivery,
  EndpointEvent,
  webhookLimits,
} from "#src/contract/messages/webhooks.ts";
import type { QueuedMessage } from "#src/product/outbox/queries/outbox.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { deliverMessage, queueDueMessages } from "#src/product/outbox/outbox.ts";
import type { ChannelTools } from "#src/product/channels/public/destination.ts";
import { noteHappening } from "#src/product/channels/public/note-happening.ts";
import { createEndpoint } from "#src/product/endpoints/endpoints.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { apple, ask, submit, type Ask, type Reply } from "#tests/support/api-client.ts";
import { endpointServer, tricks, type ChannelServer, type Taken } from "#tests/support/channel-servers.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { fail, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { deliveryTools } from "#tests/support/outbox.ts";
import { newWatchlist, signalEntry } from "#tests/support/signals.ts";

const day = 24 * 60 * 60_000;
let testApp: TestApp;
let door: FrontDoor;
/** Of the worker that the tests are. */
let ahead = 0;
const clock: Clock = { now: () => systemClock.now() + ahead };
const queued: QueuedMessage[] = [];
const mails: object[] = [];
let ctx: ReturnType<typeof customerContext>;
let tools: ChannelTools;

beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true }, settings: { webhookAllowPrivate: true } });
  const queue = {
    ...testApp.queue,
    enqueueDelivery: async (_tx: unknown, message: QueuedMessage) => void queued.push(message),
    enqueueMail: async (_tx: unknown, mail: object) => void mails.push(mail),
  };
  ctx = customerContext({ db: testApp.db, queue, clock, settings: { webhookAllowPrivate: true } });
  const network = { ...outside(true), timeoutMs: 500 };
  tools = {
    network,
    trusted: network,
    telegram: null,
    origin: "https://conclave.example",
    secret: "a secret of tests",
  };
});
afterAll(() => testApp.drop(), 60_000);

/** Takes every message that is due as far as it goes now. */
async function drain(): Promise<void> {
  while ((await queueDueMessages(ctx)) > 0)
    for (const one of queued.splice(0))
      await deliverMessage(ctx, { tools: deliveryTools({ channels: () => tools }), ...one });
}

/** A program of a new account, and what it says to the API. */
async function program(owner: string) {
  const key = await testApp.newKey(owner);
  const say = (method: string, path: string, given: Ask = {}): Promise<Reply> =>
    ask(door.url, method, path, { ...given, headers: { "x-api-key": key, ...given.headers } });
  const add = async (
    server: ChannelServer,
    events: readonly EndpointEvent[] = EndpointEvent.options,
  ): Promise<CreatedEndpoint> => {
    const made = await say("POST", "/v1/webhooks", { json: { url: `${server.url}/hook`, events } });
    expect([made.status, made.headers.get("location")]).toEqual([201, expect.stringMatching(/^\/v1\/webhooks\/whe_/)]);
    return CreatedEndpoint.parse(made.body);
  };
  const tell = (happening: Happening, once: string): Promise<void> =>
    testApp.db.transaction((tx) =>
      noteHappening(tx, ctx.queue, { where: { owner, list: null }, once, happening, at: clock.now() }),
    );
  const deliveries = async (id: string): Promise<EndpointDelivery[]> =>
    z.object({ data: z.array(EndpointDelivery) }).parse((await say("GET", `/v1/webhooks/${id}/deliveries`)).body).data;
  return { key, say, add, tell, deliveries };
}

const detailOf = ({ body }: Reply): string => z.object({ detail: z.string() }).parse(body).detail;
const ended = (id = "bt_1"): Happening => ({ event: "deposit_credited", deposit: id, minor: 1250 });
const verified = ({ body, headers }: Taken, secret: string): unknown =>
  new Webhook(secret).verify(JSON.stringify(body), { ...headers });

test("an account's webhook is made, shown without its secret, changed, paused, resumed and deleted", async () => {
  const ann = await program("ann");
  const server = await endpointServer();
  const { secret, ...endpoint } = await ann.add(server, ["analysis.failed", "analysis.failed"]);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(endpoint).toMatchObject({
    name: "Webhook",
    events: ["analysis.failed"],
    status: "active",
    failing_since: null,
  });
  const path = `/v1/webhooks/${endpoint.id}`;
  expect((await ann.say("GET", "/v1/webhooks")).body).toEqual({ data: [endpoint] });
  expect((await ann.say("GET", path)).body).toEqual(endpoint);
  const changed = { url: `${server.url}/other`, name: "Mine", events: ["plan.ending"] };
  expect((await ann.say("PUT", path, { json: changed })).body).toEqual({ ...endpoint, ...changed });
  expect((await ann.say("POST", `${path}/pause`)).body).toMatchObject({ status: "paused", paused_reason: null });
  expect(detailOf(await ann.say("POST", `${path}/test`))).toBe("the webhook is paused; resume it first");
  expect((await ann.say("POST", `${path}/resume`)).body).toMatchObject({ status: "active" });
  const { rows } = await testApp.db.pool.query("select * from channels where id = $1", [endpoint.id]);
  for (const hidden of [secret, secret.slice(6, 20), server.url]) expect(JSON.stringify(rows)).not.toContain(hidden);
  expect((await ann.say("DELETE", path)).status).toBe(204);
  expect((await ann.say("GET", path)).status).toBe(404);
});

test("addresses inside, credentials in them and unknown events are refused, and so is one too many", async () => {
  const locked = await testApp.open({ access: { open: false, loopback: true } });
  const key = await testApp.newKey("bea");
  const post = (json: object) => ask(locked.url, "POST", "/v1/webhooks", { json, headers: { "x-api-key": key } });
  const events = ["plan.ending"];
  for (const url of [
    "http://127.0.0.1/x",
    "http://[::1]/x",
    "http://2130706433/",
    "https://localhost/x",
    "http://10.0.0.8",
  ])
    expect((await post({ url, events })).status, url).toBe(422);
  expect((await post({ url: "https://ann:pw@hooks.example/", events })).status).toBe(422);
  expect((await post({ url: "ftp://hooks.example/", events })).status).toBe(422);
  expect((await post({ url: "https://hooks.example/", events: [] })).status).toBe(422);
  expect((await post({ url: "https://hooks.example/", events: ["everything"] })).status).toBe(422);
  for (let n = 0; n < webhookLimits.perAccount; n += 1)
    expect((await post({ url: "https://hooks.example/", events })).status).toBe(201);
  expect((await post({ url: "https://hooks.example/", events })).status).toBe(409);
});

test("nobody reaches another's", async () => {
  const [cid, dan] = [await program("cid"), await program("dan")];
  const { id } = await cid.add(await endpointServer());
  await cid.say("POST", `/v1/webhooks/${id}/test`);
  const [sent] = await cid.deliveries(id);
  const json = { url: "https://dan.example/", events: ["plan.ending"] };
  for (const [method, path, given] of [
    ["GET", "", {}],
    ["PUT", "", { json }],
    ["POST", "/pause", {}],
    ["POST", "/rotate-secret", {}],
    ["POST", "/test", {}],
    ["GET", "/deliveries", {}],
    ["POST", `/deliveries/${sent?.id}/redeliver`, {}],
    ["DELETE", "", {}],
  ] as const)
    expect((await dan.say(method, `/v1/webhooks/${id}${path}`, given)).status, path).toBe(404);
  const other = await dan.add(await endpointServer());
  expect((await dan.say("POST", `/v1/webhooks/${other.id}/deliveries/${sent?.id}/redeliver`)).status).toBe(404);
  await drain();
});

describe("a message", () => {
  test("of an analysis that ended has the job, is signed, and comes once", async () => {
    const eve = await program("eve");
    const server = await endpointServer();
    const { id, secret } = await eve.add(server);
    const [done, failed] = [
      (await submit(door.url, apple, { "x-api-key": eve.key })).id,
      (await submit(door.url, apple, { "x-api-key": eve.key })).id,
    ];
    await succeed(testApp, done);
    await fail(testApp, failed, "no data");
    await drain();
    expect(server.taken.map(({ body }) => body["type"])).toEqual(["analysis.succeeded", "analysis.failed"]);
    const [first, second] = server.taken;
    if (first === undefined || second === undefined) throw new Error("two messages were expected");
    expect(verified(first, secret)).toMatchObject({ data: { analysis: { id: done, status: "succeeded" } } });
    expect(JSON.stringify(first.body)).not.toContain('"reports"');
    expect(second.body).toMatchObject({ data: { analysis: { id: failed, error: "no data" } } });
    const log = await eve.deliveries(id);
    expect(log.map(({ event, status, attempts }) => [event, status, attempts.length])).toEqual([
      ["analysis.failed", "delivered", 1],
      ["analysis.succeeded", "delivered", 1],
    ]);
    expect(first.headers["webhook-id"]).toBe(log[1]?.id);
  });

  test("of a signal has the signal, by the most telling name that was chosen, while the plan has it", async () => {
    const fay = await program("fay");
    const [all, published] = [await endpointServer(), await endpointServer()];
    await fay.add(all);
    await fay.add(published, ["signal.published"]);
    const list = await newWatchlist(testApp, "fay");
    const entry = signalEntry("AAPL", "Buy");
    await testApp.db.transaction((tx) => appendEntry(tx, list, entry, clock.now()));
    await fay.tell({ event: "rating_changed", signal: entry.id }, "one");
    await fay.tell(
      { event: "level_hit", signal: entry.id, level: "stop", price: 9, close: 8, session: "2025-06-02" },
      "two",
    );
    await fay.tell({ event: "signal_published", signal: "sig_gone" }, "three");
    await drain();
    expect(all.taken.map(({ body }) => body["type"])).toEqual(["signal.rating_changed", "signal.level_hit"]);
    expect(all.taken[0]?.body).toMatchObject({ data: { signal: { id: entry.id, rating: "Buy" } } });
    expect(all.taken[1]?.body).toMatchObject({ data: { level: "stop", price: 9, signal: { symbol: "AAPL" } } });
    expect(published.taken.map(({ body }) => body["type"])).toEqual(["signal.published"]);
  });

  test("that fails is tried again, with what the endpoint said, and can be sent again by hand under its id", async () => {
    const gus = await program("gus");
    const server = await endpointServer();
    const { id } = await gus.add(server, ["deposit.credited"]);
    server.next(tricks.word(500, "upstream \u0007 is down".repeat(40)), tricks.dropped());
    await gus.tell(ended(), "one");
    await gus.tell({ event: "plan_ending", plan: "elite", until: 0, missingMinor: null }, "not chosen");
    await drain();
    const [failing] = await gus.deliveries(id);
    expect(failing).toMatchObject({
      status: "pending",
      reason: "answered 500",
      attempts: [{ number: 1, status: 500 }],
    });
    expect(failing?.attempts[0]?.response).toHaveLength(webhookLimits.response);
    expect(detailOf(await gus.say("POST", `/v1/webhooks/${id}/deliveries/${failing?.id}/redeliver`))).toMatch(
      /already being delivered/,
    );
    expect(Endpoint.parse((await gus.say("GET", `/v1/webhooks/${id}`)).body).failing_since).not.toBeNull();
    for (let n = 0; n < 2; n += 1) {
      ahead += 60_000;
      await drain();
    }
    const [delivered, ...others] = await gus.deliveries(id);
    expect([delivered?.status, delivered?.attempts.length, others]).toEqual(["delivered", 3, []]);
    expect(Endpoint.parse((await gus.say("GET", `/v1/webhooks/${id}`)).body).failing_since).toBeNull();
    const again = await gus.say("POST", `/v1/webhooks/${id}/deliveries/${delivered?.id}/redeliver`);
    expect([again.status, EndpointDelivery.parse(again.body).status]).toEqual([202, "pending"]);
    await drain();
    expect(server.taken.map(({ headers }) => headers["webhook-id"])).toEqual([delivered?.id, delivered?.id]);
    expect(server.taken[0]?.body).toEqual(server.taken[1]?.body);
    expect(server.taken[0]?.body).toMatchObject({ type: "deposit.credited", data: { amount_usd: "12.50" } });
  });

  test("of a test is signed by both secrets for a day after a rotation, and by the new one alone afterwards", async () => {
    const hal = await program("hal");
    const server = await endpointServer();
    const { id, secret } = await hal.add(server);
    const rotate = async (): Promise<string> =>
      z.object({ secret: z.string() }).parse((await hal.say("POST", `/v1/webhooks/${id}/rotate-secret`)).body).secret;
    const next = await rotate();
    const test = async (): Promise<Taken> => {
      expect((await hal.say("POST", `/v1/webhooks/${id}/test`)).status).toBe(202);
      await drain();
      const last = server.taken.at(-1);
      if (last === undefined) throw new Error("no message came");
      return last;
    };
    const both = await test();
    expect(both.body).toMatchObject({ type: "webhook.test", data: { webhook_id: id } });
    expect(verified(both, secret)).toEqual(verified(both, next));
    const third = await rotate();
    const later = await test();
    expect(() => verified(later, secret)).toThrow("No matching signature found");
    expect(verified(later, next)).toEqual(verified(later, third));
    const before = ahead;
    ahead += day + 60_000;
    const alone = await test();
    expect(String(alone.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    ahead = before;
  });
});

test("an endpoint that says stop is paused at once; one that fails for days is paused, and its owner mailed", async () => {
  const ivy = await program("ivy");
  const [stopping, dead] = [await endpointServer(), await endpointServer()];
  const one = await ivy.add(stopping);
  stopping.next(tricks.word(410, ""));
  await ivy.tell(ended("dep_0"), "first");
  await drain();
  expect((await ivy.say("GET", `/v1/webhooks/${one.id}`)).body).toMatchObject({
    status: "paused",
    paused_reason: "the endpoint answered 410 and accepts no more messages",
  });
  const two = await ivy.add(dead);
  const statusNow = async (): Promise<string> =>
    Endpoint.parse((await ivy.say("GET", `/v1/webhooks/${two.id}`)).body).status;
  for (let days = 0; days <= webhookLimits.pauseAfterDays; days += 1) {
    expect(await statusNow(), `after ${days} days`).toBe("active");
    dead.next(tricks.word(503, ""));
    await ivy.tell(ended(`dep_${days}`), `day ${days}`);
    await drain();
    ahead += day;
    // What waits from the day before would be taken now.
    await testApp.db.pool.query("update outbox set state = 'failed', due_at = null where due_at is not null");
  }
  expect(await statusNow()).toBe("paused");
  expect(mails.filter((mail) => "channel" in mail)).toEqual([
    expect.objectContaining({ kind: "channel_paused", channel: one.id, endpoint: true }),
    expect.objectContaining({ kind: "channel_paused", channel: two.id, endpoint: true }),
  ]);
  await ivy.tell(ended("dep_late"), "nobody hears");
  expect((await ivy.deliveries(two.id)).map(({ status }) => status)).not.toContain("pending");
});

test("what leads to a service but inside is not asked at delivery", async () => {
  const jo = await program("jo");
  const server = await endpointServer();
  const { id } = await jo.add(server);
  await jo.say("POST", `/v1/webhooks/${id}/test`);
  const locked = { ...tools, network: { ...outside(false), timeoutMs: 500 } };
  await queueDueMessages(ctx);
  for (const message of queued.splice(0))
    await deliverMessage(ctx, { tools: deliveryTools({ channels: () => locked }), ...message });
  expect(server.asked()).toBe(0);
  const [refused] = await jo.deliveries(id);
  expect(refused?.attempts[0]).toMatchObject({ status: null, error: "the host is not public", response: null });
});

test("a page asks for a fresh sign-in and mails its owner, and a key without the scope reads none", async () => {
  const actor = { owner: "kim", plan: "elite", scopes: Scope.options } as const;
  await testApp.newKey("kim");
  const wanted = { url: "https://hooks.example/", name: "mine", events: ["plan.ending" as const] };
  const stale = { confirmedAt: clock.now() - day, origin: "https://conclave.example" };
  await expect(createEndpoint({ ...ctx, actor }, { wanted, by: stale })).rejects.toThrow(/confirm/i);
  await createEndpoint({ ...ctx, actor }, { wanted, by: { ...stale, confirmedAt: clock.now() } });
  expect(mails.at(-1)).toMatchObject({ kind: "account_changed", change: "endpoint_added", subject: "hooks.example" });
  const reader = await testApp.newKey("kim", { scopes: ["webhooks:read"] });
  const asReader = { headers: { "x-api-key": reader } };
  expect((await ask(door.url, "GET", "/v1/webhooks", asReader)).status).toBe(200);
  expect((await ask(door.url, "POST", `/v1/webhooks/${newId("whe")}/test`, asReader)).status).toBe(403);
});
