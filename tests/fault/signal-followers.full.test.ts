import { expect, test } from "vitest";
import { cases, seeds } from "#tests/support/faults/seeds.ts";
import { followSignals } from "#tests/support/signal-followers.ts";

const [size = { followers: 0, signals: 0 }] = cases(
  [{ followers: 40, signals: 20 }],
  [{ followers: 1000, signals: 60 }],
);

test.each(seeds.slice(0, 3))(
  "subscribers who come and go at moments %i lose no signal and hear none twice",
  async (seed) => {
    expect((await followSignals({ seed, ...size })).breaks).toBeGreaterThan(size.followers);
  },
);
