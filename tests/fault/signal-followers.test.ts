import { expect, test } from "vitest";
import { followSignals } from "#tests/support/signal-followers.ts";

test("subscribers who come and go lose no signal and hear none twice", async () => {
  expect((await followSignals({ seed: 1, followers: 60, signals: 25 })).breaks).toBeGreaterThan(60);
});
