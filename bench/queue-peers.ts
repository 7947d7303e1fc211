import { execFileSync, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { z } from "zod";

/*
 * Queues on Postgres that take the same jobs: the durable engine alone, pg-boss and graphile-worker, each in a process of
 * its own: `queue-peers.ts KIND URL JOBS SLOTS STEPS BYTES FOLDER`. All is queued before the first job is taken; the
 * clock runs from there to the last one's end. The two others come from npm into a folder that goes again.
 */

const others = { "pg-boss": "12.38.0", "graphile-worker": "0.18.0" } as const;
export type PeerKind = "dbos" | keyof typeof others;

export interface PeerWork {
  readonly url: string;
  readonly jobs: number;
  readonly slots: number;
  /** Durable steps of each job, and the bytes that each keeps; those that have no steps do nothing. */
  readonly steps: number;
  readonly bytes: number;
}

/** @returns jobs per second */
export async function peerRate(
  kind: PeerKind,
  { url, jobs, slots, steps, bytes }: PeerWork,
  folder: string,
): Promise<number> {
  const args = [kind, url, jobs, slots, steps, bytes, folder].map(String);
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  // They speak on standard output too.
  const line = (await text(child.stdout)).split("\n").find((one) => one.startsWith("{"));
  const { seconds } = z.object({ seconds: z.number() }).parse(JSON.parse(line ?? "null"));
  return jobs / seconds;
}

/** The folder with pg-boss and graphile-worker; `null` where npm cannot have them. Who calls removes it. */
export async function installPeers(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "conclave-peers-"));
  const packages = Object.entries(others).map(([name, version]) => `${name}@${version}`);
  try {
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, ...packages], {
      stdio: "ignore",
      cwd: folder,
    });
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
}

/** What we call of each, which are no dependencies of ours. */
interface Boss {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<unknown>;
  insert(name: string, jobs: readonly object[]): Promise<unknown>;
  work(name: string, how: object, handler: (jobs: readonly unknown[]) => Promise<void>): Promise<unknown>;
}
interface BossModule {
  readonly PgBoss: new (url: string) => Boss;
}
interface GraphileModule {
  makeWorkerUtils(how: object): Promise<{ migrate(): Promise<void>; addJob(task: string): Promise<unknown> }>;
  run(how: object): Promise<unknown>;
}

/** Puts all in the queue; the second function takes them, and calls `done` for each. */
type Queue = (work: PeerWork, folder: string, done: () => void) => Promise<() => Promise<unknown>>;

const queues: Readonly<Record<PeerKind, Queue>> = {
  async dbos({ url, jobs, slots, steps, bytes }, _, done) {
    const value = "x".repeat(bytes);
    DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, applicationVersion: "bench", logLevel: "error" });
    DBOS.registerWorkflow(
      async () => {
        for (let step = 0; step < steps; step += 1) await DBOS.runStep(() => Promise.resolve(value), { name: "step" });
        done();
      },
      { name: "empty" },
    );
    const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: "bench" });
    return async () => {
      await DBOS.launch();
      for (let job = 0; job < jobs; job += 1) await client.enqueue({ workflowName: "empty", queueName: "bench" });
      await DBOS.registerQueue("bench", { workerConcurrency: slots, minPollingIntervalMs: 200 });
      return performance.now();
    };
  },
  async "pg-boss"({ url, jobs }, folder, done) {
    const { PgBoss }: BossModule = await import(entryOf(folder, "pg-boss"));
    const boss = new PgBoss(url);
    await boss.start();
    await boss.createQueue("empty");
    await boss.insert(
      "empty",
      Array.from({ length: jobs }, () => ({ data: {} })),
    );
    // It looks for more twice a second at most, so a batch is large.
    return () =>
      boss.work("empty", { batchSize: 1000, pollingIntervalSeconds: 0.5 }, async (batch) => {
        for (const _ of batch) done();
      });
  },
  async "graphile-worker"({ url, jobs, slots }, folder, done) {
    const { makeWorkerUtils, run }: GraphileModule = await import(entryOf(folder, "graphile-worker"));
    const utils = await makeWorkerUtils({ connectionString: url });
    await utils.migrate();
    for (let job = 0; job < jobs; job += 1) await utils.addJob("empty");
    return () =>
      run({
        connectionString: url,
        concurrency: slots,
        maxPoolSize: slots,
        noHandleSignals: true,
        taskList: { empty: () => Promise.resolve(done()) },
      });
  },
};

function entryOf(folder: string, name: string): string {
  return pathToFileURL(createRequire(join(folder, "of-the-peers.js")).resolve(name)).href;
}

async function runPeer([kind = "", url = "", ...rest]: readonly string[]): Promise<void> {
  const [jobs = 0, slots = 0, steps = 0, bytes = 0] = rest.slice(0, 4).map(Number);
  const queue = queues[z.enum(["dbos", "pg-boss", "graphile-worker"]).parse(kind)];
  let left = jobs;
  const all = Promise.withResolvers<number>();
  const take = await queue({ url, jobs, slots, steps, bytes }, rest[4] ?? "", () => {
    left -= 1;
    if (left === 0) all.resolve(performance.now());
  });
  const started = performance.now();
  const taken = await take();
  const from = typeof taken === "number" ? taken : started;
  process.stdout.write(`${JSON.stringify({ seconds: ((await all.promise) - from) / 1000 })}\n`, () => process.exit(0));
}

if (process.argv[1] === import.meta.filename) await runPeer(process.argv.slice(2));
