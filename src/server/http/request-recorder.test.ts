import { describe, expect, test } from "vitest";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { fixedClock } from "#src/core/clock.ts";
import type { MadeRequest } from "#src/product/requests/requests.ts";
import { createRequestRecorder } from "./request-recorder.ts";

const request = (keyId: string, text = "{}"): MadeRequest => ({
  keyId,
  at: 0,
  method: "POST",
  path: "/v1/analyses",
  route: "/v1/analyses",
  status: 202,
  durationMs: 3,
  sentBytes: 100,
  requestId: "req_1",
  userAgent: null,
  apiVersion: "2026-11-01",
  body: { text, whole: true },
  error: null,
});

function recorderThat(write: (requests: readonly MadeRequest[]) => Promise<void>) {
  const dropped: Record<string, number> = {};
  const warned: unknown[] = [];
  const recorder = createRequestRecorder({
    write,
    clock: fixedClock(0),
    log: { warn: (...said: unknown[]) => void warned.push(said) },
    dropped: {
      inc: (labels?: unknown, n: unknown = 1) => {
        const { reason } = Object(labels);
        dropped[String(reason)] = (dropped[String(reason)] ?? 0) + Number(n);
      },
    },
  });
  return { recorder, dropped, warned };
}

describe("the recorder of requests", () => {
  test("writes what was noted in batches, the last of it when it closes, and takes nothing afterwards", async () => {
    const written: number[] = [];
    const { recorder, dropped } = recorderThat(async (requests) => void written.push(requests.length));
    for (let n = 0; n < 450; n += 1) recorder.note(request("key_1"));
    await recorder.close();
    expect(written).toEqual([100, 100, 100, 100, 50]);
    recorder.note(request("key_1"));
    expect(dropped).toEqual({ stopped: 1 });
  });

  test("holds so much and no more while the database does not answer, and counts the rest", async () => {
    const { recorder, dropped } = recorderThat(() => new Promise(() => {}));
    const large = "x".repeat(30_000);
    for (let n = 0; n < 400; n += 1) recorder.note(request(`key_${n}`, large));
    expect(dropped["full"]).toBeGreaterThan(100);
    for (let key = 0; key < 20; key += 1)
      for (let n = 0; n < requestLogLimits.perMinute + 5; n += 1) recorder.note(request(`busy_${key}`, ""));
    const held = 400 + 20 * (requestLogLimits.perMinute + 5) - (dropped["full"] ?? 0) - (dropped["too many"] ?? 0);
    expect(held).toBeLessThanOrEqual(5000);
    await recorder.close();
    expect(dropped["stopped"]).toBe(held);
  });

  test("gives up what the database refuses three times, says so, and goes on with the rest", async () => {
    const written: string[] = [];
    let refusals = 0;
    const { recorder, dropped, warned } = recorderThat(async (requests) => {
      if (requests.some(({ keyId }) => keyId === "poison") && ++refusals > 0) throw new Error("no such row");
      written.push(...requests.map(({ keyId }) => keyId));
    });
    for (let n = 0; n < 100; n += 1) recorder.note(request("poison"));
    for (let n = 0; n < 3; n += 1) recorder.note(request("sound"));
    await expect.poll(() => refusals).toBe(3);
    await recorder.close();
    expect([dropped, warned.length, written]).toEqual([{ "not written": 100 }, 1, ["sound", "sound", "sound"]]);
  });
});
