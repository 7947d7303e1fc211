import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { conclaveHome } from "#tests/support/conclave.ts";
import { startService } from "#tests/support/service-process.ts";
import { clearUp, makeHome } from "#tests/support/up-process.ts";

const isRoot = process.getuid?.() === 0;

afterEach(async () => {
  expect(await clearUp()).toEqual([]);
});

/** What somebody else could open, with its mode: not through a link, and not in the folders of Postgres's own. */
function openTo(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [];
    const mode = lstatSync(path).mode & 0o777;
    const passage = isRoot && entry.name === "postgres" ? 0o010 : 0;
    const own = (mode & 0o077 & ~passage) === 0 ? [] : [`${path} ${mode.toString(8)}`];
    return entry.isDirectory() && !entry.name.startsWith("native-") ? [...own, ...openTo(path)] : own;
  });
}

test("a service closes its home and what an earlier version left open in it, and works on", async () => {
  const home = await makeHome();
  mkdirSync(join(home, "runs", "run_1"), { recursive: true });
  for (const file of ["auth-secret", "decisions.jsonl", "runs/run_1/report.md"])
    writeFileSync(join(home, file), "x".repeat(43));
  for (const path of ["", "runs", "runs/run_1"]) chmodSync(join(home, path), 0o755);
  for (const file of ["auth-secret", "decisions.jsonl", "runs/run_1/report.md"]) chmodSync(join(home, file), 0o666);
  const first = await startService({ CONCLAVE_HOME: home });
  expect(openTo(home)).toEqual([]);
  // Root's Postgres is another user, who passes through and looks at nothing.
  expect(statSync(home).mode & 0o777).toBe(isRoot ? 0o710 : 0o700);
  expect(await first.stop()).toBe(0);
  chmodSync(home, 0o755);
  const second = await startService({ CONCLAVE_HOME: home });
  expect(statSync(home).mode & 0o777).toBe(isRoot ? 0o710 : 0o700);
  expect(openTo(home)).toEqual([]);
  expect(await second.stop()).toBe(0);
});

test("what the command line makes is its user's alone, whatever the umask", async () => {
  const umask = process.umask(0o000);
  const cli = conclaveHome();
  process.umask(umask);
  chmodSync(cli.home, 0o777);
  const { code, err } = await cli.run("analyze", "DEMO", "--date", "2019-06-03", "--reasoner", "rules", "--offline");
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  expect(openTo(cli.home)).toEqual([]);
  expect(readdirSync(cli.home).length).toBeGreaterThan(0);
  expect(statSync(cli.home).mode & 0o067).toBe(0);
});
