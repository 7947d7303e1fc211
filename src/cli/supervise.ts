import { fork, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Random } from "#src/platform/random.ts";

/** A process that must run: a script, on our own Node. It has an IPC channel and ends when that disconnects. */
export interface Role {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** More of its environment. A process that is started before this is known loads meanwhile, and waits for it. */
  readonly told?: Promise<RoleEnvironment>;
  /** Its first process is not started before this. */
  readonly after?: Promise<unknown>;
}

export type RoleEnvironment = Readonly<Record<string, string>>;

export interface Supervised {
  /** Ends the process of a role and starts it anew, at once also when it was waiting for that. */
  restart(name: string): void;
  /** How often in a row the processes of a role have died; 0 once one has stood for a while. */
  deaths(name: string): number;
  /** Resolves, if ever, with which role's settings are wrong: its first process said so, and no other would fare better. */
  readonly failure: Promise<string>;
  /** SIGTERM to all, SIGKILL to those that are left after 8 s. Resolves when none is left. */
  stop(): Promise<void>;
}

const killAfterMs = 8000;
const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** Who lived as long as this did not die of how it was started. */
const healthyMs = 30_000;
/** What our commands exit with when their settings are wrong. */
const usageExit = 2;

/**
 * For new objects: a front door gets what bin/conclave.js gives it, whoever started us. The others live long on little,
 * and would keep it all.
 */
function youngMb(role: string): number {
  return role === "http" ? 16 : 8;
}

/**
 * For what Node keeps outside of JavaScript's objects, most of it while it compiles in threads of its own: the allocator
 * of glibc would keep for each thread what it has freed (docs/performance.md). An operator's own values go before.
 */
const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Keeps one process of each role running: one that dies is started again, for ever, and the others stand meanwhile.
 * @param heard told each line that a role says; `null`: they speak on our own streams
 */
export function supervise(
  roles: readonly Role[],
  log: (line: string) => void,
  heard: ((line: string) => void) | null,
): Supervised {
  const { promise: failure, resolve: fail } = Promise.withResolvers<string>();
  const kept = new Map(
    roles.map((role) => [
      role.name,
      keep(role, heard, (how, deaths, isUnrecoverable) => {
        if (isUnrecoverable) {
          fail(`${role.name} ${how}: it cannot run with these settings`);
          return null;
        }
        const pauseMs = pauseAfter(deaths, Math.random);
        log(`${role.name} ${how}; restarting in ${(pauseMs / 1000).toFixed(1)} s`);
        return pauseMs;
      }),
    ]),
  );
  return {
    failure,
    restart: (name) => kept.get(name)?.restart(),
    deaths: (name) => kept.get(name)?.deaths() ?? 0,
    stop: async () => void (await Promise.all([...kept.values()].map((each) => each.stop()))),
  };
}

/**
 * Milliseconds until the next start: twice as long with each death in a row, up to 30 s, and shorter by chance by up to
 * a half, so that processes that died together do not all come back at the same moment.
 */
export function pauseAfter(deaths: number, random: Random): number {
  return Math.min(firstPauseMs * 2 ** (deaths - 1), longestPauseMs) * (1 - random() / 2);
}

/** @param ended told how, and whether because of its settings */
function startProcess(
  { name, script, args, env }: Role,
  known: RoleEnvironment | null,
  heard: ((line: string) => void) | null,
  ended: (how: string, usage: boolean) => void,
): ChildProcess {
  const speech = heard === null ? "inherit" : "pipe";
  const child = fork(script, known === null ? [...args, "--wait"] : [...args], {
    env: { ...allocator, ...env, ...known },
    execArgv: [...process.execArgv, `--max-semi-space-size=${youngMb(name)}`],
    stdio: ["ignore", speech, speech, "ipc"],
  });
  if (heard !== null)
    for (const input of [child.stdout, child.stderr])
      if (input !== null) createInterface({ input, crlfDelay: Infinity }).on("line", heard);
  child.once("exit", (code, signal) =>
    ended(signal === null ? `exited with code ${code}` : `was terminated by ${signal}`, code === usageExit),
  );
  child.on("error", (error) => {
    // Without a pid it never ran, and no exit follows.
    if (child.pid === undefined) ended(`could not be started: ${error.message}`, false);
  });
  return child;
}

/** In a row; and whether the process that ended was the very first, or one before it has stood for a while. */
function countDeaths() {
  let deaths = 0;
  let first = true;
  return {
    count: () => deaths,
    add: () => (deaths += 1),
    forget: () => void (deaths = 0),
    stood(): void {
      deaths = 0;
      first = false;
    },
    takeFirst(): boolean {
      const wasFirst = first;
      first = false;
      return wasFirst;
    },
  };
}

async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  await ended;
  clearTimeout(late);
}

/**
 * @param died told how, how often in a row, and whether the very first process ended because of its settings; answers
 * after how many ms to start again, or `null` for never
 */
function keep(
  role: Role,
  heard: ((line: string) => void) | null,
  died: (how: string, deaths: number, isUnrecoverable: boolean) => number | null,
): { restart(): void; deaths(): number; stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let stopping = false;
  let renewing = false;
  const deaths = countDeaths();
  let again: NodeJS.Timeout | undefined;
  let ended = Promise.withResolvers<void>();
  let known: RoleEnvironment | null = role.told === undefined ? {} : null;
  const tell = (told: RoleEnvironment): void => {
    known = told;
    if (child?.connected === true) child.send(told);
  };
  void role.told?.then(tell);
  const start = (): void => {
    ended = Promise.withResolvers();
    const healthy = setTimeout(deaths.stood, healthyMs);
    const end = (how: string, usage: boolean): void => {
      const wasFirst = deaths.takeFirst();
      clearTimeout(healthy);
      child = null;
      ended.resolve();
      if (stopping) return;
      if (renewing) {
        renewing = false;
        deaths.forget();
        return start();
      }
      const pauseMs = died(how, deaths.add(), usage && wasFirst);
      if (pauseMs !== null) again = setTimeout(start, pauseMs);
    };
    child = startProcess(role, known, heard, end);
  };
  const end = async (): Promise<void> => {
    clearTimeout(again);
    if (child !== null) await endProcess(child, ended.promise);
  };
  const startLate = (): void => {
    if (child === null && !stopping) start();
  };
  if (role.after === undefined) start();
  else void role.after.then(startLate);
  return {
    restart() {
      if (stopping || renewing) return;
      clearTimeout(again);
      if (child === null) return start();
      renewing = true;
      void end();
    },
    deaths: deaths.count,
    stop() {
      stopping = true;
      return end();
    },
  };
}
