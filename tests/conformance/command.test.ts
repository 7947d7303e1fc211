import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/* bin/conclave.js in a project of its own, whose command line writes down what reaches it. */

const project = join(import.meta.dirname, "../..");
const stub = `
import { appendFileSync, writeFileSync } from "node:fs";
const [log, how] = process.argv.slice(2);
if (how === "report") { console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2) })); process.exit(7); }
if (how === "die") process.kill(process.pid, "SIGKILL");
if (how === "deaf") setInterval(() => {}, 1000);
else {
  let stopping = false;
  for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => {
    appendFileSync(log, name + " ");
    if (!stopping) setTimeout(() => process.exit(130), 900);
    stopping = true;
  });
  setInterval(() => {}, 1000);
}
writeFileSync(log, "");
`;

let root = "";
let log = "";
let bin = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "conclave-command-")));
  log = join(root, "log");
  bin = join(root, "bin/conclave.js");
  cpSync(join(project, "bin/conclave.js"), bin);
  for (const folder of ["src/cli", "node_modules/node/bin", "elsewhere"])
    mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(process.execPath, join(root, "node_modules/node/bin/node"));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "src/cli/main.js"), stub);
});
afterEach(() => rmSync(root, { recursive: true }));

async function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
}

async function started(how: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, log, how], { stdio: "ignore" });
  await expect.poll(() => existsSync(log)).toBe(true);
  return child;
}

describe("the command", () => {
  test("runs in the caller's folder, with the caller's arguments, and ends with the program's code", () => {
    const cwd = join(root, "elsewhere");
    const { status, stdout } = spawnSync(process.execPath, [bin, "a b", "report", "--x=1"], { cwd, encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual({ cwd, args: ["a b", "report", "--x=1"] });
    expect(status).toBe(7);
  });

  test("ends by the signal that ended the program", () => {
    const { signal } = spawnSync(process.execPath, [bin, log, "die"]);
    expect(signal).toBe("SIGKILL");
  });

  test("installs first where nothing is installed, and stops when that fails", () => {
    rmSync(join(root, "node_modules"), { recursive: true });
    mkdirSync(join(root, "scripts"));
    writeFileSync(join(root, "scripts/setup.js"), 'console.error("setup was here"); process.exitCode = 3;');
    const { status, stderr } = spawnSync(process.execPath, [bin, log, "report"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 3, stderr: "setup was here\n" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)("a %s to it alone stops the program gracefully, once", async (name) => {
    const child = await started("listen");
    child.kill(name);
    child.kill(name);
    expect(await ended(child)).toEqual({ code: 130, signal: null });
    expect(readFileSync(log, "utf8")).toBe("SIGTERM ");
  });

  test("a program that does not listen ends by the signal, and so does the command", async () => {
    const child = await started("deaf");
    child.kill("SIGTERM");
    expect(await ended(child)).toEqual({ code: null, signal: "SIGTERM" });
  });

  // Util-linux's script gives the command a terminal of its own, in which a typed ^C is a signal to all of it.
  test.skipIf(!existsSync("/usr/bin/script"))("Ctrl-C in a terminal is one interrupt for the program", async () => {
    const command = [process.execPath, bin, log, "listen"].join(" ");
    const terminal = spawn("/usr/bin/script", ["--quiet", "--return", "--command", `exec ${command}`, "/dev/null"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    await expect.poll(() => existsSync(log)).toBe(true);
    terminal.stdin.write("\u0003");
    await expect.poll(() => readFileSync(log, "utf8")).toContain("SIGINT");
    expect(await ended(terminal)).toMatchObject({ code: 130 });
    const signals = readFileSync(log, "utf8").trim().split(" ");
    expect(signals.filter((name) => name === "SIGINT")).toHaveLength(1);
    expect(signals.length).toBeLessThanOrEqual(2);
  });
});
