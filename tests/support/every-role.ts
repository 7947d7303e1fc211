import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { seeded } from "../../scripts/demo/random.ts";
import { askingModel } from "./conclave.ts";
import { testSecret } from "./database.ts";
import { startModelServer } from "./model-server.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import {
  executorConnections,
  killOutright,
  startRole,
  submitAll,
  untilReadyAt,
  watchRuns,
  type Role,
} from "./roles.ts";
import { startService } from "./service-process.ts";
import { childrenOf, isAlive, until } from "./up-process.ts";

/** Of a run with one round and no look-ups. */
const callsOfRun = 12;
/** So many answers must come after each fault before the next, as long as there are jobs. */
const progress = 8;

/**
 * One `conclave up` with its pages, another front door and two more workers on one Postgres, with jobs in flight. Each
 * role is killed in turn, in an order that the seed picks, and Postgres is restarted and killed. Nobody helps: what is
 * under a supervisor comes back, what is not is replaced by the others. Checks that every job ends well, once, with one
 * row of events, that nothing kept is done again, and that every webhook is told. At the end Postgres hangs, and a page
 * says when to come again.
 * @returns the faults in their order
 */
export async function killEveryRole({ seed, jobs }: { seed: number; jobs: number }): Promise<string[]> {
  const random = seeded(`every role ${seed}`);
  const model = await startModelServer({ latencyMs: 120 });
  onTestFinished(() => model.close());
  const hooks = await startReceiver();
  const postgres = await startPostgres();
  const env = {
    ...askingModel(model.url),
    SERVICE_MAX_CONCURRENCY: "6",
    SERVICE_MODEL_CONCURRENCY: "16",
    WEBHOOK_ALLOW_PRIVATE: "1",
    // One for all roles: what a front door seals, the workers open.
    AUTH_SECRET: testSecret,
  };
  const up = await startService({ DATABASE_URL: postgres.url, ...env }, { web: true });
  const [one, other] = await Promise.all([
    startRole("worker", postgres.url, env),
    startRole("worker", postgres.url, env),
  ]);
  const door = await startRole("http", postgres.url, env);
  await Promise.all([one, other, door].map(untilReadyAt));
  const runs = await watchRuns(postgres.url, model, callsOfRun);
  const ids = await submitAll([up.url, door.url], jobs, hooks.url);
  await expect.poll(() => model.finished(), { interval: 5 }).toBeGreaterThan(progress);

  const faults: Readonly<Record<string, () => Promise<unknown>>> = {
    "the supervised worker": () => killChild(up.pid, "worker"),
    "the supervised front door": () => killChild(up.pid, "http"),
    "the pages": async () => {
      await killChild(up.pid, "web");
      await untilPagesAreAway(up.url);
    },
    "a worker's process": () => killChild(one.process.pid ?? 0, "worker"),
    "a worker and its keeper": () => killBoth(other),
    "a front door": () => killOutright(door.process),
    "Postgres, in order": async () => {
      await postgres.stop("SIGINT");
      await postgres.start();
    },
    "Postgres, outright": async () => {
      await postgres.stop("SIGKILL");
      await postgres.start();
    },
  };
  const order = shuffled(Object.keys(faults), random);
  for (const name of order) {
    await runs.note();
    const finished = model.finished();
    await faults[name]?.();
    await runs.note();
    await until(() => model.finished() >= Math.min(finished + progress, jobs * callsOfRun));
  }
  await runs.allEndWell(ids);

  await until(async () => {
    const answer = await fetch(`${up.url}/api/health`);
    return HealthReport.parse(await answer.json()).status === "ok";
  });
  await until(async () => (await fetch(`${up.url}/`)).status === 200);
  await untilReadyAt(one);
  expect(await executorConnections(postgres.url)).toHaveLength(2);
  await until(() => hooks.told().size === ids.length);
  expect(hooks.told()).toEqual(new Set(ids));
  expect(up.said()).not.toContain("giving up");
  await freezeUnderPages(postgres, up.url);
  expect(await up.stop()).toBe(0);
  return order;
}

function shuffled(names: readonly string[], random: { between(from: number, to: number): number }): string[] {
  const left = [...names];
  return names.map(() => left.splice(Math.floor(random.between(0, left.length - 1e-9)), 1).join());
}

/** SIGKILL to the process of a role that a supervisor has started; resolves when it is gone. */
async function killChild(supervisor: number, role: string): Promise<void> {
  const running = (): number | undefined =>
    childrenOf(supervisor).find((pid) => commandOf(pid).includes(`main.js\0${role}`) && isAlive(pid));
  // It may be on its way back from the fault before.
  const pid = await until<number>(() => running() ?? Promise.reject(new Error(`no ${role} runs`)));
  process.kill(pid, "SIGKILL");
  await until(() => !isAlive(pid));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function killBoth({ process: keeper }: Role): Promise<void> {
  const own = childrenOf(keeper.pid ?? 0);
  await killOutright(keeper);
  for (const pid of own.filter(isAlive)) process.kill(pid, "SIGKILL");
  await until(() => !own.some(isAlive));
}

/** The front door answers for them, in a page that says what to do. */
async function untilPagesAreAway(url: string): Promise<void> {
  const page = await until(async () => {
    const answer = await fetch(`${url}/`, { headers: { accept: "text/html" } });
    const body = await answer.text();
    // A connection that broke while they died is another matter.
    return answer.status === 502 ? false : { status: answer.status, again: answer.headers.get("retry-after"), body };
  });
  expect(page).toMatchObject({ status: 503, again: "2", body: expect.stringContaining("reloads by itself") });
}

/**
 * While connections to Postgres stand and nobody answers, the first page that gives up says when to come again, as the
 * API does. Several are asked for at once: those on a connection that was open already wait for longer than the one
 * that needs another.
 */
async function freezeUnderPages(postgres: PostgresServer, url: string): Promise<void> {
  expect((await fetch(`${url}/track-record`)).status).toBe(200);
  postgres.freeze();
  const leaving = new AbortController();
  const asked = Array.from({ length: 12 }, () =>
    fetch(`${url}/track-record`, { headers: { accept: "text/html" }, signal: leaving.signal }),
  );
  const answer = await Promise.race(asked);
  await answer.body?.cancel();
  leaving.abort();
  await Promise.allSettled(asked);
  postgres.thaw();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  await until(async () => (await fetch(`${url}/track-record`)).status === 200);
}

const Told = z.object({ data: z.object({ id: z.string() }) });

/** Hears webhooks; one that is told twice counts once. */
async function startReceiver(): Promise<{ readonly url: string; told(): ReadonlySet<string> }> {
  const ids = new Set<string>();
  const server = createServer(async (request, response) => {
    ids.add(Told.parse(JSON.parse(await text(request))).data.id);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return { url: `http://127.0.0.1:${address.port}/`, told: () => ids };
}
