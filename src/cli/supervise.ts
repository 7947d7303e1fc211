import { fork, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** A process that must run: a script, on our own Node. It has an IPC channel and ends when that disconnects. */
export interface Role {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Supervised {
  /** The start worked: from now on a child that dies is started again for ever. */
  settle(): void;
  /** Ends the process of a role and starts it anew, at once also when it was waiting for that. */
  restart(name: string): void;
  /** Resolves, and only before `settle`, with why a child cannot be brought up. */
  readonly failure: Promise<string>;
  /** SIGTERM to all, SIGKILL to those that are left after 8 s. Resolves when none is left. */
  stop(): Promise<void>;
}

const killAfterMs = 8000;
const longestPauseMs = 10_000;
/** Who lived as long as this did not die of how it was started. */
const healthyMs = 30_000;
const startTries = 3;
/** What our commands exit with when their settings are wrong: another start would not help. */
const usageExit = 2;

/**
 * Keeps one process of each role running; one that dies is started again, after a pause that doubles from 250 ms.
 * @param heard told each line that a role says; `null`: they speak on our own streams
 */
export function supervise(
  roles: readonly Role[],
  log: (line: string) => void,
  heard: ((line: string) => void) | null,
): Supervised {
  const { promise: failure, resolve: fail } = Promise.withResolvers<string>();
  let settled = false;
  const kept = roles.map((role) => ({
    name: role.name,
    ...keep(role, heard, (how, deaths, usage) => {
      if (!settled && (usage || deaths >= startTries)) {
        fail(`${role.name} ${how}`);
        return null;
      }
      const pauseMs = Math.min(250 * 2 ** (deaths - 1), longestPauseMs);
      log(`${role.name} ${how}; starting it again in ${pauseMs / 1000} s`);
      return pauseMs;
    }),
  }));
  return {
    settle: () => void (settled = true),
    failure,
    restart(name) {
      for (const each of kept) if (each.name === name) each.restart();
    },
    stop: async () => void (await Promise.all(kept.map((each) => each.stop()))),
  };
}

/** @param died told how, and how often in a row; answers after how many ms to start again, or `null` for never */
// oxlint-disable-next-line max-lines-per-function -- one state, and the small functions that share it
function keep(
  role: Role,
  heard: ((line: string) => void) | null,
  died: (how: string, deaths: number, usage: boolean) => number | null,
): { restart(): void; stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let stopping = false;
  let renewing = false;
  let deaths = 0;
  let again: NodeJS.Timeout | undefined;
  let ended = Promise.withResolvers<void>();

  const start = (): void => {
    ended = Promise.withResolvers();
    const speech = heard === null ? "inherit" : "pipe";
    child = fork(role.script, [...role.args], {
      env: { ...role.env },
      // As bin/conclave.js has it, whoever started us.
      execArgv: [...process.execArgv, "--max-semi-space-size=16"],
      stdio: ["ignore", speech, speech, "ipc"],
    });
    if (heard !== null)
      for (const input of [child.stdout, child.stderr])
        if (input !== null) createInterface({ input, crlfDelay: Infinity }).on("line", heard);
    const healthy = setTimeout(() => (deaths = 0), healthyMs);
    const end = (how: string, usage: boolean): void => {
      clearTimeout(healthy);
      child = null;
      ended.resolve();
      if (stopping) return;
      if (renewing) {
        renewing = false;
        deaths = 0;
        return start();
      }
      deaths += 1;
      const pauseMs = died(how, deaths, usage);
      if (pauseMs !== null) again = setTimeout(start, pauseMs);
    };
    child.once("exit", (code, signal) =>
      end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`, code === usageExit),
    );
    child.on("error", (error) => {
      // Without a pid it never ran, and no exit follows.
      if (child?.pid === undefined) end(`could not be started: ${error.message}`, false);
    });
  };
  const end = async (): Promise<void> => {
    clearTimeout(again);
    if (child === null) return;
    const running = child;
    running.kill("SIGTERM");
    const late = setTimeout(() => running.kill("SIGKILL"), killAfterMs);
    await ended.promise;
    clearTimeout(late);
  };
  start();
  return {
    restart() {
      if (stopping || renewing) return;
      clearTimeout(again);
      if (child === null) return start();
      renewing = true;
      void end();
    },
    stop() {
      stopping = true;
      return end();
    },
  };
}
