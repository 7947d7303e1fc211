import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#src/core/db/database.ts";
import { migrateAll } from "#src/core/db/migrate.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { breakDebates, mountBreakableDisk, noFiles, plantedErrors, timesTold } from "#tests/support/faults/outages.ts";
import { seeds } from "#tests/support/faults/seeds.ts";
import { mountSmallDisk } from "#tests/support/faults/small-disk.ts";
import { startPostgres } from "#tests/support/postgres-server.ts";

const leftOut = "left out: it takes a file system of its own, which root can mount on Linux";
const statuses = (said: readonly { readonly status: string }[]): readonly string[] => said.map(({ status }) => status);

test.each(seeds)("a disk that is full for a while ends no accepted job, seed %i", async (seed) => {
  const disk = mountSmallDisk(220);
  if (disk === null) return void console.info(leftOut);
  const outage = { begin: disk.fill, again: disk.fill, end: disk.free };
  const said = await breakDebates({ CONCLAVE_HOME: join(disk.folder, "home") }, outage, seed);
  expect(statuses(said)).not.toContain("ok");
  expect(said.find(({ status }) => status === "degraded")?.checks.database.reason).toBe("no disk space left");
});

test.each(seeds)("a worker without files to open for a while ends no accepted job, seed %i", async (seed) => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const said = await breakDebates({ DATABASE_URL: url }, noFiles(), seed);
  expect(statuses(said)).toContain("degraded");
});

test.each(seeds)("a disk that turns read-only and is repaired ends no accepted job, seed %i", async (seed) => {
  const disk = mountBreakableDisk(400);
  if (disk === null) return void console.info(leftOut);
  const postgres = await startPostgres(disk.folder);
  const db = openDatabase(postgres.url, 1);
  await migrateAll(db.pool, postgres.url);
  await db.close();
  const outage = {
    begin: disk.break,
    async end() {
      await postgres.stop("SIGKILL");
      disk.repair();
      await postgres.start();
    },
  };
  const said = await breakDebates({ DATABASE_URL: postgres.url }, outage, seed);
  expect(statuses(said)).not.toContain("ok");
});

test("what Postgres says for want of something ends no accepted job", async () => {
  const { url, db, drop } = await freshDatabase();
  onTestFinished(drop);
  const wants = [
    ["XX000", 'could not extend file "base/5/16384": Disk quota exceeded'],
    ["42501", 'could not open file "base/5/16384": Read-only file system'],
    ["53000", 'could not open file "base/5/16384": Too many open files'],
    ["58030", 'could not write block 7 in file "base/5/16384": Input/output error'],
  ] as const;
  const said = await breakDebates({ DATABASE_URL: url }, await plantedErrors(db.pool, wants), 1);
  expect(said.length).toBeGreaterThan(0);
  // One after the other, so that each was told several times.
  expect(await timesTold(db.pool)).toBeGreaterThan(4 * wants.length);
});
