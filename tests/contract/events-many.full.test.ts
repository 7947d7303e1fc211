import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { followEvents, idsOf, type EventStream } from "#tests/support/event-stream.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { fail, start } from "#tests/support/finished-job.ts";
import { openStreams, reached, speakIn, upTo } from "#tests/support/job-stream.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const follow = (id: string) => followEvents(`${door.url}/v1/analyses/${id}/events`);
const speak = (id: string, n: number, text?: string) => speakIn(testApp, id, n, text);

describe("many and slow clients", () => {
  test("100 who come at any time while 1,500 events are told each get all of them, in order, once", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const coming: Promise<EventStream>[] = [];
    for (let round = 0; round < 15; round++) {
      for (let n = 0; n < 6; n++) coming.push(follow(id));
      await speak(id, 100, "y".repeat(40));
    }
    for (let n = 0; n < 10; n++) coming.push(follow(id));
    await fail(testApp, id, "enough");
    const streams = await Promise.all(coming);
    for (const stream of streams) {
      expect(await stream.ended).toBe("ended");
      expect(idsOf(stream)).toEqual(upTo(1503));
    }
  });

  test("a client that does not read is cut, and the others hear on", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const [slow, quick] = [await follow(id), await follow(id)];
    await reached(slow, 2);
    slow.pause();
    const slowClients = async () => (await door.meters.slowClients.get()).values[0]?.value ?? 0;
    const before = await slowClients();
    let told = 2;
    while ((await slowClients()) === before) {
      await speak(id, 20, "z".repeat(20_000));
      told += 20;
      await reached(quick, told);
    }
    slow.resume();
    expect(await slow.ended).toBe("broken");
    expect(idsOf(quick)).toEqual(upTo(told));
    quick.leave();
  });

  test("a client that reads slowly, but reads, gets the whole past", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    for (let n = 0; n < 10; n++) await speak(id, 100, "w".repeat(4000));
    await fail(testApp, id, "over");
    const stream = await follow(id);
    stream.pause();
    await expect.poll(() => openStreams(door)).toBe(1);
    stream.resume();
    expect(await stream.ended).toBe("ended");
    expect(idsOf(stream)).toEqual(upTo(1003));
  });

  test("when the clients have gone, nothing is kept of them", async () => {
    const { id } = await submit(door.url, apple);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(id)));
    await expect.poll(() => openStreams(door)).toBe(20);
    for (const stream of streams) stream.leave();
    await expect.poll(() => openStreams(door)).toBe(0);
    await ask(door.url, "DELETE", `/v1/analyses/${id}`);
  });
});
