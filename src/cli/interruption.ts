import { systemClock, type Instant } from "#src/platform/clock.ts";
import { startedByNpm } from "#src/platform/config.ts";
import { exit } from "./failure.ts";

/** npm and npx pass on an interrupt that the terminal has sent to all of them already. */
const echoMs = 500;

/** How often is looked whether npm still lives. */
const parentMs = 500;

/**
 * Fires on Ctrl-C, SIGTERM, a closed terminal, or when npm that started us is gone. A second signal, unless it is the
 * echo of the first, ends the program at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let first: Instant | null = null;
  const stop = (): void => {
    const now = systemClock.now();
    if (first !== null && now - first > echoMs) process.exit(exit.interrupted);
    first ??= now;
    controller.abort();
  };
  // Listeners that stay: with none left, a library that restores the terminal would end the program itself.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // Whoever kills npm outright means us too, and it cannot pass that on: we would serve on with nobody to stop us.
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
