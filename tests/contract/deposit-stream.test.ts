import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDepositTestApp, type DepositTestApp } from "#tests/support/deposit-test-app.ts";
import { followEvents } from "#tests/support/event-stream.ts";
import { until } from "#tests/support/mail-worker.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";

let testApp: DepositTestApp;
beforeAll(async () => {
  testApp = await openDepositTestApp();
});
afterAll(() => testApp.drop());

describe("the stream of one's deposits", () => {
  const url = () => `${testApp.door.url}/api/deposit/stream`;

  test("is a 401 for whoever is signed out, also with an API key", async () => {
    const key = await testApp.newKey("somebody");
    for (const headers of [{}, { "x-api-key": key }, { cookie: "conclave.session_token=x.y" }])
      expect((await fetch(url(), { headers })).status).toBe(401);
    expect((await fetch(url(), { method: "POST" })).status).toBe(405);
  });

  test("is there three times for a user, and the fourth is a 429", async () => {
    const browser = await confirmedUser(testApp, testApp.door, "three@example.com");
    const headers = { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const streams = [];
    for (let index = 0; index < 3; index += 1) streams.push(await followEvents(url(), headers));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await fetch(url(), { headers });
    expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
    streams[0]?.leave();
    const again = await until("a place", async () => {
      const stream = await followEvents(url(), headers);
      if (stream.status === 200) return stream;
      stream.leave();
      return null;
    });
    for (const stream of [...streams, again]) stream.leave();
  });

  test("ends when the session does", async () => {
    const door = await testApp.open({ paymentGateway: testApp.paymentGateway, recheckMs: 200 });
    const browser = await confirmedUser(testApp, door, "ends@example.com");
    const headers = { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const stream = await followEvents(`${door.url}/api/deposit/stream`, headers);
    await browser.post("/api/auth/sign-out");
    expect(await stream.ended).toBe("ended");
    expect((await fetch(`${door.url}/api/deposit/stream`, { headers })).status).toBe(401);
  });
});
