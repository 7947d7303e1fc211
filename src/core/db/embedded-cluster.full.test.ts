import { chmod, cp, lstat, mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { type PackagedPostgres, packagedPostgres, readyBinaries, run } from "./embedded-cluster.ts";
import type { RunUser } from "./embedded-place.ts";

const isRoot = process.getuid?.() === 0;
const nobody: RunUser = { uid: 65_534, gid: 65_534 };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "conclave-binaries-")));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** As npm leaves it when it ignores install scripts: without the links that a library is found by. */
async function withoutLinks(): Promise<PackagedPostgres> {
  const { native, version } = await packagedPostgres();
  const folder = join(await openFolder(), "package");
  await cp(native, join(folder, "native"), {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  });
  return { native: join(folder, "native"), version };
}

test("links that an ignored install script left out are made, and the binaries run where they are", async () => {
  const boxed = await withoutLinks();
  const before = await run(join(boxed.native, "bin", "postgres"), ["--version"], null);
  expect(before).toMatchObject({ code: 127, said: expect.stringContaining("libicu") });
  const binaries = await readyBinaries(boxed, { folder: await openFolder(), user: null });
  expect(binaries.postgres).toBe(join(boxed.native, "bin", "postgres"));
  const links = z
    .array(z.object({ target: z.string() }))
    .parse(JSON.parse(await readFile(join(boxed.native, "pg-symlinks.json"), "utf8")));
  expect(links.length).toBeGreaterThan(0);
  for (const { target } of links)
    expect((await lstat(join(dirname(boxed.native), target))).isSymbolicLink()).toBe(true);
});

test.skipIf(!isRoot)(
  "binaries that the user who runs them cannot reach are copied, once, also by two starts at once",
  async () => {
    const boxed = await withoutLinks();
    await chmod(dirname(boxed.native), 0o700);
    const folder = join(await openFolder(), "place");
    await mkdir(folder);
    const [one, other] = await Promise.all([
      readyBinaries(boxed, { folder, user: nobody }),
      readyBinaries(boxed, { folder, user: nobody }),
    ]);
    expect(one).toEqual(other);
    expect(dirname(dirname(one.postgres))).toBe(join(folder, `native-${boxed.version}`));
    expect(await run(one.initdb, ["--version"], nobody)).toMatchObject({
      code: 0,
      said: expect.stringContaining(boxed.version.split(".")[0] ?? ""),
    });
    const { ino } = await lstat(one.postgres);
    await readyBinaries(boxed, { folder, user: nobody });
    expect((await lstat(one.postgres)).ino).toBe(ino);
  },
);
