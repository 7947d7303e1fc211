import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { loadTable } from "#tests/support/load/table.ts";
import { runLoad } from "#tests/support/load/run.ts";

test("some seconds of mixed traffic lose nothing, and leave no process", async () => {
  const database = await freshDatabase();
  try {
    const { url: databaseUrl } = database;
    const report = await runLoad({ databaseUrl, seconds: 6, seed: 7, rate: 8, customers: 3, web: false });
    expect(report.faults, loadTable(report)).toEqual([]);
    expect(report.routes.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
    expect(report.jobs["succeeded"]).toBeGreaterThan(0);
    expect(report.streams.events).toBeGreaterThan(0);
    expect(report.requests).toBeGreaterThan(48);
  } finally {
    await database.drop();
  }
});
