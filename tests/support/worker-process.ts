import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SubmitAnalysis } from "#src/contract/jobs.ts";
import { openJobQueue, type JobQueue } from "#src/db/job-queue.ts";
import { migrateAll } from "#src/db/migrate.ts";
import { systemClock } from "#src/platform/clock.ts";
import type { Context } from "#src/services/context.ts";
import { submitAnalysis } from "#src/services/analyses/submit-analysis.ts";
import { askingModel } from "./conclave.ts";
import { freshDatabase, type FreshDatabase } from "./database.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** A database, its queue, and as many workers as wanted, each a process; all gone when the test ends. */
export async function jobHouse(
  options: { readonly slots?: number; readonly jobTimeoutMs?: number } = {},
): Promise<JobHouse> {
  const { slots = 8, jobTimeoutMs = 60_000 } = options;
  const database = await freshDatabase();
  await migrateAll(database.db.pool, database.url);
  const queue = await openJobQueue(database.url, silent);
  const workers: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await queue.close();
    await database.drop();
  });
  const context: Context = {
    db: database.db,
    queue,
    clock: systemClock,
    settings: { rounds: 1, riskRounds: 1, budgetUsd: null, maxConcurrency: slots, maxQueued: 1000, jobTimeoutMs },
    actor: { owner: "local", plan: "elite", scopes: ["analyses:read", "analyses:write"] },
    requestId: "req_test",
  };
  return {
    database,
    queue,
    context,
    startWorker(modelUrl) {
      const worker = spawn(process.execPath, [main, "worker"], {
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: database.url,
          SERVICE_ONLINE_TOOLS: "false",
          SERVICE_MAX_CONCURRENCY: String(slots),
          WORKER_PORT: "0",
          LOG_LEVEL: "silent",
          WEBHOOK_ALLOW_PRIVATE: "1",
          OLLAMA_BASE_URL: "http://127.0.0.1:9",
          ...(modelUrl === null ? { SERVICE_LLM_PROVIDER: "rules" } : askingModel(modelUrl)),
        },
        stdio: "ignore",
      });
      workers.push(worker);
      return worker;
    },
    submit: (tradeDate, webhook = {}) => submitAnalysis(context, { ...demo(tradeDate), ...webhook }, null),
  };
}

export interface JobHouse {
  readonly database: FreshDatabase;
  readonly queue: JobQueue;
  readonly context: Context;
  /** @param modelUrl `null`: the rules argue */
  startWorker(modelUrl: string | null): ChildProcess;
  submit(
    tradeDate: string,
    webhook?: Pick<SubmitAnalysis, "webhook_url" | "webhook_secret">,
  ): ReturnType<typeof submitAnalysis>;
}

function demo(tradeDate: string): SubmitAnalysis {
  return {
    ticker: "DEMO",
    trade_date: tradeDate,
    asset_type: "stock",
    analysts: ["market", "social", "news", "fundamentals"],
    max_debate_rounds: null,
  };
}
