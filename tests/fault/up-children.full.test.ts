import { rm, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { clearUp, isAlive, makeHome, postmasterOf, startUp, until } from "#tests/support/up-process.ts";
import { gone, stopped, usedHome } from "#tests/support/used-home.ts";

/* What `conclave up` does with children that die and a database that is away. It waits nearly all the time: side by side. */

const databases: FreshDatabase[] = [];

afterAll(async () => {
  // A test ends what it started; what is left over is a fault of the product or of the test.
  const left = await clearUp();
  await Promise.all(databases.map((one) => one.drop()));
  expect(left).toEqual([]);
});

/** A database on the tests' own Postgres, where nothing is asked of one in the home. */
async function elsewhere(): Promise<{ DATABASE_URL: string }> {
  const database = await freshDatabase();
  databases.push(database);
  return { DATABASE_URL: database.url };
}

describe.concurrent("children", () => {
  test("that die are started again", async () => {
    const up = await startUp(await makeHome(), { env: await elsewhere() });
    await up.ready();
    const [worker, http] = [await up.pidOf("worker"), await up.pidOf("http")];
    process.kill(worker, "SIGKILL");
    await up.ask("http", "/die").catch(() => {});
    await until(async () => (await up.pidOf("worker")) !== worker && (await up.pidOf("http")) !== http);
    expect(up.said()).toMatch(/worker was terminated by SIGKILL; restarting in/);
    expect(up.said()).toMatch(/http exited with code 3; restarting in/);
    await stopped(up);
  });

  test("that do not listen to SIGTERM are killed in time", async () => {
    const home = await usedHome();
    const up = await startUp(home, { env: { CHILD_STUBBORN: "worker" } });
    await up.ready();
    const [postmaster, worker] = [postmasterOf(home), await up.pidOf("worker")];
    await stopped(up);
    expect(isAlive(worker)).toBe(false);
    await gone(postmaster);
  });

  test.each(["worker", "http"])("a %s whose settings are wrong ends the start, and nothing stays", async (role) => {
    const home = await usedHome();
    const up = await startUp(home, { env: { CHILD_REFUSES: role } });
    const { code } = await up.ended();
    expect(code).toBe(1);
    expect(up.said()).toContain(`${role} exited with code 2: it cannot run with these settings; giving up`);
    expect(up.said()).not.toContain("restarting in");
    await until(() => postmasterOf(home) === null);
  });

  test("a worker that always dies is started again for ever; the front door answers all the while", async () => {
    const home = await makeHome();
    const plant = `${home}-plant`;
    await writeFile(plant, "");
    const up = await startUp(home, { env: { ...(await elsewhere()), CHILD_DIES_WHILE: `worker:${plant}` } });
    await until(() => up.said().includes("Conclave is running"));
    const http = await up.pidOf("http");
    await until(async () => {
      expect(Number(await up.ask("http", "/"))).toBe(http);
      return up.said().match(/worker exited with code 1; restarting in/g)?.length === 5;
    });
    await rm(plant);
    await up.pidOf("worker");
    expect(await up.pidOf("http")).toBe(http);
    expect(up.said()).not.toContain("giving up");
    await stopped(up);
  });

  test("a front door that always dies at first is started again until it stands", async () => {
    const home = await makeHome();
    const plant = `${home}-plant`;
    await writeFile(plant, "");
    const up = await startUp(home, { env: { ...(await elsewhere()), CHILD_DIES_WHILE: `http:${plant}` } });
    const worker = await up.pidOf("worker");
    // The worker is not started at once: until it stands there may be more.
    await until(() => (up.said().match(/http exited with code 1; restarting in/g)?.length ?? 0) >= 3);
    expect(up.said()).not.toContain("Conclave is running");
    await rm(plant);
    await up.ready();
    expect(await up.pidOf("worker")).toBe(worker);
    await stopped(up);
  });
});

test.concurrent("a database at DATABASE_URL that does not answer is named, without its password", async () => {
  const up = await startUp(await makeHome(), { env: { DATABASE_URL: "postgres://u:s3cret@127.0.0.1:9/x" } });
  expect((await up.ended()).code).toBe(1);
  expect(up.said()).toContain("127.0.0.1:9/x");
  expect(up.said()).not.toContain("s3cret");
});
