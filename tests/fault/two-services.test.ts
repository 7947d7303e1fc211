import { expect, test } from "vitest";
import { startPostgres } from "#tests/support/postgres-server.ts";
import { startTwo } from "#tests/support/two-services.ts";

test("two of `conclave up` on one empty database at once both start, and each takes jobs", async () => {
  const { url } = await startPostgres();
  expect(await startTwo({ DATABASE_URL: url }, () => Promise.resolve(url))).toBe(2);
});
