import { afterEach, expect, test } from "vitest";
import { runningPostgres } from "#src/core/db/embedded.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";
import { startPostgres } from "#tests/support/postgres-server.ts";
import { startTwo } from "#tests/support/two-services.ts";
import { clearUp, makeHome } from "#tests/support/up-process.ts";

afterEach(async () => {
  expect(await clearUp()).toEqual([]);
});

test.each(seeds.slice(0, 3))(
  "two of `conclave up` at once on one empty database both start and take jobs, time %i",
  async () => {
    const { url } = await startPostgres();
    expect(await startTwo({ DATABASE_URL: url }, () => Promise.resolve(url))).toBe(2);
  },
);

// Those of tests/fault/up.full.test.ts share an empty home with stubs in the place of the roles.
test.each(cases([], [1, 2, 3]))("and on one empty home, time %i", async () => {
  const home = await makeHome();
  expect(await startTwo({ CONCLAVE_HOME: home }, async () => (await runningPostgres(home))?.url ?? "")).toBe(2);
});
