import { expect, test } from "vitest";
import { killFrontDoors } from "#tests/support/dead-front-door.ts";

test("a front door that is killed in the middle of streams: at another one no event is lost or doubled", async () => {
  expect((await killFrontDoors({ seed: 1, kills: 2 })).events).toBeGreaterThan(60);
});
