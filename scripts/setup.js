/*
 * Installs the dependencies when they are missing or stale, exactly those of package-lock.json, and does nothing
 * otherwise. Plain JavaScript without a dependency: it is what runs first on a fresh clone, on whatever Node the
 * machine has.
 */
import { createHash } from "node:crypto";
import { accessSync, constants, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestNode = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const nodeBinary = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
const stampFile = join(modules, ".conclave-setup");
// Not in node_modules, which `npm ci` empties.
const lockFile = join(root, ".conclave-setup.lock");
const offline =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** A problem that the reader can do something about; anything else keeps its stack. */
class SetupFailed extends Error {}

/** What node_modules must have been installed from. */
function wantedStamp() {
  const { dependencies, devDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return createHash("sha256")
    .update(JSON.stringify([dependencies, devDependencies, overrides, allowScripts, process.platform, process.arch]))
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

/** Install scripts put it there; npm may be told to skip those. */
function nodeIsThere() {
  try {
    accessSync(nodeBinary, constants.X_OK);
    return statSync(join(modules, ".bin", "node")).isFile();
  } catch {
    return false;
  }
}

/** The packages that a lock file lists, by path; none where it is missing or broken. */
function packagesIn(file) {
  try {
    return JSON.parse(readText(file))?.packages ?? {};
  } catch {
    return {};
  }
}

/** Whether somebody ran `npm ci` themselves: npm lists what it installed, of whatever this platform can use. */
function isInstalledByHand() {
  if (readText(stampFile) !== "" || !nodeIsThere()) return false;
  const wanted = packagesIn(join(root, "package-lock.json"));
  const installed = packagesIn(join(modules, ".package-lock.json"));
  const paths = Object.keys(installed);
  return (
    paths.length > 0 &&
    paths.every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
      if (path === "") return true;
      const one = installed[path];
      return one === undefined ? optional === true : one.version === version && one.integrity === integrity;
    })
  );
}

function isCurrent() {
  if (isInstalledByHand()) writeFileSync(stampFile, wantedStamp());
  return readText(stampFile) === wantedStamp() && nodeIsThere();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** @returns false while another live process holds the lock */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = readText(lockFile);
  const abandoned = holder === "" ? ageMs(lockFile) > 5_000 : !isAlive(Number(holder));
  if (abandoned) {
    // Renaming lets one of several waiters win; the others find nothing to rename and come back.
    try {
      renameSync(lockFile, `${lockFile}.${process.pid}`);
      rmSync(`${lockFile}.${process.pid}`);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
  return false;
}

function ageMs(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

async function withLock(work) {
  let told = false;
  while (!takeLock()) {
    if (!told && readText(lockFile) !== "") {
      console.error("setup: another process is installing; waiting for it");
      told = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** @returns npm's exit code and what it said on stderr, which is passed on as well */
async function npmCi() {
  // Loaded here, so that a run with nothing to do stays quick.
  const { spawn } = await import("node:child_process");
  // NODE_ENV=production must not leave out the devDependencies: the pages are built with some of them.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    const npm = spawn("npm", args, { cwd: root, stdio: ["ignore", 2, "pipe"], shell: process.platform === "win32" });
    let said = "";
    npm.stderr.on("data", (chunk) => {
      said += chunk;
      process.stderr.write(chunk);
    });
    npm.on("error", (error) =>
      reject(
        error.code === "ENOENT" ? new SetupFailed("npm was not found; it comes with Node (https://nodejs.org)") : error,
      ),
    );
    npm.on("close", (code) => resolve({ code, said }));
  });
}

async function install() {
  if (isCurrent()) return;
  console.error("setup: installing dependencies (the first time takes about a minute)");
  // `npm ci` would empty the folder that a link leads to.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(modules);
  rmSync(stampFile, { force: true });
  const { code, said } = await npmCi();
  if (code !== 0)
    throw new SetupFailed(
      offline.test(said)
        ? "npm could not reach its registry. The first start needs the network once (or a registry of your own: npm config set registry URL)."
        : `npm ci ended with ${code}; its message stands above.`,
    );
  if (!nodeIsThere())
    throw new SetupFailed(
      "the dependencies are installed, but not the Node that the project runs on: npm skipped install scripts.\n" +
        "       Run: npm rebuild node --ignore-scripts=false",
    );
  const { spawnSync } = await import("node:child_process");
  if (spawnSync(nodeBinary, ["--version"]).status !== 0)
    throw new SetupFailed(
      "the Node in node_modules does not run on this machine. Remove the folder node_modules and start again.",
    );
  writeFileSync(stampFile, wantedStamp());
}

try {
  if (Number(process.versions.node.split(".")[0]) < oldestNode)
    throw new SetupFailed(
      `Node ${process.versions.node} is too old; Conclave needs Node ${oldestNode} or newer to start.`,
    );
  if (!isCurrent()) await withLock(install);
} catch (error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(`setup: ${error.message}`);
  process.exitCode = 1;
}
