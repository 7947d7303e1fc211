import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { codeOf } from "#src/core/db/embedded-place.ts";
import { addressOf, type Inner } from "#src/core/network/exposure.ts";
import type { Settings } from "#src/core/config/config.ts";
import { constants } from "#src/core/config/variables.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";

/** The ports at which the parts of a service on one machine find each other. */
export interface Places {
  readonly frontDoor: string;
  /** Health and metrics of the front door and of the worker. */
  readonly metrics: string;
  readonly worker: string;
  /** `null`: there are none. */
  readonly pages: string | null;
  /** What the roles are started with. */
  readonly flags: Readonly<Record<"http" | "web" | "worker", readonly string[]>>;
}

/** How long an earlier start may still hold a port while it ends. */
const patienceMs = 10_000;
const pollMs = 50;
/** Below outgoing ports, which could take one during a start. */
const innerPorts = [20_000, 32_000] as const;
const tries = 100;

/**
 * @param internal the worker's, which those of the front door and the pages follow; `null`: free ones
 * @throws InvalidInput for a set port that stays taken
 */
export async function choosePorts(
  { host, port }: Pick<Settings["service"], "host" | "port">,
  internal: Inner | null,
  web: boolean,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<Places> {
  const inner = internal?.host ?? constants.internalHost;
  await untilFree("PORT", port, host, log, signal);
  const chosen = new Set([port]);
  const choose = async (after: number): Promise<number> => {
    const found =
      internal === null
        ? await freePort(inner, chosen)
        : await untilFree("--internal", internal.port + after, inner, log, signal);
    chosen.add(found);
    return found;
  };
  const [worker, metrics] = [await choose(0), await choose(1)];
  const pages = web ? await choose(2) : null;
  const at = (one: number): string[] => ["--internal", `${inner.includes(":") ? `[${inner}]` : inner}:${one}`];
  const urls = { worker: addressOf(inner, worker), pages: pages === null ? null : addressOf(inner, pages) };
  return {
    frontDoor: addressOf(host, port),
    metrics: addressOf(inner, metrics),
    ...urls,
    flags: {
      worker: at(worker),
      web: pages === null ? [] : [...at(pages), "--worker", urls.worker],
      http: [...at(metrics), "--worker", urls.worker, ...(urls.pages === null ? [] : ["--pages", urls.pages])],
    },
  };
}

async function untilFree(
  name: string,
  port: number,
  host: string,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  if (port === 0) throw new InvalidInput(`${name}: must be from 1 to 65535`);
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (signal.aborted) throw new Cancelled();
    const problem = await listenProblem(port, host);
    if (problem === null) return port;
    if (problem !== "EADDRINUSE")
      throw new InvalidInput(`${name}: cannot listen on port ${port} of ${host} (${problem})`);
    if (waitedMs >= patienceMs) throw new InvalidInput(await takenText(name, port, host));
    if (waitedMs === 0) log(`${name}: port ${port} of ${host} is in use; waiting ${patienceMs / 1000} s for it`);
    await pause(pollMs);
  }
}

/** Who may hold the port, and what to do about it. */
async function takenText(name: string, port: number, host: string): Promise<string> {
  const by = (await isConclave(port, host)) ? "by another Conclave" : "by another program";
  const what =
    name === "PORT"
      ? `stop it, or start on another port: PORT=${port + 100 > 65_535 ? port - 100 : port + 100} npm start`
      : `stop it, or leave out ${name} to use a free port`;
  return `${name}: port ${port} of ${host} is in use ${by} (lsof -i :${port} says which process); ${what}`;
}

/** Whether the process that answers there is a front door. */
export async function isConclave(port: number, host: string): Promise<boolean> {
  try {
    const answer = await fetch(`${addressOf(host, port)}/api/health`, { signal: AbortSignal.timeout(1000) });
    return HealthReport.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

/** @throws InvalidInput where none can be had */
export async function freePort(host: string, but: ReadonlySet<number>): Promise<number> {
  let problem: string | null = null;
  for (let tried = 0; tried < tries; tried += 1) {
    const port = randomInt(...innerPorts);
    if (but.has(port)) continue;
    problem = await listenProblem(port, host);
    if (problem === null) return port;
  }
  throw new InvalidInput(`no free port could be found on ${host} (${problem})`);
}

/** Why the port cannot be listened on now; `null` when it can. */
export async function listenProblem(port: number, host: string): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(codeOf(error) ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
