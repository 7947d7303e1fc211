import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, listenProblem } from "#src/cli/service/ports.ts";

/** One `conclave up` in a process of its own. */
export interface UpProcess {
  readonly process: ChildProcess;
  /** All it said, on both streams. */
  readonly said: () => string;
  readonly ready: () => Promise<void>;
  /** How it ended, and after how many ms from now. */
  readonly ended: () => Promise<{ code: number | null; ms: number }>;
  readonly pidOf: (role: "worker" | "http") => Promise<number>;
  /** How often its front door wrote to the database, this time included. */
  readonly visit: () => Promise<number>;
  readonly ask: (role: "worker" | "http", path: string) => Promise<string>;
}

const home = "conclave-up-";
const compileCache = join(import.meta.dirname, "../../node_modules/.cache/conclave");
const homes: string[] = [];
const started: ChildProcess[] = [];
const children = new Set<number>();

/** A folder for everybody, or behind one that is closed to all but its owner. Removed by `clearUp`. */
export async function makeHome(options: { closed?: boolean; owner?: number } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), home)));
  if (options.closed !== true) await chmod(folder, options.owner === undefined ? 0o755 : 0o777);
  homes.push(join(folder, "home"));
  return join(folder, "home");
}

export async function startUp(
  home: string,
  options: { env?: Record<string, string>; uid?: number; like?: UpProcess } = {},
): Promise<UpProcess> {
  const [port] = await freePorts();
  const [workerPort] = await portsInARow();
  const ran = spawn(process.execPath, [join(import.meta.dirname, "run-up.ts"), String(workerPort)], {
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    cwd: "/",
    env: {
      CONCLAVE_HOME: home,
      PORT: String(port),
      // As the program itself does, which is not what is started here.
      NODE_COMPILE_CACHE: compileCache,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(ran);
  let text = "";
  for (const stream of [ran.stdout, ran.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const closed = new Promise<number | null>((resolve) => ran.once("close", (code) => resolve(code)));
  const ask = async (role: "worker" | "http", path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${role === "http" ? port : workerPort}${path}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  const pidOf = async (role: "worker" | "http"): Promise<number> => {
    const pid = await until(async () => Number(await ask(role, "/")));
    children.add(pid);
    return pid;
  };
  return {
    process: ran,
    said: () => text,
    ready: async () => {
      await until(() => {
        if (ran.exitCode !== null) throw new Stop(`it ended with ${ran.exitCode}: ${text}`);
        return text.includes("Conclave is running");
      });
      await pidOf("worker");
      await pidOf("http");
    },
    ended: async () => {
      const from = performance.now();
      const code = await closed;
      return { code, ms: performance.now() - from };
    },
    pidOf,
    visit: async () => Number(await ask("http", "/visit")),
    ask,
  };
}

/** Of the Postgres in a home; null when none runs there. */
export function postmasterOf(home: string): number | null {
  try {
    const pid = Number(
      readFileSync(join(home, "postgres", "cluster", "data", "postmaster.pid"), "utf8").split("\n")[0],
    );
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Neither gone nor a zombie that nobody has waited for yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

/** The processes that a process has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return pids === "" ? [] : pids.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Ends what a test left, by pid, and says what that was; then removes its homes. */
export async function clearUp(): Promise<string[]> {
  const left: string[] = [];
  for (const ran of started.splice(0)) {
    if (ran.exitCode !== null || ran.signalCode !== null) continue;
    left.push(`up ${ran.pid}`);
    ran.kill("SIGKILL");
  }
  for (const pid of [...children].filter(isAlive)) {
    left.push(`child ${pid}`);
    process.kill(pid, "SIGKILL");
  }
  children.clear();
  for (const each of homes.splice(0)) {
    const pid = postmasterOf(each);
    if (pid !== null) {
      left.push(`postgres ${pid}`);
      process.kill(pid, "SIGQUIT");
      await until(() => !isAlive(pid));
    }
    // The data of a closed home is elsewhere.
    const real = await realpath(join(each, "postgres")).catch(() => null);
    if (real !== null) await rm(real, { recursive: true, force: true });
    await rm(join(each, ".."), { recursive: true, force: true });
  }
  return left;
}

/** Not worth waiting for any longer. */
class Stop extends Error {}

/** Until the next look at what has been waited for since then: a tenth more, for each look costs everybody's time. */
export function pauseSince(from: number): Promise<void> {
  return pause(Math.min(250, Math.max(25, (performance.now() - from) / 10)));
}

/** Polls until it is true or a number; what it throws counts as not yet. */
export async function until<T>(condition: () => Promise<T> | T, withinMs = 240_000): Promise<T> {
  let last: unknown = "never true";
  for (const from = performance.now(); performance.now() - from < withinMs; await pauseSince(from)) {
    try {
      const value = await condition();
      if (value !== false) return value;
    } catch (error) {
      if (error instanceof Stop) throw error;
      last = error;
    }
  }
  throw new Error(`waited ${withinMs} ms in vain: ${String(last)}`);
}

/** Three that nobody listened on a moment ago. */
export async function freePorts(): Promise<[number, number, number]> {
  const servers = [createServer(), createServer(), createServer()];
  const [a = 0, b = 0, c = 0] = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            resolve(typeof address === "object" && address !== null ? address.port : 0);
          }),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [a, b, c];
}

/** Three free ones, each after the other, as `up --internal` takes them. */
export async function portsInARow(): Promise<[number, number, number]> {
  for (;;) {
    const first = await freePort("127.0.0.1", new Set());
    const problems = await Promise.all([1, 2].map((more) => listenProblem(first + more, "127.0.0.1")));
    if (problems.every((problem) => problem === null)) return [first, first + 1, first + 2];
  }
}
