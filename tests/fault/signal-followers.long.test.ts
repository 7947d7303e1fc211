import { expect, test } from "vitest";
import { followSignals } from "#tests/support/signal-followers.ts";

test.each([1, 2, 3])(
  "a thousand subscribers who come and go at moments %i lose no signal and hear none twice",
  async (seed) => {
    expect((await followSignals({ seed, followers: 1000, signals: 60 })).breaks).toBeGreaterThan(1000);
  },
);
