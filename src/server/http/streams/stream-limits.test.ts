import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLimited } from "#src/core/errors.ts";
import { createLog } from "#src/core/operation/log.ts";
import { createStreamLimits, type CredentialCheck } from "./stream-limits.ts";

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function limitsOf() {
  const limits = createStreamLimits({ recheckMs: minute, log: createLog("silent", "test") });
  const enter = (owner: string, ended: CredentialCheck): ServerResponse => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    limits.enter(response, { owner, mostStreams: 2, credential: `token of ${owner}`, ended });
    return response;
  };
  return { ...limits, enter };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `user ${index}`);

test("looks at every credential within its time, whenever the last look was, and asks for many at once", async () => {
  const { enter, close } = limitsOf();
  const asked: (readonly string[])[] = [];
  const owners = names(10_000);
  const check: CredentialCheck = async (credentials) => {
    asked.push(credentials);
    return new Set();
  };
  for (const owner of owners) enter(owner, check);
  for (const from of [0, 1, 2]) {
    await vi.advanceTimersByTimeAsync(minute + from * 7000);
    expect(new Set(asked.flat()).size).toBe(owners.length);
    expect(asked.length).toBeLessThanOrEqual(75);
    asked.splice(0);
  }
  close();
  await vi.advanceTimersByTimeAsync(minute);
  expect(asked).toEqual([]);
});

test("ends the streams whose credential is good no longer, and no others", async () => {
  const { enter, leave } = limitsOf();
  const revoked = new Set<string>();
  const check: CredentialCheck = async (credentials) => new Set(credentials.filter((each) => revoked.has(each)));
  const [a, alsoA, b] = [enter("a", check), enter("a", check), enter("b", check)];
  expect(() => enter("a", check)).toThrow(RateLimited);
  await vi.advanceTimersByTimeAsync(minute);
  expect([a, alsoA, b].map(({ writableEnded }) => writableEnded)).toEqual([false, false, false]);
  revoked.add("token of a");
  await vi.advanceTimersByTimeAsync(minute);
  expect([a, alsoA, b].map(({ writableEnded }) => writableEnded)).toEqual([true, true, false]);
  leave(a);
  expect(enter("a", check).writableEnded).toBe(false);
});

test("what cannot be looked at stays open, and is looked at again", async () => {
  const { enter } = limitsOf();
  let fails = true;
  const stream = enter("a", async (credentials) => {
    if (fails) throw new Error("the database is away");
    return new Set(credentials);
  });
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(stream.writableEnded).toBe(false);
  fails = false;
  await vi.advanceTimersByTimeAsync(minute);
  expect(stream.writableEnded).toBe(true);
});

test("a look that takes long delays the others and drops none", async () => {
  const { enter } = limitsOf();
  const slow: CredentialCheck = async (credentials) => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    return new Set(credentials);
  };
  const streams = names(40).map((owner) => enter(owner, slow));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(streams.every(({ writableEnded }) => writableEnded)).toBe(true);
});
