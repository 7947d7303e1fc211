import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { migrateAll } from "#src/core/db/migrate.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { cuttableProxy, type CuttableProxy } from "../cuttable-proxy.ts";
import { testSecret } from "../database.ts";
import { startLoadedService, type LoadedService } from "../load/service.ts";
import type { Behaviour } from "../model-wire.ts";
import { startPostgres, startStandby, type PostgresServer } from "../postgres-server.ts";
import { startRole, untilReadyAt } from "../roles.ts";
import { until } from "../up-process.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";

/** The ways between roles: to the database from each machine, and from the second front door to the pages. */
const links = ["the service", "a front door", "a worker", "the pages"] as const;
type Link = (typeof links)[number];

/**
 * One `conclave up`, and as on machines of their own another front door and another worker, on a Postgres with a
 * standby. All that they reach each other by can be broken; a test itself asks the database by a way that is not.
 */
export interface BreakableService {
  readonly service: LoadedService;
  readonly queue: JobQueue;
  readonly web: boolean;
  /** Where to ask: one front door after the other. */
  url(): string;
  readonly links: Readonly<Record<Link, CuttableProxy>>;
  /** Ways to the database alone. */
  readonly databaseLinks: readonly CuttableProxy[];
  /** Under Postgres; `null` where none can be mounted. */
  readonly disk: SmallDisk | null;
  /** The server that takes writes now. */
  postgres(): PostgresServer;
  /** SIGKILL to the primary; the standby takes over, and the database's address leads to it. `false`: it did already. */
  failOver(): Promise<boolean>;
  /** Starts what has ended of the database's servers. Resolves when the one that takes writes is followed, as before. */
  recover(): Promise<void>;
  /** What the model does with every call from now on. */
  setModel(behaviour: Behaviour): void;
  /** Of all roles of `conclave up`, ms from the machine's clock. */
  setClock(offsetMs: number): void;
  /** Resolves when both front doors say that everything is well. */
  untilWell(): Promise<void>;
}

const slots = 4;
const diskMb = 900;
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

export async function startBreakable({ web }: { readonly web: boolean }): Promise<BreakableService> {
  const disk = mountSmallDisk(diskMb);
  const primary = await startPostgres(disk?.folder);
  const before = openDatabase(primary.url, 1);
  await migrateAll(before.pool, primary.url);
  await before.close();
  const standby = await startStandby(primary, disk?.folder);
  const address = (proxy: CuttableProxy): string => withPort(primary.url, proxy.port);
  // For the test itself: the database's address, which moves with a fail-over and is never cut.
  const steady = await proxyTo(portOf(primary.url));
  const [up, ofDoor, ofWorker] = await Promise.all([1, 2, 3].map(() => proxyTo(portOf(primary.url))));
  if (up === undefined || ofDoor === undefined || ofWorker === undefined) throw new Error("there are three proxies");
  const clockFolder = mkdtempSync(join(tmpdir(), "conclave-clock-"));
  onTestFinished(() => rmSync(clockFolder, { recursive: true }));
  const clockFile = join(clockFolder, "offset");
  writeFileSync(clockFile, "0");
  let behaviour: Behaviour = { kind: "answer" };
  const service = await startLoadedService(address(steady), {
    customers: 4,
    web,
    latencyMs: 40,
    slots,
    rolesDatabaseUrl: address(up),
    model: { plan: () => behaviour, keepCalls: true },
    env: { CLOCK_OFFSET_FILE: clockFile },
    preload: join(import.meta.dirname, "steered-clock.ts"),
  });
  onTestFinished(() => service.close());
  const ofPages = await proxyTo(service.webPort);
  const env = {
    ...service.settings,
    AUTH_SECRET: testSecret,
    SERVICE_AUTH: "key",
    SERVICE_MAX_CONCURRENCY: String(slots),
    SERVICE_MODEL_CONCURRENCY: "64",
  };
  const worker = await startRole("worker", address(ofWorker), env);
  const door = await startRole("http", address(ofDoor), env, [
    "--worker",
    worker.health,
    ...(web ? ["--pages", `http://127.0.0.1:${ofPages.port}`] : []),
  ]);
  await Promise.all([worker, door].map(untilReadyAt));
  const queue = await openJobQueue(address(steady), silent);
  onTestFinished(() => queue.close());
  const ways = { "the service": up, "a front door": ofDoor, "a worker": ofWorker, "the pages": ofPages };
  const doors = [service.url, door.url];
  let asked = 0;
  let current: PostgresServer = primary;
  return {
    service,
    queue,
    web,
    disk,
    links: ways,
    databaseLinks: [up, ofDoor, ofWorker],
    url() {
      asked += 1;
      return doors[asked % doors.length] ?? service.url;
    },
    postgres: () => current,
    async failOver() {
      if (current === standby) return false;
      await primary.stop("SIGKILL");
      await standby.promote();
      current = standby;
      for (const way of [steady, up, ofDoor, ofWorker]) way.lead(portOf(standby.url));
      return true;
    },
    async recover() {
      await current.start();
      if (current === standby) return;
      await until(async () => {
        // While it ends it may let somebody in for the last time.
        await standby.start();
        return isFollowed(primary);
      }, 30_000);
    },
    setModel: (next) => void (behaviour = next),
    setClock: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
    untilWell: () => untilWell(doors),
  };
}

/** Whether each commit has a standby to wait for; without one it waits for ever. */
async function isFollowed({ url }: PostgresServer): Promise<boolean> {
  const admin = openDatabase(url, 1);
  const { rowCount } = await admin.pool
    .query("select from pg_stat_replication where sync_state = 'sync'")
    .finally(() => admin.close());
  return rowCount === 1;
}

async function untilWell(doors: readonly string[]): Promise<void> {
  for (const door of doors)
    await until(async () => {
      const answer = await fetch(`${door}/api/health`, { signal: AbortSignal.timeout(5000) });
      return HealthReport.parse(await answer.json()).status === "ok";
    });
}

async function proxyTo(port: number): Promise<CuttableProxy> {
  const proxy = await cuttableProxy({ host: "127.0.0.1", port });
  onTestFinished(() => proxy.close());
  return proxy;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function withPort(url: string, port: number): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}
