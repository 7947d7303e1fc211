import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import type { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { systemClock } from "#src/core/clock.ts";
import type { Context } from "#src/product/context.ts";
import { getAnalysis } from "#src/product/analyses/reading.ts";
import { readEvents } from "#src/product/analyses/running.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { askingModel } from "./conclave.ts";
import { emptyFolder } from "./empty-folder.ts";
import { cuttableProxy, type CuttableProxy } from "./cuttable-proxy.ts";
import { freshDatabase, testSecret, type FreshDatabase } from "./database.ts";
import { startFrontDoor, type FrontDoorProcess } from "./front-door-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** A database, its queue, and as many workers and front doors as wanted, each a process; all gone when the test ends. */
export async function testCluster(
  options: { readonly slots?: number; readonly jobTimeoutMs?: number } = {},
): Promise<TestCluster> {
  const { slots = 8, jobTimeoutMs = 60_000 } = options;
  const database = await freshDatabase();
  const queue = await openJobQueue(database.url, silent);
  const workers: ChildProcess[] = [];
  const home = emptyFolder();
  onTestFinished(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await queue.close();
    await database.drop();
  });
  const context: Context = {
    db: database.db,
    queue,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: slots,
      maxQueued: 1000,
      jobTimeoutMs,
      webhookAllowPrivate: true,
    },
    actor: { owner: "local", plan: "elite", scopes: ["analyses:read", "analyses:write"] },
    requestId: "req_test",
  };
  const cluster: TestCluster = {
    database,
    queue,
    context,
    home,
    async startWorkerBehindProxy(modelUrl) {
      const { hostname, port } = new URL(database.url);
      const proxy = await cuttableProxy({ host: hostname, port: Number(port) });
      onTestFinished(() => proxy.close());
      const behind = new URL(database.url);
      behind.port = String(proxy.port);
      return { worker: cluster.startWorker(modelUrl, { DATABASE_URL: behind.href }), proxy };
    },
    startWorker(modelUrl, env = {}, { program = main, port = 0 } = {}) {
      const worker = spawn(process.execPath, [program, "worker", "--internal", String(port)], {
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: database.url,
          CONCLAVE_HOME: home,
          AUTH_SECRET: testSecret,
          SERVICE_ONLINE_TOOLS: "false",
          SERVICE_MAX_CONCURRENCY: String(slots),
          LOG_LEVEL: "silent",
          WEBHOOK_ALLOW_PRIVATE: "1",
          SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
          ...(modelUrl === null ? { SERVICE_LLM_PROVIDER: "rules" } : askingModel(modelUrl)),
          ...env,
        },
        // With a channel: somebody above it would start it again, and a kill is the death of the worker itself.
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      workers.push(worker);
      return worker;
    },
    startFrontDoor: () =>
      startFrontDoor(database.url, {
        SERVICE_MAX_CONCURRENCY: String(slots),
        SERVICE_JOB_TIMEOUT_SECONDS: String(jobTimeoutMs / 1000),
      }),
    submit: async (tradeDate, webhook = {}) =>
      (await submitAnalysis(context, { body: { ...demo(tradeDate), ...webhook }, idempotencyKey: null })).job,
  };
  return cluster;
}

export interface TestCluster {
  readonly database: FreshDatabase;
  readonly queue: JobQueue;
  readonly context: Context;
  /** CONCLAVE_HOME of its workers. */
  readonly home: string;
  /**
   * @param modelUrl `null`: the rules argue
   * @param options another release's program, and where the worker tells how it is
   */
  startWorker(
    modelUrl: string | null,
    env?: Readonly<Record<string, string>>,
    options?: { readonly program?: string; readonly port?: number },
  ): ChildProcess;
  /** One that reaches the database by a way that can be broken. */
  startWorkerBehindProxy(modelUrl: string): Promise<{ readonly worker: ChildProcess; readonly proxy: CuttableProxy }>;
  /** `conclave http` on this database, when it serves. */
  startFrontDoor(): Promise<FrontDoorProcess>;
  submit(tradeDate: string, webhook?: Pick<SubmitAnalysis, "webhook_url" | "webhook_secret">): Promise<Job>;
}

/** Resolves when so many workers stand ready to take jobs: each holds a lock for its life, and those of the dead it found. */
export async function untilReady({ database }: TestCluster, workers: number): Promise<void> {
  const ready = async (): Promise<number | null> => {
    const locks = "select distinct pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted";
    const here = "database = (select oid from pg_database where datname = current_database())";
    return (await database.db.pool.query(`${locks} and ${here}`)).rowCount;
  };
  await expect.poll(ready, { interval: 50 }).toBe(workers);
}

/** These jobs as they are when all of them have ended. */
export async function untilEnded({ context }: TestCluster, jobs: readonly Job[]): Promise<Job[]> {
  const open = new Set(jobs.map(({ id }) => id));
  const ended = new Map<string, Job>();
  await expect
    .poll(
      async () => {
        for (const job of await Promise.all([...open].map((id) => getAnalysis(context, id)))) {
          if (job.status === "queued" || job.status === "running") continue;
          open.delete(job.id);
          ended.set(job.id, job);
        }
        return open.size;
      },
      { interval: 100 },
    )
    .toBe(0);
  return jobs.flatMap(({ id }) => ended.get(id) ?? []);
}

/** What was told of a job, and that it was told in one row of numbers. */
export async function toldTypes({ context }: TestCluster, id: string): Promise<string[]> {
  const { events } = await readEvents(context, { id, after: 0 });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  return events.map(({ type }) => type);
}

/** The request for an analysis of the company DEMO, by all four analysts. */
export function demo(tradeDate: string): SubmitAnalysis {
  return {
    ticker: "DEMO",
    trade_date: tradeDate,
    asset_type: "stock",
    analysts: ["market", "social", "news", "fundamentals"],
    max_debate_rounds: null,
  };
}
