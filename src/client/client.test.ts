import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { JobEvent } from "#src/contract/jobs.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import { systemClock } from "#src/platform/clock.ts";
import { apple, submit } from "#tests/support/api-client.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { ApiError } from "./api-error.ts";
import { createClient } from "./client.ts";

type Client = ReturnType<typeof createClient>;

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

describe("on the front door", () => {
  let testApp: TestApp;
  let door: FrontDoor;
  let client: Client;
  beforeAll(async () => {
    testApp = await openTestApp();
    door = await testApp.open();
    client = createClient({ baseUrl: door.url });
  });
  afterAll(() => testApp.drop());

  test("every operation is there with its types", async () => {
    const { data: job } = await client.api.POST("/v1/analyses", { body: apple });
    expect(job).toMatchObject({ status: "queued", request: { ...apple, asset_type: "stock" } });
    const job_id = job?.id ?? "";
    const { data: page } = await client.api.GET("/v1/analyses", { params: { query: { limit: 1 } } });
    expect(page?.data).toEqual([job]);
    const { data: cancelled } = await client.api.DELETE("/v1/analyses/{job_id}", { params: { path: { job_id } } });
    expect(cancelled?.status).toBe("cancelled");
    const { error } = await client.api.GET("/v1/analyses/{job_id}", { params: { path: { job_id: "ana_nobody" } } });
    expect(error).toEqual({ detail: expect.stringContaining("ana_nobody") });
  });

  test("the key goes with every request", async () => {
    const locked = await testApp.open({ access: { open: false, loopback: false } });
    const stranger = createClient({ baseUrl: locked.url });
    const { id } = await submit(locked.url, apple, { "x-api-key": await testApp.newKey("ann") });
    await expect(stranger.waitFor(id)).rejects.toMatchObject({ status: 401 });
    await expect(stranger.events(id).next()).rejects.toMatchObject({ status: 401 });
    const ann = createClient({ baseUrl: locked.url, apiKey: await testApp.newKey("ann") });
    expect((await ann.api.GET("/v1/analyses")).data?.data).toMatchObject([{ id }]);
    await expect(ann.events(id).next()).resolves.toMatchObject({ value: { type: "job.queued" } });
  });

  test("waitFor waits until the job has ended, and has its result", async () => {
    const { id } = await submit(door.url);
    const waiting = client.waitFor(id);
    await succeed(testApp, id);
    await expect(waiting).resolves.toMatchObject({
      id,
      status: "succeeded",
      result: { is_review: expect.any(Boolean) },
    });
    const failed = await submit(door.url);
    await fail(testApp, failed.id, "no answer");
    await expect(client.waitFor(failed.id)).resolves.toMatchObject({ status: "failed", error: "no answer" });
  });

  test("waitFor and events say what the server says of an unknown job", async () => {
    await expect(client.waitFor("ana_nobody")).rejects.toEqual(new ApiError(404, "there is no analysis ana_nobody"));
    await expect(client.events("ana_nobody").next()).rejects.toEqual(
      new ApiError(404, "there is no analysis ana_nobody"),
    );
  });

  test("events come as they happen, from the start or behind one, and end with the job", async () => {
    const { id } = await submit(door.url);
    const following = collected(client.events(id));
    await start(testApp, id);
    await tell(id, 3);
    await fail(testApp, id, "no answer");
    const events = await following;
    expect(events.map(({ type }) => type)).toEqual([
      "job.queued",
      "job.running",
      "test.0",
      "test.1",
      "test.2",
      "job.failed",
    ]);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await collected(client.events(id, { after: 4 }))).map(({ seq }) => seq)).toEqual([5, 6]);
    expect(await collected(client.events(id, { after: 6 }))).toEqual([]);
  });

  test("no event is lost or doubled when the connection is cut again and again", async () => {
    const line = await cutLine(door.port);
    const { id } = await submit(door.url);
    await start(testApp, id);
    const seen: number[] = [];
    for await (const { seq } of createClient({ baseUrl: line.url }).events(id)) {
      seen.push(seq);
      if (seq === 2) await tell(id, 40);
      if (seq % 10 === 0) line.cut();
      if (seq === 42) await fail(testApp, id, "no answer");
    }
    expect(seen).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
    expect(line.cuts()).toBeGreaterThan(3);
  });

  async function tell(id: string, count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, index) => ({ type: `test.${index}`, data: {}, once: null }));
    await testApp.db.transaction((tx) => appendEvents(tx, id, events, systemClock.now()));
  }
});

/** A way to a port that can be cut. */
async function cutLine(port: number): Promise<{ url: string; cut: () => void; cuts: () => number }> {
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createTcpServer((near) => {
    const far = connect(port, "127.0.0.1");
    open.add(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one
        .on("error", () => {})
        .on("close", () => other.destroy())
        .pipe(other);
    near.on("close", () => open.delete(near));
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const cut = (): void => {
    cuts += open.size;
    for (const socket of open) socket.resetAndDestroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url, cut, cuts: () => cuts };
}

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers each request as the next turn says, and the last turn for good. */
async function scripted(...turns: Turn[]): Promise<{ client: Client; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const turn = turns[Math.min(asked.length, turns.length) - 1];
    turn?.(response, request);
  });
  const client = createClient({ baseUrl: `http://127.0.0.1:${await portOf(server)}/below/` });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { client, asked };
}

const event = (seq: number): string =>
  `id: ${seq}\nevent: test\ndata: ${JSON.stringify({ seq, type: "test", data: {}, created_at: "2026-01-02T03:04:05.000Z" })}\n\n`;
const streaming = (response: ServerResponse, text: string): ServerResponse => {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(`retry: 5\n\n${text}`);
  return response;
};
const told: Turn = (response) => void response.writeHead(204).end();
const refusing =
  (status: number, headers: Record<string, string> = {}): Turn =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end('{"detail":"not now"}');
const cut: Turn = (_response, request) => void request.socket.destroy();

describe("events", () => {
  test("go on behind the last one when the stream breaks, ends or cannot be had for a while", async () => {
    const { client, asked } = await scripted(
      (response) => streaming(response, event(1) + event(2)).write(event(3), () => response.destroy()),
      cut,
      refusing(503, { "retry-after": "0" }),
      refusing(429, { "retry-after": "0" }),
      refusing(502),
      (response) => streaming(response, `event: heartbeat\ndata: {}\n\n${event(4)}`).end(),
      told,
    );
    expect((await collected(client.events("ana_1"))).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(asked.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "3", "3", "3", "3", "3", "4"]);
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(["/below/v1/analyses/ana_1/events"]));
  });

  test("are asked for behind the one that was seen before", async () => {
    const { client, asked } = await scripted(told);
    expect(await collected(client.events("a/b?c", { after: 7 }))).toEqual([]);
    expect(asked[0]).toMatchObject({ url: "/below/v1/analyses/a%2Fb%3Fc/events", headers: { "last-event-id": "7" } });
  });

  test("are told again from the start when the server does not know the one that was seen", async () => {
    const { client, asked } = await scripted(
      (response) => streaming(response, "event: reset\ndata: {}\n\n").end(),
      (response) => streaming(response, event(1)).end(),
      told,
    );
    expect((await collected(client.events("ana_1", { after: 900 }))).map(({ seq }) => seq)).toEqual([1]);
    expect(asked.map(({ headers }) => headers["last-event-id"])).toEqual(["900", undefined, "1"]);
  });

  test("of a server that opens streams and says nothing are asked for at its pace", async () => {
    const times: number[] = [];
    const { client } = await scripted(
      ...Array.from({ length: 4 }, (): Turn => (response) => {
        times.push(systemClock.now());
        response.writeHead(200).end("retry: 60\n\n");
      }),
      told,
    );
    await collected(client.events("ana_1"));
    expect(Number(times.at(-1)) - Number(times[0])).toBeGreaterThanOrEqual(3 * 55);
  });

  test.each([400, 401, 403, 404, 422])(
    "end with the server's word when it refuses with %d, also later",
    async (status) => {
      const error = new ApiError(status, "not now");
      const first = await scripted(refusing(status));
      await expect(collected(first.client.events("ana_1"))).rejects.toEqual(error);
      const later = await scripted((response) => streaming(response, event(1)).end(), refusing(status));
      await expect(collected(later.client.events("ana_1"))).rejects.toEqual(error);
    },
  );

  test("are not waited for where nothing ever answered", async () => {
    const { client } = await scripted(cut);
    await expect(collected(client.events("ana_1"))).rejects.toThrow("fetch failed");
    await expect(client.waitFor("ana_1")).rejects.toThrow("fetch failed");
    const { client: busy } = await scripted(refusing(503));
    await expect(collected(busy.events("ana_1"))).rejects.toEqual(new ApiError(503, "not now"));
  });

  test.each<[string, Turn[]]>([
    ["in the middle of a stream", [(response) => streaming(response, event(1))]],
    ["while it pauses", [(response) => streaming(response, event(1)).end(), refusing(503, { "retry-after": "60" })]],
  ])("stop when the caller's signal fires %s", async (_when, turns) => {
    const { client, asked } = await scripted(...turns);
    const stop = new AbortController();
    const events = client.events("ana_1", { signal: stop.signal });
    await events.next();
    const next = events.next();
    await expect.poll(() => asked.length).toBe(turns.length);
    stop.abort();
    await expect(next).rejects.toMatchObject({ name: "AbortError" });
  });

  test("leave no connection behind when the caller has seen enough", async () => {
    const left = Promise.withResolvers<void>();
    const { client } = await scripted((response) => streaming(response, event(1)).once("close", () => left.resolve()));
    for await (const { seq } of client.events("ana_1")) if (seq === 1) break;
    await expect(left.promise).resolves.toBeUndefined();
  });
});

describe("waitFor", () => {
  const job =
    (status: string): Turn =>
    (response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          id: "ana_1",
          status,
          request: { ticker: "AAPL", trade_date: "2025-06-02" },
          created_at: "2026-01-02T03:04:05.000Z",
          started_at: null,
          finished_at: null,
          result: null,
          error: null,
        }),
      );

  test("holds on while the server is away", async () => {
    const away = refusing(503, { "retry-after": "0" });
    const { client, asked } = await scripted(
      job("queued"),
      away,
      job("running"),
      refusing(429, { "retry-after": "0" }),
      job("cancelled"),
    );
    await expect(client.waitFor("ana_1")).resolves.toMatchObject({ status: "cancelled" });
    expect(asked.map(({ url }) => url)).toEqual(Array(5).fill("/below/v1/analyses/ana_1?wait=30"));
  });

  test("holds on when a poll is cut", async () => {
    const { client, asked } = await scripted(job("running"), cut, job("cancelled"));
    await expect(client.waitFor("ana_1")).resolves.toMatchObject({ status: "cancelled" });
    expect(asked).toHaveLength(3);
  });

  test("stops when the caller's signal fires", async () => {
    const { client, asked } = await scripted(job("running"), () => {});
    const stop = new AbortController();
    const waiting = client.waitFor("ana_1", { signal: stop.signal });
    await expect.poll(() => asked.length).toBe(2);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });
});

async function collected(events: AsyncIterable<JobEvent>): Promise<JobEvent[]> {
  const all: JobEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
