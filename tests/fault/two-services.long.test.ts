import { afterEach, describe, expect, test } from "vitest";
import { runningPostgres } from "#src/db/embedded-running.ts";
import { startPostgres } from "#tests/support/postgres-server.ts";
import { startTwo } from "#tests/support/two-services.ts";
import { clearUp, makeHome } from "#tests/support/up-process.ts";

const times = [1, 2, 3];

describe("two of `conclave up` at once both start, and each takes jobs", () => {
  afterEach(async () => {
    expect(await clearUp()).toEqual([]);
  });

  test.each(times)("on one empty database, time %i", async () => {
    const { url } = await startPostgres();
    expect(await startTwo({ DATABASE_URL: url }, () => Promise.resolve(url))).toBe(2);
  });

  test.each(times)("on one empty home, time %i", async () => {
    const home = await makeHome();
    expect(await startTwo({ CONCLAVE_HOME: home }, async () => (await runningPostgres(home))?.url ?? "")).toBe(2);
  });
});
