import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadBackup, openBackup, verifyBackup } from "#src/core/db/backup/read-backup.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { applyPatiently, locked, migrateAll } from "#src/core/db/migrate.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import type { FreshDatabase } from "#tests/support/database.ts";
import {
  alone,
  backupOf,
  closeIdle,
  filledDatabase,
  key,
  never,
  restore,
  sorted,
  target,
  verify,
} from "#tests/support/backups.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";

/* The file of `conclave service backup`: what is in it comes back, and nothing else is taken for one. */

let source: FreshDatabase;
beforeAll(async () => {
  source = await filledDatabase();
});
afterAll(() => source.drop());

describe("a restored database", () => {
  test("is the same from a file that is not encrypted, which is only read when that is said", async () => {
    const path = await backupOf(source.url, null);
    await expect(verify(path)).rejects.toThrow(/is not encrypted, so anyone could have created/);
    const { url, db } = await target();
    await restore(path, alone(url), { key: null });
    expect(await sorted(db)).toEqual(await sorted(source.db));
  });

  test("belongs to a plain owner, and the service's user may work with it", async () => {
    const { url, db } = await target();
    const tag = randomBytes(4).toString("hex");
    const name = new URL(url).pathname.slice(1);
    for (const role of ["owner", "service"]) await db.pool.query(`create role ${role}_${tag} login password 'tests'`);
    await db.pool.query(`alter database ${name} owner to owner_${tag}`);
    const as = (role: string): string =>
      Object.assign(new URL(url), { username: `${role}_${tag}`, password: "tests" }).href;
    onTestFinished(async () => {
      await db.pool.query(`drop owned by owner_${tag}, service_${tag} cascade`);
      await source.db.pool.query(`alter database ${name} owner to current_user`);
      for (const role of ["owner", "service"]) await source.db.pool.query(`drop role ${role}_${tag}`);
    });
    // Whoever looks at the database is in the way of a restore.
    await expect(
      restore(await backupOf(source.url), { url: as("service"), migrationUrl: as("owner") }),
    ).rejects.toThrow(/in use by another connection/);
    await closeIdle(db);
    await restore(await backupOf(source.url), { url: as("service"), migrationUrl: as("owner") });
    const service = openDatabase(as("service"), 1);
    expect((await service.pool.query("select count(*)::int as n from users")).rows).toEqual([{ n: 2 }]);
    await expect(service.pool.query("truncate users cascade")).rejects.toMatchObject({ code: "42501" });
    // As its user, too, all rows can be read for a backup.
    await verify(await backupOf(as("service")));
    await service.close();
  });
});

describe("a file that is not as it was written", () => {
  const told = /is not a Conclave backup|newer version of Conclave|was altered|is incomplete/;

  test("parts that are moved, left out or of another backup are told", async () => {
    const [path, other] = [await backupOf(source.url), await backupOf(source.url)];
    const [frames, others] = [framesOf(readFileSync(path)), framesOf(readFileSync(other))];
    const last = frames.length - 1;
    const variants = [
      frames.with(2, frames[3] ?? Buffer.of()).with(3, frames[2] ?? Buffer.of()),
      frames.toSpliced(4, 1),
      frames.toSpliced(last - 1, 1),
      frames.with(last, others[last] ?? Buffer.of()),
      frames.toSpliced(3, 0, frames[3] ?? Buffer.of()),
    ];
    for (const variant of variants) {
      writeFileSync(path, Buffer.concat(variant));
      await expect(verify(path)).rejects.toThrow(told);
    }
  });
});

describe("nothing is lost", () => {
  test("a load that breaks off changes nothing", async () => {
    const path = await backupOf(source.url);
    const { url, db } = await target();
    await restore(path, alone(url));
    const before = await sorted(db);
    await closeIdle(db);
    const file = await openBackup(path, key);
    const verified = await verifyBackup(file, never);
    // Altered between the look at it and the load.
    const bytes = readFileSync(path);
    bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(loadBackup(alone(url), { file, verified, overwrite: true, signal: never })).rejects.toThrow(
      /was altered/,
    );
    await expect(
      loadBackup(alone(url), { file, verified, overwrite: true, signal: AbortSignal.abort() }),
    ).rejects.toThrow("cancelled");
    await file.close();
    expect(await sorted(db)).toEqual(before);
  });

  test("none is made of tables whose migration was broken off", async () => {
    const half = await target();
    await migrateAll(half.db.pool, half.url);
    const text = "create table if not exists one (id int);\n-- By itself\ncreate table two (id int);";
    const apply = () => locked(half.db.pool, (client) => applyPatiently(client, { name: "9998_two.sql", text }));
    // In the way of the migration's second part; its first is committed by then.
    await half.db.pool.query("create table two (id int)");
    await expect(apply()).rejects.toThrow(/two/);
    await expect(backupOf(half.url)).rejects.toThrow(/being changed by 9998_two\.sql/);
    await half.db.pool.query("drop table two");
    await apply();
    await backupOf(half.url);
  });
});

describe("the command", () => {
  const lines = (text: string): string[] => text.trim().split("\n");

  /** By the command itself: passphrases are hashed cheaply in tests alone. */
  async function backedUp(): Promise<string> {
    const { run } = conclaveHome({ DATABASE_URL: source.url, BACKUP_PASSPHRASE: key });
    const path = join(emptyFolder(), "file.backup");
    expect(await run("backup", path)).toMatchObject({ code: 0, err: "" });
    return path;
  }

  test("says in one line what is missing or wrong, with an exit code", async () => {
    const path = await backedUp();
    const { url } = await target();
    const env = { DATABASE_URL: url, BACKUP_PASSPHRASE: key };
    const copy = join(emptyFolder(), "short");
    writeFileSync(copy, readFileSync(path).subarray(0, 4000));
    const cases: readonly (readonly [Record<string, string>, string[], number, RegExp])[] = [
      [{ DATABASE_URL: url }, ["backup", "x"], 2, /set BACKUP_PASSPHRASE, or pass --passphrase-file or --unencr/],
      [
        { ...env, DATABASE_URL: "postgres://a:b@127.0.0.1:9/x" },
        ["backup", "x"],
        1,
        /the database cannot be used: .*ECONNREF/,
      ],
      [
        { ...env, DATABASE_URL: "postgres://a:b@127.0.0.1:9/x" },
        ["restore", path],
        1,
        /the database cannot be used: .*ECONNREF/,
      ],
      [env, ["backup", "x"], 2, /the database has no Conclave tables/],
      [{ BACKUP_PASSPHRASE: key }, ["backup", "x"], 2, /no database: set DATABASE_URL, or CONCLAVE_HOME/],
      [{ ...env, DATABASE_URL: source.url }, ["backup", "no/such/folder/x"], 1, /the file cannot be written: ENOENT/],
      [
        { ...env, BACKUP_PASSPHRASE: "the wrong passphrase" },
        ["restore", path],
        2,
        /encrypted with another passphrase/,
      ],
      [env, ["restore", copy], 2, /is incomplete or was altered/],
      [env, ["restore", "missing"], 2, /missing cannot be read: ENOENT/],
      [{ ...env, DATABASE_URL: source.url }, ["restore", path], 1, /in use by|is not empty/],
    ];
    for (const [given, args, code, said] of cases) {
      const ended = await conclaveHome(given).run(...args);
      expect({ args, code: ended.code, out: ended.out }).toEqual({ args, code, out: "" });
      expect(lines(ended.err), ended.err).toEqual([expect.stringMatching(said)]);
    }
  });

  test("backs up and restores the database of a home, with a passphrase of a file", async () => {
    const file = join(emptyFolder(), "passphrase");
    writeFileSync(file, `${key}\n`);
    const path = await backedUp();
    const { home, run } = conclaveHome({ AUTH_SECRET: "x".repeat(32) });
    const checked = await run("restore", path, "--check", "--passphrase-file", file);
    expect(checked).toMatchObject({ code: 0, err: "" });
    expect(checked.out).toMatch(/is whole: \d+ tables with [\d,]+ rows, as of .*\n[^]* {2}users 2\n/);
    expect(existsSync(join(home, "postgres"))).toBe(false);
    const restored = await run("restore", path, "--passphrase-file", file);
    // The head of a day that these rows have is none: a restore looks at the record, and says what it finds.
    expect(restored).toMatchObject({ code: 1 });
    expect(restored.err).toMatch(/^conclave: the chain of lst_1 is broken, in its signals at 1: .*\n.*is restored;/);
    expect(restored.out).toMatch(/^restored \d+ tables [^]*\nno stored secrets to open\n$/);
    const again = await run("backup", "second.backup", "--passphrase-file", file);
    expect(again, again.err).toMatchObject({ code: 0, err: "" });
    expect(again.out).toMatch(
      /^backed up \d+ tables with [\d,]+ rows to second.backup: [\d.]+ MB, encrypted\nnot included: AUTH_SECRET/,
    );
    copyFileSync(join(home, "second.backup"), path);
    const { url, db } = await target();
    const there = conclaveHome({ DATABASE_URL: url, BACKUP_PASSPHRASE: key });
    expect(await there.run("restore", path)).toMatchObject({ code: 1 });
    expect(await sorted(db)).toEqual(await sorted(source.db));
  });
});

/** The header and the frames of a file, each as it stands there. */
function framesOf(bytes: Buffer): Buffer[] {
  let at = 0;
  for (let line = 0; line < 3; line += 1) at = bytes.indexOf(10, at) + 1;
  const frames = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const end = at + 5 + bytes.readUInt32BE(at) + 16;
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}
