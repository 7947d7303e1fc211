import { expect, test } from "vitest";
import { killFrontDoors } from "#tests/support/dead-front-door.ts";
import { seeds } from "#tests/support/faults/seeds.ts";

test.each(seeds.slice(0, 12))(
  "front doors killed one after the other in the middle of streams, at moments %i: no event is lost or doubled",
  async (seed) => {
    expect((await killFrontDoors({ seed, kills: 1 + (seed % 4) })).events).toBeGreaterThan(40);
  },
);
