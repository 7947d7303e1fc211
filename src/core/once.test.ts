import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { later } from "./once.ts";

test("it is made once, without being asked for, and what fails is told to whoever asks", async () => {
  let made = 0;
  const get = later(() => (made += 1));
  const fails = later(() => {
    throw new Error("nothing to make it of");
  });
  await setImmediate();
  expect([made, get(), get(), made]).toEqual([1, 1, 1, 1]);
  expect(fails).toThrow("nothing to make it of");
});
