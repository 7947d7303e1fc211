import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/*
 * scripts/setup.js in a project of its own, with an npm of its own: a shell script that writes down each call and
 * does what the test wants an install to do.
 */

const project = join(import.meta.dirname, "../..");
let root = "";
let npm = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "conclave-setup-"));
  npm = join(root, "path", "npm");
  mkdirSync(dirname(npm));
  mkdirSync(join(root, "scripts"));
  cpSync(join(project, "scripts/setup.js"), join(root, "scripts/setup.js"));
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", dependencies: { zod: "4.6.7" } }));
  writeFileSync(join(root, "package-lock.json"), "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

// As `npm ci` does: the folder stays, and nothing that was in it.
const empties = "mkdir -p node_modules\nrm -rf node_modules/* node_modules/.[!.]*";
const putsNode = `${empties}
mkdir -p node_modules/node/bin node_modules/.bin
ln -sf ${process.execPath} node_modules/node/bin/node
ln -sf ../node/bin/node node_modules/.bin/node`;

function npmDoes(script: string): void {
  writeFileSync(npm, `#!/bin/sh\necho "$@" >> calls\n${script}\n`);
  chmodSync(npm, 0o755);
}

const calls = (): string[] => {
  const file = join(root, "calls");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};
const environment = (): NodeJS.ProcessEnv => ({ PATH: [dirname(npm), "/usr/bin", "/bin"].join(delimiter) });

function setup(): { exit: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/setup.js")], {
    cwd: tmpdir(),
    env: environment(),
    encoding: "utf8",
  });
  return { exit: status, said: stdout + stderr };
}

function setupBeside(): Promise<number | null> {
  const child = spawn(process.execPath, [join(root, "scripts/setup.js")], { env: environment(), stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", resolve));
}

describe("setup", () => {
  test("installs once, and again only when what is wanted has changed", () => {
    npmDoes(putsNode);
    expect(setup()).toMatchObject({ exit: 0 });
    expect(calls()).toEqual(["ci --include=dev --no-audit --no-fund --loglevel=error"]);
    expect(setup()).toEqual({ exit: 0, said: "" });
    expect(calls()).toHaveLength(1);

    writeFileSync(join(root, "package-lock.json"), '{"changed": true}');
    expect(setup()).toMatchObject({ exit: 0 });
    writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", dependencies: { zod: "4.6.8" } }));
    expect(setup()).toMatchObject({ exit: 0 });
    expect(calls()).toHaveLength(3);

    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({ type: "module", scripts: { a: "b" }, dependencies: { zod: "4.6.8" } }),
    );
    expect(setup()).toEqual({ exit: 0, said: "" });
  });

  test("takes what somebody installed with npm themselves, if it is all that is wanted and nothing else", () => {
    const packages = {
      "": { name: "a-project" },
      "node_modules/zod": { version: "4.6.7", integrity: "sha512-a" },
      "node_modules/of-another-platform": { version: "1.0.0", optional: true },
    };
    const installed = { "node_modules/zod": packages["node_modules/zod"] };
    const byHand = (list: object, install = putsNode): void => {
      writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
      const { status } = spawnSync("/bin/sh", ["-c", install], { cwd: root, env: environment() });
      expect(status).toBe(0);
      writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages: list }));
    };
    npmDoes(putsNode);
    byHand(installed);
    expect(setup()).toEqual({ exit: 0, said: "" });
    expect(setup()).toEqual({ exit: 0, said: "" });
    expect(calls()).toEqual([]);

    const others = [
      {},
      { "node_modules/zod": { ...packages["node_modules/zod"], version: "4.6.6" } },
      { "node_modules/zod": { ...packages["node_modules/zod"], integrity: "sha512-b" } },
      { ...installed, "node_modules/left-behind": { version: "1.0.0" } },
    ];
    for (const list of others) {
      byHand(list);
      expect(setup()).toMatchObject({ exit: 0, said: expect.stringContaining("installing dependencies") });
    }
    byHand(installed, `${empties}\nmkdir -p node_modules`);
    expect(setup()).toMatchObject({ exit: 0, said: expect.stringContaining("installing dependencies") });
    for (const broken of ['{"packages": {', "{}", "null"]) {
      byHand(installed);
      writeFileSync(join(root, "node_modules/.package-lock.json"), broken);
      expect(setup()).toMatchObject({ exit: 0, said: expect.stringContaining("installing dependencies") });
    }
    expect(calls()).toHaveLength(others.length + 4);
  });

  test("two at once install once, and both end well", async () => {
    npmDoes(`${empties}\nsleep 0.5\n${putsNode}`);
    expect(await Promise.all([setupBeside(), setupBeside(), setupBeside()])).toEqual([0, 0, 0]);
    expect(calls()).toHaveLength(1);
  });

  test("a lock that a killed process left behind does not block", () => {
    npmDoes(putsNode);
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(join(root, ".conclave-setup.lock"), String(pid));
    expect(setup()).toMatchObject({ exit: 0 });
    expect(calls()).toHaveLength(1);
    expect(readdirSync(root).filter((file) => file.startsWith(".conclave-setup"))).toEqual([]);
  });

  test("a link to the packages of another folder is replaced, and these are left alone", () => {
    npmDoes(putsNode);
    mkdirSync(join(root, "another"));
    writeFileSync(join(root, "another/package"), "");
    symlinkSync(join(root, "another"), join(root, "node_modules"));
    expect(setup()).toMatchObject({ exit: 0 });
    expect(readdirSync(join(root, "another"))).toEqual(["package"]);
    expect(setup()).toEqual({ exit: 0, said: "" });
  });

  test("says so when npm cannot reach its registry, and tries again next time", () => {
    npmDoes('echo "npm error code EAI_AGAIN" >&2\nexit 1');
    expect(setup()).toEqual({ exit: 1, said: expect.stringContaining("setup: npm could not reach its registry") });
    npmDoes(putsNode);
    expect(setup()).toMatchObject({ exit: 0 });
  });

  test("passes on why npm failed otherwise", () => {
    npmDoes('echo "npm error code ERESOLVE" >&2\nexit 7');
    expect(setup()).toEqual({ exit: 1, said: expect.stringMatching(/ERESOLVE[^]*setup: npm ci ended with 7/) });
  });

  test("says what to do when install scripts were skipped, so that Node is missing", () => {
    npmDoes("mkdir -p node_modules/node");
    expect(setup()).toEqual({ exit: 1, said: expect.stringContaining("npm rebuild node --ignore-scripts=false") });
    expect(setup()).toMatchObject({ exit: 1 });
    expect(calls()).toHaveLength(2);
  });

  test("says what to do when the installed Node does not run here", () => {
    npmDoes(`${putsNode}\nrm node_modules/node/bin/node\nprintf '#!/bin/sh\\nexit 1\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node`);
    expect(setup()).toEqual({ exit: 1, said: expect.stringContaining("Remove the folder node_modules") });
  });

  test("says so when there is no npm", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/setup.js")], {
      env: { PATH: dirname(npm) },
      encoding: "utf8",
    });
    expect(stderr).toContain("setup: npm was not found");
    expect(status).toBe(1);
  });
});
