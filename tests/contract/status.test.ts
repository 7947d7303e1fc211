import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#src/core/db/database.ts";
import { readStatus } from "#src/product/status/read-status.ts";
import { lockExecutor } from "#src/server/worker/heartbeat.ts";
import { submit } from "#tests/support/api-client.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const look = () => readStatus(systemContext(testApp));

test("workers are counted while they are connected, with how long ago one last spoke", async () => {
  expect((await look()).load?.workers).toEqual({ count: 0, beatAgeMs: null });
  const locks = [await lockExecutor(testApp.url, "test", () => {}), await lockExecutor(testApp.url, "test", () => {})];
  // What it asked of others' claims makes it no second worker.
  await locks[0]?.dead(["somebody who is gone"]);
  const { load } = await look();
  expect(load?.workers).toEqual({ count: 2, beatAgeMs: expect.any(Number) });
  expect(load?.workers.beatAgeMs).toBeLessThan(60_000);
  for (const lock of locks) await lock.release();
  await expect.poll(async () => (await look()).load?.workers.count).toBe(0);
});

test("what waits is counted, with how long the first has waited", async () => {
  expect((await look()).load?.queue).toEqual({ running: 0, waiting: 0, longestMs: null });
  await submit(door.url);
  expect((await look()).load?.queue).toEqual({ running: 0, waiting: 1, longestMs: expect.any(Number) });
});

test("a database that does not answer is told, not thrown", async () => {
  const away = openDatabase("postgres://127.0.0.1:9/nothing", 1, 500);
  expect(await readStatus(systemContext({ db: away }))).toEqual({ checkedAt: expect.any(Number), load: null });
  await away.close();
});
