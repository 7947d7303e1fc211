import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { watch } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Random } from "#src/core/figures/random.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";
import { printable } from "../terminal.ts";

/** A script on our own Node; it ends with its IPC channel. */
export interface Role {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sent later, so that it can load meanwhile. */
  readonly told?: Promise<RoleEnvironment>;
  /** The role's first process starts only after this. */
  readonly after?: Promise<unknown>;
}

export type RoleEnvironment = Readonly<Record<string, string>>;

export interface Supervised {
  /** At once, also while it waits. */
  restart(name: string): void;
  /** In a row; 0 once one stood for a while. */
  deaths(name: string): number;
  /** Resolves with the role whose settings are wrong: no restart helps. */
  readonly failure: Promise<string>;
  /** SIGTERM, and SIGKILL after 8 s. */
  stop(): Promise<void>;
}

const killAfterMs = 8000;
const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** A longer life was not ended by its start. */
const healthyMs = 30_000;
/** The exit code of our commands when their settings are wrong. */
const usageExit = 2;

/** A front door needs young space; the others would keep it. */
function youngMb(role: string): number {
  return role === "http" ? 16 : 8;
}

/** Else glibc keeps freed memory for each compiling thread (docs/performance.md). Set values win. */
const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Restarts for ever.
 * @param heard each line; `null`: on our own streams
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

/** Doubles up to 30 s, by chance up to half shorter, so that roles do not return together. */
export function pauseAfter(deaths: number, random: Random): number {
  return Math.min(firstPauseMs * 2 ** (deaths - 1), longestPauseMs) * (1 - random() / 2);
}

/** @param ended called with how the process ended, and whether its settings caused it */
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
    // Without a pid the process never ran, and no `exit` follows.
    if (child.pid === undefined) ended(`could not be started: ${error.message}`, false);
  });
  return child;
}

/** In a row, and whether it was the very first process. */
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

/** @param died how, how often, whether the first for its settings; answers ms, or `null` for never */
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

const Entry = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  role: z.string(),
  msg: z.string().default(""),
  err: z.object({ message: z.string() }).optional(),
});

/** Said by the starter, or too often to be read. */
const everyday = ["front door ready", "worker ready", "stopping", "request"];
/** Fields that the line shows elsewhere, or that only help to search logs. */
const unshown = ["level", "time", "role", "msg", "err", "part", "request_id", "ended"];

/**
 * `null` for noise.
 * @param all shows everyday lines too
 */
export function roleLine(line: string, all: boolean): string | null {
  const entry = read(line);
  // Last words of a process that could not start.
  if (entry === null) return line === "" ? null : printable(line);
  const { level, time, role, msg, err } = entry;
  if (!all && level === "info" && everyday.includes(msg)) return null;
  const more = Object.entries(entry).flatMap(([name, value]) =>
    unshown.includes(name) || value === null ? [] : [name === "job" ? String(value) : `${name} ${valueText(value)}`],
  );
  const said = [msg, ...more, ...(err === undefined ? [] : [err.message])].filter((part) => part !== "").join(", ");
  const at = new Date(time).toLocaleTimeString("en-GB");
  return printable(`${at}  ${role.padEnd(6)}  ${level === "info" ? "" : `${level}: `}${said}`).replaceAll("\n", " ");
}

function read(line: string): z.infer<typeof Entry> | null {
  return Entry.safeParse(jsonOrNothing(line)).data ?? null;
}

function valueText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** An editor saves several files at once, and some of them twice. */
const debounceMs = 150;

/** A room not listed belongs to both servers. Next watches itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  http: ["http"],
  report: ["http"],
  worker: ["worker"],
  debate: ["worker"],
  market: ["worker"],
  cli: [],
  client: [],
  web: [],
};

/** @param changed roles, and one of the files */
export function watchSources(
  root: string,
  signal: AbortSignal,
  changed: (roles: ReadonlySet<string>, file: string) => void,
): void {
  let roles = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, "src"), { recursive: true, signal });
  watcher.on("change", (_kind, name) => {
    const file = String(name).replaceAll("\\", "/");
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) return;
    const [room = ""] = file.split("/");
    for (const role of rooms[room] ?? ["http", "worker"]) roles.add(role);
    if (roles.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = roles;
      roles = new Set();
      changed(all, `src/${file}`);
    }, debounceMs);
  });
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
