import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, submit } from "#tests/support/api-client.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

/* Asking for a job again and again: what has not changed is not sent, and an answer may wait for its end. */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const get = (id: string, headers: Record<string, string> = {}) =>
  ask(door.url, "GET", `/v1/analyses/${id}`, { headers });

describe("ETag", () => {
  test("304 while the job is the same, 200 when it is not", async () => {
    const { id } = await submit(door.url);
    const etags: string[] = [];
    for (const step of [
      () => Promise.resolve(),
      () => start(testApp, id),
      () => ask(door.url, "DELETE", `/v1/analyses/${id}`),
    ]) {
      await step();
      const { headers } = await get(id);
      etags.push(headers.get("etag") ?? "");
      const same = await get(id, { "if-none-match": `"other", W/${headers.get("etag")}` });
      expect({ status: same.status, body: same.body, etag: same.headers.get("etag") }).toEqual({
        status: 304,
        body: null,
        etag: headers.get("etag"),
      });
    }
    expect(new Set(etags).size).toBe(3);
    for (const old of etags.slice(0, 2)) expect((await get(id, { "if-none-match": old })).status).toBe(200);
    expect((await get(id, { "if-none-match": "*" })).status).toBe(304);
  });
});

describe("?wait", () => {
  const wait = (id: string, seconds: number, headers: Record<string, string> = {}) =>
    ask(door.url, "GET", `/v1/analyses/${id}?wait=${seconds}`, { headers });

  test("answers as soon as the job has ended, and not when it only moves on", async () => {
    const { id } = await submit(door.url);
    const started = performance.now();
    const waiting = wait(id, 30);
    await start(testApp, id);
    await ask(door.url, "DELETE", `/v1/analyses/${id}`);
    expect((await waiting).body).toMatchObject({ id, status: "cancelled" });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("answers with the job as it is when the time is over", async () => {
    const { id } = await submit(door.url);
    const started = performance.now();
    expect((await wait(id, 1)).body).toMatchObject({ id, status: "queued" });
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  test("answers at once for a job that has ended, and 404 for one that is not there", async () => {
    const { id } = await submit(door.url);
    await succeed(testApp, id);
    const started = performance.now();
    expect((await wait(id, 30)).body).toMatchObject({ status: "succeeded" });
    expect((await wait("ana_none", 30)).status).toBe(404);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("with If-None-Match waits for any change", async () => {
    const { id } = await submit(door.url);
    const etag = (await get(id)).headers.get("etag") ?? "";
    const waiting = wait(id, 30, { "if-none-match": etag });
    await start(testApp, id);
    expect((await waiting).body).toMatchObject({ status: "running" });
    expect((await wait(id, 0, { "if-none-match": etag })).status).toBe(200);
  });

  test("never holds the answer for a job that has ended, whatever ETag was sent", async () => {
    const { id } = await submit(door.url);
    const queued = (await get(id)).headers.get("etag") ?? "";
    await succeed(testApp, id);
    const ended = (await get(id)).headers.get("etag")?.replace("W/", "") ?? "";
    const started = performance.now();
    for (const [sent, status] of [
      [ended, 304],
      [`W/${ended}`, 304],
      ["*", 304],
      [`"other", ${ended}`, 304],
      [queued, 200],
      ['"never"', 200],
    ] as const)
      expect([sent, (await wait(id, 30, { "if-none-match": sent })).status]).toEqual([sent, status]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("50 who wait are all woken, and one who leaves disturbs nobody", async () => {
    const { id } = await submit(door.url);
    const leaving = new AbortController();
    const gone = ask(door.url, "GET", `/v1/analyses/${id}?wait=30`, { signal: leaving.signal });
    const waiting = Array.from({ length: 50 }, () => wait(id, 30));
    leaving.abort();
    await expect(gone).rejects.toThrow(/abort/i);
    await fail(testApp, id, "no more");
    for (const answer of await Promise.all(waiting))
      expect(answer.body).toMatchObject({ status: "failed", error: "no more" });
  });
});
