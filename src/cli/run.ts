import { join } from "node:path";
import { loadSettings } from "#src/core/config.ts";
import { restrictUmask } from "#src/core/private-folder.ts";
import { interruption } from "./interruption.ts";
import { runProgram } from "./program.ts";

/* The program as a process: what main.js starts. */

// `| head` and closed terminals (EIO) are no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

restrictUmask();
process.exitCode = await runProgram(process.argv.slice(2), {
  loadSettings: () => loadSettings(join(import.meta.dirname, "../..")),
  interruption,
  out: process.stdout,
  err: process.stderr,
});
