import { join } from "node:path";
import { loadSettings, startedByNpm } from "#src/core/config/config.ts";
import { restrictUmask } from "#src/core/private-folder.ts";
import { runProgram } from "../program.ts";
import { systemClock, type Instant } from "#src/core/clock.ts";
import { exit } from "../failure.ts";

/** npm repeats an interrupt that the terminal sent to all. */
const echoMs = 500;

/** How often to check that npm is still alive. */
const parentMs = 500;

/** Ctrl-C, SIGTERM, a closed terminal, or npm gone. A second signal ends at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let first: Instant | null = null;
  const stop = (): void => {
    const now = systemClock.now();
    if (first !== null && now - first > echoMs) process.exit(exit.interrupted);
    first ??= now;
    controller.abort();
  };
  // Without listeners, a library that restores the terminal ends the program.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // A killed npm cannot pass it on.
  const parent = process.ppid;
  if (startedByNpm()) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      stop();
    }, parentMs).unref();
  }
  return controller.signal;
}

/* The program as a process: what main.js starts. */

// `| head` and closed terminals (EIO) are no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

restrictUmask();
process.exitCode = await runProgram(process.argv.slice(2), {
  loadSettings: () => loadSettings(join(import.meta.dirname, "../../..")),
  interruption,
  out: process.stdout,
  err: process.stderr,
});
