import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readlink, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { clearUp, freePorts, isAlive, makeHome, postmasterOf, startUp, until } from "#tests/support/up-process.ts";
import { gone, stopped, usedHome } from "#tests/support/used-home.ts";

const isRoot = process.getuid?.() === 0;
const root = join(import.meta.dirname, "../..");

afterEach(async () => {
  // A test ends what it started; what is left over is a fault of the product or of the test.
  expect(await clearUp()).toEqual([]);
});

describe("an empty home", () => {
  test("gets a Postgres with a password of its own, and all ends on SIGTERM", async () => {
    const home = await makeHome();
    const up = await startUp(home);
    await up.ready();
    expect(await up.visit()).toBe(1);
    const state = join(home, "postgres");
    const postmaster = postmasterOf(home);
    expect(up.said()).toContain(state);
    expect((await stat(join(state, "cluster", "password"))).mode & 0o777).toBe(0o600);
    const port = Number(readFileSync(join(state, "port"), "utf8"));
    const stranger = new Client({
      host: "127.0.0.1",
      port,
      user: "conclave",
      password: "wrong",
      database: "conclave",
    });
    await expect(stranger.connect()).rejects.toMatchObject({ code: "28P01" });
    const password = readFileSync(join(state, "cluster", "password"), "utf8");
    expect(up.said()).not.toContain(password);
    await stopped(up);
    await gone(postmaster);
  });

  test("two starts on it at once both come up, on one Postgres, which stays until the second has left", async () => {
    const home = await makeHome();
    const [one, other] = await Promise.all([startUp(home), startUp(home)]);
    await Promise.all([one.ready(), other.ready()]);
    const postmaster = postmasterOf(home);
    expect(await one.visit()).toBe(1);
    expect(await other.visit()).toBe(2);
    await stopped(one);
    expect(postmasterOf(home)).toBe(postmaster);
    expect(await other.visit()).toBe(3);
    await stopped(other);
    await gone(postmaster);
  });

  test("two that end at once leave nothing either", async () => {
    const home = await usedHome();
    const both = await Promise.all([startUp(home), startUp(home)]);
    await Promise.all(both.map((up) => up.ready()));
    const postmaster = postmasterOf(home);
    expect(postmaster).not.toBeNull();
    await Promise.all(both.map(stopped));
    await gone(postmaster);
  });
});

test("a second start finds the data and the port of the first", async () => {
  const home = await usedHome();
  const first = await startUp(home);
  await first.ready();
  await first.visit();
  const port = readFileSync(join(home, "postgres", "port"), "utf8");
  await stopped(first);
  const second = await startUp(home);
  await second.ready();
  expect(await second.visit()).toBe(3);
  expect(readFileSync(join(home, "postgres", "port"), "utf8")).toBe(port);
  await stopped(second);
});

test("a port that somebody else has taken meanwhile is left to them", async () => {
  const home = await usedHome();
  const first = await startUp(home);
  await first.ready();
  const port = Number(readFileSync(join(home, "postgres", "port"), "utf8"));
  await stopped(first);
  const somebody = createServer((socket) => socket.end("hello\n"));
  await new Promise<void>((resolve, reject) => somebody.once("error", reject).listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void somebody.close());
  const second = await startUp(home);
  await second.ready();
  expect(await second.visit()).toBe(2);
  expect(Number(readFileSync(join(home, "postgres", "port"), "utf8"))).not.toBe(port);
  await stopped(second);
});

describe("after kill -9 of the supervisor", () => {
  test("its children end, and the next start uses the Postgres that is left and ends it", async () => {
    const home = await usedHome();
    const first = await startUp(home);
    await first.ready();
    await first.visit();
    const pids = [await first.pidOf("worker"), await first.pidOf("http")];
    const postmaster = postmasterOf(home);
    first.process.kill("SIGKILL");
    await until(() => pids.filter(isAlive).length === 0);
    expect(postmasterOf(home)).toBe(postmaster);
    const second = await startUp(home);
    await second.ready();
    expect(postmasterOf(home)).toBe(postmaster);
    expect(second.said()).toContain("already running");
    expect(await second.visit()).toBe(3);
    await stopped(second);
    await gone(postmaster);
  });

  test("and of Postgres, the next start recovers the data", async () => {
    const home = await usedHome();
    const first = await startUp(home);
    await first.ready();
    await first.visit();
    const postmaster = postmasterOf(home);
    first.process.kill("SIGKILL");
    if (postmaster !== null) process.kill(postmaster, "SIGKILL");
    const second = await startUp(home);
    await second.ready();
    expect(await second.visit()).toBe(3);
    expect(postmasterOf(home)).not.toBe(postmaster);
    await stopped(second);
  });

  test("in the middle of initdb, the next start begins anew and clears up", async () => {
    const home = await makeHome();
    const first = await startUp(home);
    const drafts = (): Promise<string[]> => readdir(join(home, "postgres"));
    await until(async () => (await drafts()).some((name) => name.startsWith("new-")));
    first.process.kill("SIGKILL");
    const second = await startUp(home);
    await second.ready();
    expect(await second.visit()).toBe(1);
    await stopped(second);
    const third = await startUp(home);
    await third.ready();
    expect((await drafts()).filter((name) => name.startsWith("new-"))).toEqual([]);
    await stopped(third);
  });
});

test("a Postgres that dies under a running service comes back at its address", async () => {
  const home = await usedHome();
  const up = await startUp(home);
  await up.ready();
  await up.visit();
  const postmaster = postmasterOf(home);
  if (postmaster !== null) process.kill(postmaster, "SIGKILL");
  // Connections that are open outlive it for a moment, and still answer.
  await until(() => ![null, postmaster].includes(postmasterOf(home)));
  expect(await until(() => up.visit())).toBeGreaterThanOrEqual(3);
  await stopped(up);
});

describe("a postmaster.pid that is left over", () => {
  async function leftHome(): Promise<{ home: string; pidFile: string; owner: { uid: number; gid: number } }> {
    const home = await usedHome();
    const data = join(home, "postgres", "cluster", "data");
    const { uid, gid } = await stat(data);
    return { home, pidFile: join(data, "postmaster.pid"), owner: { uid, gid } };
  }

  async function writePidFile(file: string, text: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
    await writeFile(file, text, { mode: 0o600 });
    await chown(file, uid, gid);
  }

  async function pidFileText(pid: number, home: string): Promise<string> {
    const [port] = await freePorts();
    return `${pid}\n${join(home, "postgres", "cluster", "data")}\n1700000000\n${port}\n\n127.0.0.1\n  5432001         0\nready   \n`;
  }

  test("of a process that is gone is no obstacle", async () => {
    const { home, pidFile, owner } = await leftHome();
    const gonePid = 4_000_000;
    expect(isAlive(gonePid)).toBe(false);
    await writePidFile(pidFile, await pidFileText(gonePid, home), owner);
    const up = await startUp(home);
    await up.ready();
    expect(await up.visit()).toBe(2);
    await stopped(up);
  });

  test("nor of another program of the same user that has that pid now, which is left alone", async () => {
    const { home, pidFile, owner } = await leftHome();
    const other = spawn("/bin/sleep", ["60"], { ...(isRoot ? owner : {}), cwd: "/", stdio: "ignore" });
    onTestFinished(() => void other.kill("SIGKILL"));
    await writePidFile(pidFile, await pidFileText(other.pid ?? 0, home), owner);
    const up = await startUp(home);
    await up.ready();
    expect(await up.visit()).toBe(2);
    expect(isAlive(other.pid ?? 0)).toBe(true);
    await stopped(up);
  });
});

test("SIGINT while Postgres is being made ends the start", async () => {
  const home = await makeHome();
  const up = await startUp(home);
  await until(() => stat(join(home, "postgres")));
  up.process.kill("SIGINT");
  const { code, ms } = await up.ended();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(60_000);
  expect(up.said()).not.toContain("Conclave is running");
  await until(() => postmasterOf(home) === null);
});

describe.skipIf(!isRoot)("as root", () => {
  test("Postgres runs as somebody who is not", async () => {
    const home = await makeHome();
    const up = await startUp(home);
    await up.ready();
    expect(statSync(`/proc/${postmasterOf(home)}`).uid).not.toBe(0);
    await stopped(up);
  });

  test("data goes where an unprivileged user can reach it when the home is closed, and is found again", async () => {
    const home = await makeHome({ closed: true });
    const first = await startUp(home);
    await first.ready();
    await first.visit();
    await stopped(first);
    expect(await readlink(join(home, "postgres"))).toMatch(/^\/var\/lib\/conclave\/[0-9a-f]{16}$/);
    const second = await startUp(home);
    await second.ready();
    expect(await second.visit()).toBe(2);
    await stopped(second);
  });

  test("data in a folder that was closed later is refused, not replaced by an empty one", async () => {
    const home = await usedHome();
    await chmod(dirname(home), 0o700);
    const up = await startUp(home);
    expect((await up.ended()).code).toBe(1);
    expect(up.said()).toContain(`cannot enter ${dirname(home)}`);
  });
});

/** The tests run as root in a container and as a plain user elsewhere: from root both can be shown. */
const nobody = 65_534;
const nobodyCanReadUs = [root, process.execPath].every((path) => everybodyMayEnter(dirname(path)));

function everybodyMayEnter(folder: string): boolean {
  accessSync(folder, constants.X_OK);
  return (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || everybodyMayEnter(dirname(folder)));
}

describe.skipIf(!isRoot || !nobodyCanReadUs)(
  "as a plain user (shown when root, and the project is in a folder that others can enter)",
  () => {
    test("Postgres runs as that user, on a home that only that user may enter", async () => {
      const home = await makeHome({ owner: nobody });
      const first = await startUp(home, { uid: nobody });
      await first.ready();
      await first.visit();
      expect(statSync(`/proc/${postmasterOf(home)}`).uid).toBe(nobody);
      expect((await stat(join(home, "postgres"))).mode & 0o777).toBe(0o700);
      await stopped(first);
      const second = await startUp(home, { uid: nobody });
      await second.ready();
      expect(await second.visit()).toBe(2);
      await stopped(second);
    });

    test("root takes over such a home as the user whose data it is", async () => {
      const home = await makeHome({ owner: nobody });
      const first = await startUp(home, { uid: nobody });
      await first.ready();
      await first.visit();
      await stopped(first);
      const second = await startUp(home);
      await second.ready();
      expect(await second.visit()).toBe(2);
      expect(statSync(`/proc/${postmasterOf(home)}`).uid).toBe(nobody);
      await stopped(second);
    });
  },
);

test("a home that cannot be written is an error with a reason", async () => {
  const folder = await makeHome();
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(folder, "a file");
  const up = await startUp(folder);
  expect((await up.ended()).code).not.toBe(0);
  expect(up.said()).toContain(folder);
});
