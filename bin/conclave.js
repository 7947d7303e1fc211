#!/usr/bin/env node
/* Starts the command line on the project's own Node, from whatever Node and folder it is called. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = join(root, "src", "cli", "main.js");
// A package that npm has installed holds no sources but what was made of them.
const isPackage = !existsSync(sources);
const script = isPackage ? join(root, "dist", "cli", "main.js") : sources;
const node = isPackage ? nodeOfPackage() : nodeOfClone();

function nodeOfClone() {
  const own = nodeIn(join(root, "node_modules", "node"));
  if (!existsSync(own)) {
    // Standard output is the command's own: under `mcp` it carries a protocol.
    const { status } = spawnSync(process.execPath, [join(root, "scripts", "setup.js")], {
      stdio: ["inherit", 2, "inherit"],
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  return own;
}

/** A package brings no Node of its own. */
function nodeOfPackage() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    `conclave: Node ${process.versions.node} is too old; 24 or newer is needed. npm has one: npx --package node@24 conclave`,
  );
  process.exit(1);
}

function nodeIn(folder) {
  return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
}

// V8 would give new objects up to 64 MB, and a front door that keeps thousands of streams takes all of it (bench/streams.ts).
const young = "--max-semi-space-size=16";
const child = spawn(node, [young, script, ...process.argv.slice(2)], { stdio: "inherit" });

/*
 * Ctrl-C in a terminal reaches the whole process group: the child has it already, and npx passes it on once more.
 * A second SIGINT would mean "stop at once", so one that arrives here goes on as SIGTERM, and only once in half a
 * second. SIGTERM asks for the same graceful stop, so `kill -INT` of this process alone works as well.
 */
let lastStop = -Infinity;
function passStop() {
  const now = performance.now();
  if (now - lastStop < 500) return;
  lastStop = now;
  child.kill("SIGTERM");
}
const passHangup = () => child.kill("SIGHUP");
process.on("SIGINT", passStop);
process.on("SIGTERM", passStop);
process.on("SIGHUP", passHangup);

child.on("error", (error) => {
  console.error(`conclave: ${node} could not be started: ${error.message}`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exitCode = code;
    return;
  }
  // End as the child ended, so that a shell sees the signal too.
  process.off("SIGINT", passStop).off("SIGTERM", passStop).off("SIGHUP", passHangup);
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
});
