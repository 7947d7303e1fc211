import { expect, test } from "vitest";
import { jobs, loseDatabase, type Outage } from "#tests/support/lost-database.ts";

test.each<[Outage, number]>([
  ["stop", 200],
  ["stop", 6000],
  ["crash", 1000],
  ["crash", 4000],
  ["kill", 500],
  ["cut", 100],
  ["cut", 8000],
  ["hang", 3000],
  ["hang", 8000],
  ["hang", 15_000],
])("%s of the database for %i ms under load", async (outage, forMs) => {
  const report = await loseDatabase(outage, forMs);
  process.stdout.write(`${JSON.stringify({ outage, forMs, ...report })}\n`);
  expect(report.succeeded).toBeGreaterThan(jobs / 2);
});
