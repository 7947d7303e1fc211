import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { JobEvent } from "#src/contract/jobs/jobs.ts";
import { systemClock } from "#src/core/clock.ts";
import { listKeys, revokeKey } from "#src/product/keys/keys.ts";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { faults } from "#tests/support/api-document.ts";
import { followEvents, idsOf, type EventStream } from "#tests/support/event-stream.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { openStreams, reached, speakIn, upTo } from "#tests/support/job-stream.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const follow = (id: string, headers: Record<string, string> = {}, query = "") =>
  followEvents(`${door.url}/v1/analyses/${id}/events${query}`, headers);

const speak = (id: string, n: number, text?: string) => speakIn(testApp, id, n, text);

describe("GET /v1/analyses/{id}/events", () => {
  test("tells everything in order from the start, then as it happens, and ends after the last", async () => {
    const { id } = await submit(door.url);
    const stream = await follow(id);
    await reached(stream, 1);
    await start(testApp, id);
    await speak(id, 3);
    await fail(testApp, id, "no more money");
    expect(await stream.ended).toBe("ended");
    expect(stream.events.map(({ event }) => event)).toEqual([
      "job.queued",
      "job.running",
      "agent.delta",
      "agent.delta",
      "agent.delta",
      "job.failed",
    ]);
    expect(idsOf(stream)).toEqual(upTo(6));
    for (const { id: seq, event, data } of stream.events) {
      expect(JobEvent.parse(data)).toMatchObject({ seq: Number(seq), type: event });
      expect(faults({ $ref: "#/components/schemas/JobEvent" }, data)).toEqual([]);
    }
    expect(stream.events.at(-1)?.data).toMatchObject({ data: { error: "no more money" } });
  });

  test("says how it is to be handled on its way, and when to come back", async () => {
    const { id } = await submit(door.url);
    const streams = await Promise.all(Array.from({ length: 8 }, () => follow(id)));
    for (const { status, headers } of streams) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      });
    }
    await expect.poll(() => streams.every((stream) => (stream.retry() ?? 0) >= 1000)).toBe(true);
    expect(new Set(streams.map((stream) => stream.retry())).size).toBeGreaterThan(1);
    for (const stream of streams) stream.leave();
  });

  test("a heartbeat comes at least every 15 s", async () => {
    const { id } = await submit(door.url);
    const stream = await follow(id);
    onTestFinished(() => stream.leave());
    // As long again for a machine that does other things as well; a proxy gives up after 60 s.
    for (const beats of [1, 2])
      await expect.poll(() => stream.beats(), { interval: 100 }).toBeGreaterThanOrEqual(beats);
  });

  test("a finished job tells all of it and ends; behind the last event there is 204, which sends an EventSource home", async () => {
    const { id } = await submit(door.url);
    await succeed(testApp, id);
    const stream = await follow(id);
    expect(await stream.ended).toBe("ended");
    expect(stream.events.map(({ event }) => event)).toEqual(["job.queued", "job.running", "job.succeeded"]);
    const { status, body } = await ask(door.url, "GET", `/v1/analyses/${id}/events`, {
      headers: { "last-event-id": "3" },
    });
    expect({ status, body }).toEqual({ status: 204, body: null });
  });

  test("a job that is cancelled ends its streams, also when nobody had started it", async () => {
    const { id } = await submit(door.url);
    const stream = await follow(id);
    await reached(stream, 1);
    await ask(door.url, "DELETE", `/v1/analyses/${id}`);
    expect(await stream.ended).toBe("ended");
    expect(stream.events.map(({ event }) => event)).toEqual(["job.queued", "job.cancelled"]);
  });

  test("404 for an unknown id, as a problem and not as a stream", async () => {
    expect((await ask(door.url, "GET", "/v1/analyses/ana_none/events")).status).toBe(404);
  });

  test("HEAD says what would come and opens nothing", async () => {
    const { id } = await submit(door.url);
    const { status, headers, body } = await ask(door.url, "HEAD", `/v1/analyses/${id}/events`);
    expect({ status, body }).toEqual({ status: 200, body: null });
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await expect.poll(() => openStreams(door)).toBe(0);
    expect((await ask(door.url, "HEAD", "/v1/analyses/ana_none/events")).status).toBe(404);
  });

  test("is not compressed, whatever the client takes: an event would wait in the compressor", async () => {
    const { id } = await submit(door.url);
    const stream = await follow(id, { "accept-encoding": "gzip, br, zstd" });
    expect(stream.headers["content-encoding"]).toBeUndefined();
    await reached(stream, 1);
    stream.leave();
  });

  test.each(["banana", "-1", "1.5", "2147483648"])("?after=%s is a 422", async (after) => {
    const { id } = await submit(door.url);
    const { status } = await ask(door.url, "GET", `/v1/analyses/${id}/events?after=${after}`);
    expect(status).toBe(422);
  });
});

describe("going on", () => {
  test.each([
    ["Last-Event-ID", (seen: number) => ({ headers: { "last-event-id": String(seen) }, query: "" })],
    ["?after", (seen: number) => ({ headers: {}, query: `?after=${seen}` })],
    [
      "Last-Event-ID, which is newer than ?after",
      (seen: number) => ({ headers: { "last-event-id": String(seen) }, query: "?after=1" }),
    ],
  ])("behind %s tells what follows, each once", async (_name, behind) => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    await speak(id, 8);
    for (const seen of [1, 5, 10]) {
      const { headers, query } = behind(seen);
      const stream = await follow(id, headers, query);
      await speak(id, 1);
      const last =
        (
          await testApp.db.pool.query<{ n: number }>(
            "select max(seq) as n from analysis_events where analysis_id = $1",
            [id],
          )
        ).rows[0]?.n ?? 0;
      await reached(stream, last);
      expect(idsOf(stream)).toEqual(upTo(last).slice(seen));
      stream.leave();
    }
  });

  test.each(["999", "banana", "-1", "1e3", "99999999999999999999"])(
    "behind %s, which the job does not have, says reset and tells everything",
    async (seen) => {
      const { id } = await submit(door.url);
      await fail(testApp, id, "over");
      const stream = await follow(id, { "last-event-id": seen });
      await stream.ended;
      expect(stream.events.map(({ event }) => event)).toEqual(["reset", "job.queued", "job.running", "job.failed"]);
    },
  );

  test("a front door that stops ends its streams; at another one nothing is lost or doubled", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const first = await testApp.open();
    const before = await followEvents(`${first.url}/v1/analyses/${id}/events`);
    await speak(id, 40);
    await expect.poll(() => idsOf(before).length).toBeGreaterThan(2);
    const closing = first.close();
    await speak(id, 40);
    await closing;
    await before.ended;
    const after = await follow(id, { "last-event-id": String(idsOf(before).at(-1)) });
    await speak(id, 1);
    await reached(after, 83);
    expect([...idsOf(before), ...idsOf(after)]).toEqual(upTo(83));
    after.leave();
  });

  test("the database goes and comes back: the stream stays, and nothing is lost or doubled", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const stream = await follow(id);
    await reached(stream, 2);
    testApp.cable.cut();
    await expect.poll(() => testApp.listener.connected()).toBe(false);
    testApp.cable.mend();
    await speak(id, 5);
    await reached(stream, 7);
    expect(idsOf(stream)).toEqual(upTo(7));
    stream.leave();
  });
});

describe("who may follow", () => {
  const locked = (recheckMs = 60_000): Promise<FrontDoor> =>
    testApp.open({ access: { open: false, loopback: false }, recheckMs });

  test("an owner has 100 streams open at most, over all jobs and keys; the next is a 429, and one that ends makes room", async () => {
    const door = await locked();
    const keys = [await testApp.newKey("cap"), await testApp.newKey("cap")];
    const jobs = await Promise.all(
      keys.map(async (key) => ({ key, id: (await submit(door.url, apple, { "x-api-key": key })).id })),
    );
    const open = (n: number): Promise<EventStream> => {
      const { key = "", id = "" } = jobs[n % jobs.length] ?? {};
      return followEvents(`${door.url}/v1/analyses/${id}/events`, { "x-api-key": key });
    };
    const streams = await Promise.all(Array.from({ length: 100 }, (_, n) => open(n)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const [{ key = "", id = "" } = {}] = jobs;
    const next = () => ask(door.url, "GET", `/v1/analyses/${id}/events`, { headers: { "x-api-key": key } });
    const refused = await next();
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining("at most 100") } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await testApp.newKey("other");
    const theirs = await submit(door.url, apple, { "x-api-key": other });
    const stranger = await followEvents(`${door.url}/v1/analyses/${theirs.id}/events`, { "x-api-key": other });
    expect(stranger.status).toBe(200);
    streams[0]?.leave();
    await expect.poll(() => openStreams(door)).toBe(100);
    const again = await open(0);
    expect(again.status).toBe(200);
    for (const stream of [...streams, stranger, again]) stream.leave();
  }, 30_000);

  test("an open server counts nobody's streams", async () => {
    const open = await testApp.open();
    const { id } = await submit(open.url);
    const streams = await Promise.all(
      Array.from({ length: 120 }, () => followEvents(`${open.url}/v1/analyses/${id}/events`)),
    );
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    for (const stream of streams) stream.leave();
  });

  test("the streams of a key that is revoked end, and coming back is a 401; those of other keys stay", async () => {
    const door = await locked(20);
    const [first, second] = [await testApp.newKey("rita"), await testApp.newKey("rita")];
    const { id } = await submit(door.url, apple, { "x-api-key": first });
    const follow = (key: string) => followEvents(`${door.url}/v1/analyses/${id}/events`, { "x-api-key": key });
    const [gone, alsoGone, stays] = [await follow(first), await follow(first), await follow(second)];
    const revoked =
      (await listKeys(systemContext(testApp), "rita")).find(({ prefix }) => first.startsWith(prefix))?.id ?? "";
    await revokeKey(systemContext({ db: testApp.db, clock: systemClock }), { owner: "rita", idOrPrefix: revoked });
    expect(await gone.ended).toBe("ended");
    expect(await alsoGone.ended).toBe("ended");
    expect((await follow(first)).status).toBe(401);
    await start(testApp, id);
    await reached(stays, 2);
    expect(await openStreams(door)).toBe(1);
    stays.leave();
  });

  test("the streams of an owner whose plan has no API any more end, and coming back is a 403", async () => {
    const door = await locked(20);
    const key = await testApp.newKey("paul");
    const { id } = await submit(door.url, apple, { "x-api-key": key });
    const stream = await followEvents(`${door.url}/v1/analyses/${id}/events`, { "x-api-key": key });
    await testApp.newKey("paul", { plan: "signals" });
    expect(await stream.ended).toBe("ended");
    const back = await ask(door.url, "GET", `/v1/analyses/${id}/events`, { headers: { "x-api-key": key } });
    expect(back.status).toBe(403);
  });

  test("keys that cannot be looked at, because the database is away, keep their streams", async () => {
    const door = await locked(20);
    const key = await testApp.newKey("dora");
    const { id } = await submit(door.url, apple, { "x-api-key": key });
    const stream = await followEvents(`${door.url}/v1/analyses/${id}/events`, { "x-api-key": key });
    await reached(stream, 1);
    testApp.cable.cut();
    await expect.poll(door.logged).toContain("the credentials of open streams could not be checked");
    testApp.cable.mend();
    await expect
      .poll(() =>
        start(testApp, id).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await reached(stream, 2);
    expect(door.logged()).not.toContain(key);
    stream.leave();
  });
});
