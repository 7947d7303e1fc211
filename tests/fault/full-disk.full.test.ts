import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { failure } from "#src/cli/failure.ts";
import { writeWhole } from "#src/cli/runs/run-folder.ts";
import { openBackup, verifyBackup } from "#src/core/db/backup/read-backup.ts";
import { writeBackup } from "#src/core/db/backup/write-backup.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { migrateAll } from "#src/core/db/migrate.ts";
import { findAvatar } from "#src/product/accounts/queries/users.ts";
import { toProblem } from "#src/server/http/problems.ts";
import { systemClock } from "#src/core/clock.ts";
import { setAvatar } from "#src/product/accounts/avatar.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { mountSmallDisk } from "#tests/support/faults/small-disk.ts";
import { startPostgres } from "#tests/support/postgres-server.ts";

const leftOut = "left out: a full disk. It takes a file system of its own, which root can mount on Linux";

/* What people upload stands in the database, so their disk is that of Postgres. */
test("an upload on a full disk is told when to come again, leaves nothing, and is taken once there is room", async ({
  annotate,
}) => {
  const disk = mountSmallDisk(400);
  if (disk === null) return void (await annotate(leftOut));
  const postgres = await startPostgres(disk.folder);
  const db = openDatabase(postgres.url, 2);
  onTestFinished(() => db.close());
  await migrateAll(db.pool, postgres.url);
  await db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('usr_ann', 'A', 'ann@example.com', now(), now())",
  );
  const ann = customerContext({ db }, "usr_ann");
  const upload = async (): Promise<void> => setAvatar(ann, await picture());
  const kept = () => findAvatar(db.sql, "usr_ann");
  await upload();
  disk.fill();
  // Pages that the tables have already take some.
  const taken = [await kept()];
  const refused = await upTo(500, async () => {
    await upload();
    taken.push(await kept());
  });
  const last = taken.at(-1);
  expect(toProblem(refused)).toMatchObject({
    status: 503,
    detail: "the service has no disk space left; try again later",
    headers: { "retry-after": "60" },
  });
  expect(await kept()).toEqual(last);
  disk.free();
  await upload();
  expect((await kept())?.etag).not.toBe(last?.etag);
});

test("a backup on a full disk says so in one line, leaves no file, and is made once there is room", async ({
  annotate,
}) => {
  const disk = mountSmallDisk(1);
  if (disk === null) return void (await annotate(leftOut));
  const { url, db, drop } = await freshDatabase();
  onTestFinished(drop);
  // More than there is room for, however it is packed.
  await db.pool.query(
    `insert into passages (id, source, url, title, heading, body, digest, updated_at)
    select n::text, 'help', '/help', 'T', null, (select string_agg(md5((n * 100 + m)::text), '') from generate_series(1, 100) m), n::text, now()
    from generate_series(1, 1500) n`,
  );
  const path = join(disk.folder, "all.backup");
  const order = { path, key: null, at: systemClock.now(), signal: new AbortController().signal };
  const refused: unknown = await writeBackup(url, order).catch((error: unknown) => error);
  expect(failure(refused)).toEqual({
    code: 1,
    line: "the disk is full; free some space and run it again (ENOSPC: no space left on device, write)",
  });
  expect(readdirSync(disk.folder)).toEqual([]);
  await db.pool.query("delete from passages where id::int > 100");
  await writeBackup(url, order);
  const file = await openBackup(path, null);
  await verifyBackup(file, order.signal).finally(() => file.close());
  expect(readdirSync(disk.folder)).toEqual(["all.backup"]);
});

test("files of a run are there whole or not at all, and what was there before stays", async ({ annotate }) => {
  const disk = mountSmallDisk(1);
  if (disk === null) return void (await annotate(leftOut));
  const files = (text: string, size: number) => ({ "manifest.json": text.repeat(size), "report.html": text });
  await writeWhole(disk.folder, files("a", 1000));
  await expect(writeWhole(disk.folder, files("b", 2_000_000))).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(disk.folder).toSorted()).toEqual(["manifest.json", "report.html"]);
  expect(readFileSync(join(disk.folder, "report.html"), "utf8")).toBe("a");
  await writeWhole(disk.folder, files("c", 1000));
  expect(readFileSync(join(disk.folder, "manifest.json"), "utf8")).toBe("c".repeat(1000));
});

/** @returns what ended it; `null` when it was never refused */
async function upTo(times: number, work: () => Promise<void>): Promise<unknown> {
  for (let time = 0; time < times; time += 1) {
    try {
      await work();
    } catch (error) {
      return error;
    }
  }
  return null;
}

/** Of noise, which nothing can pack: each is another. */
function picture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 512, height: 512, channels: 3, background: "#000", noise } })
    .png()
    .toBuffer();
}
