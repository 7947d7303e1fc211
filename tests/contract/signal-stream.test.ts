import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { followEvents, idsOf, type EventStream } from "#tests/support/event-stream.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { emptyHouseList, publish, subscribers, tombstone } from "#tests/support/signals.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true }, recheckMs: 200 });
  await emptyHouseList(testApp);
});
afterAll(() => testApp.drop());

const follow = (cookie: string | null, seen?: string): Promise<EventStream> =>
  followEvents(`${door.url}/api/signal-engine/stream`, {
    ...(cookie !== null && { cookie }),
    ...(seen !== undefined && { "last-event-id": seen }),
  });

async function one(plan: "free" | "signals" = "signals"): Promise<string> {
  const [cookie] = await subscribers(testApp, 1, plan);
  if (cookie === undefined) throw new Error("no subscriber");
  return cookie;
}

const userOf = (cookie: string): string => /token-(u_\w+)/.exec(decodeURIComponent(cookie))?.[1] ?? "";

describe("GET /api/signal-engine/stream", () => {
  test("401 signed out, and for a session that is none", async () => {
    expect((await follow(null)).status).toBe(401);
    expect((await follow("conclave.session_token=forged.AAAA")).status).toBe(401);
  });

  test("403 without an active signal plan, also one that has ended and nobody noted it", async () => {
    expect((await follow(await one("free"))).status).toBe(403);
    const ended = await one();
    await testApp.db.pool.query("update accounts set plan_until = now() - interval '1 second' where id = $1", [
      userOf(ended),
    ]);
    expect((await follow(ended)).status).toBe(403);
  });

  test("tells what is published from now on, as it was hashed", async () => {
    await publish(testApp, "OLD");
    const stream = await follow(await one());
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const number = await publish(testApp, "AAPL", "Sell");
    await expect.poll(() => idsOf(stream)).toEqual([number]);
    expect(stream.events.find(({ id }) => id !== null)).toMatchObject({
      event: "signal.published",
      data: { type: "signal.published", entry: { symbol: "AAPL", rating: "Sell", number } },
    });
    stream.leave();
  });

  test("goes on behind the last event, says reset for one that there is not, and tells withdrawals", async () => {
    const cookie = await one();
    const first = await publish(testApp, "A");
    const stone = await testApp.db.transaction((tx) =>
      appendEntry(tx, "house", tombstone(first, "sig_x"), systemClock.now()),
    );
    const behind = await follow(cookie, String(first));
    await expect.poll(() => idsOf(behind)).toEqual([stone.number]);
    expect(behind.events.at(-1)).toMatchObject({ event: "signal.withdrawn", data: { entry: { of: first } } });
    const unknown = await follow(cookie, "999999");
    await expect.poll(() => idsOf(unknown).at(-1)).toBe(stone.number);
    expect(unknown.events[0]?.event).toBe("reset");
    expect(idsOf(unknown)[0]).toBe(1);
    behind.leave();
    unknown.leave();
  });

  test("lets nobody have more than three at once", async () => {
    const cookie = await one();
    const open = [await follow(cookie), await follow(cookie), await follow(cookie)];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await follow(cookie);
    expect(fourth.status).toBe(429);
    expect(fourth.headers["retry-after"]).toBeDefined();
    for (const stream of open) stream.leave();
  });

  test("ends when the plan does, and when the session does", async () => {
    const [planless, signedOut, stays] = [await one(), await one(), await one()];
    const [a, b, c] = [await follow(planless), await follow(signedOut), await follow(stays)];
    await testApp.db.pool.query("update accounts set plan = 'free' where id = $1", [userOf(planless)]);
    await testApp.db.pool.query("delete from sessions where user_id = $1", [userOf(signedOut)]);
    expect(await a.ended).toBe("ended");
    expect(await b.ended).toBe("ended");
    expect((await follow(planless)).status).toBe(403);
    expect((await follow(signedOut)).status).toBe(401);
    const number = await publish(testApp, "STILL");
    await expect.poll(() => idsOf(c)).toContain(number);
    c.leave();
  });
});
