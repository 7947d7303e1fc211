import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { addDays, systemClock } from "#src/core/clock.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { installPeers, peerRate, type PeerKind, type PeerWork } from "./queue-peers.ts";
import { report } from "./setup.ts";

/*
 * Engine cost of a debate with durable steps and no model latency: whole jobs a second through the queue, two
 * workers, `rules` in the place of a model that takes no time. All is queued before the first worker starts; the
 * clock runs from the first job's start to the last one's end, by the database. Then the durable engine alone makes
 * nine steps of 15 KB, in two processes too, and as many of as many bytes as the debates had; and empty jobs in one,
 * beside pg-boss and graphile-worker.
 */
const jobs = 300;
/** What a debate had when the target was set: one that needs fewer steps is not held against an engine that does less too. */
const nine = { steps: 9, bytes: 15_000 };
const slots = 32;
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** Of processes that live, in user and system mode; on Linux alone. */
function cpuMs(pids: readonly number[]): number {
  let ticks = 0;
  if (process.platform !== "linux") return Number.NaN;
  for (const pid of pids) {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks * 10;
}

const database = await freshDatabase();
const queue = await openJobQueue(database.url, silent);
const context: Context = {
  db: database.db,
  queue,
  clock: systemClock,
  settings: {
    rounds: 1,
    riskRounds: 1,
    budgetUsd: null,
    maxConcurrency: slots,
    maxQueued: jobs + 1,
    jobTimeoutMs: 600_000,
    webhookAllowPrivate: false,
  },
  actor: { owner: "local", plan: "elite", scopes: ["analyses:read", "analyses:write"] },
  requestId: "bench",
};
for (let index = 0; index < jobs; index += 1)
  await submitAnalysis(context, {
    body: AnalysisRequest.parse({ ticker: "DEMO", trade_date: addDays("2018-06-01", index) }),
    idempotencyKey: null,
  });

const workers = Array.from({ length: 2 }, () =>
  spawn(process.execPath, [join(import.meta.dirname, "../src/cli/main.js"), "worker", "--internal", "0"], {
    // With a channel, as under a supervisor: the worker itself is what is measured.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: database.url,
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_MAX_CONCURRENCY: String(slots),
      LOG_LEVEL: "silent",
    },
  }),
);
/** Spent so far; what the two cores had to give is shared with whatever else runs. */
async function cpu(): Promise<{ workers: number; postgres: number }> {
  const { rows } = await database.db.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  return { workers: cpuMs(workers.map(({ pid = 0 }) => pid)), postgres: cpuMs(rows.map(({ pid }) => pid)) };
}
const left = async (): Promise<number> =>
  (await database.db.pool.query("select 1 from analyses where status in ('queued', 'running')")).rowCount ?? 0;
while ((await left()) === jobs) await pause(20);
const before = await cpu();
while ((await left()) > 0) await pause(200);
const after = await cpu();
const { rows } = await database.db.pool.query<{ seconds: number; failed: number }>(
  "select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds, count(*) filter (where status <> 'succeeded')::int as failed from analyses",
);
const kept = await database.db.pool.query<{ steps: number; bytes: number }>(
  `select (count(*) / $1::float8)::float8 as steps, coalesce(avg(length(output)), 0)::float8 as bytes
   from dbos.operation_outputs where workflow_uuid in (select id from analyses)`,
  [jobs],
);
for (const worker of workers) {
  worker.kill("SIGTERM");
  await once(worker, "exit");
}
await queue.close();
await database.drop();
const [{ seconds, failed } = { seconds: Number.NaN, failed: jobs }] = rows;
const rate = jobs / seconds;
const each = kept.rows[0] ?? { steps: 0, bytes: 0 };
const same = { steps: Math.round(each.steps), bytes: Math.round(each.bytes) };
const alone = await engineAlone(nine);
const aloneSame = await engineAlone(same);
const peers = await installPeers();
const empty = { slots, steps: 0, bytes: 0 };
const others =
  peers === null
    ? "npm could not have pg-boss and graphile-worker"
    : {
        engine: await onFresh("dbos", { ...empty, jobs }, peers),
        pg_boss: await onFresh("pg-boss", { ...empty, jobs: 10 * jobs }, peers),
        graphile_worker: await onFresh("graphile-worker", { ...empty, jobs: 10 * jobs }, peers),
      };
if (peers !== null) await rm(peers, { recursive: true, force: true });

async function engineAlone(work: typeof nine): Promise<number> {
  const halves = await Promise.all([0, 1].map(() => onFresh("dbos", { ...work, slots, jobs: jobs / 2 }, "")));
  return halves.reduce((sum, one) => sum + one, 0);
}

async function onFresh(kind: PeerKind, asked: Omit<PeerWork, "url">, folder: string): Promise<number> {
  const fresh = await freshDatabase();
  try {
    return Number((await peerRate(kind, { ...asked, url: fresh.url }, folder)).toFixed(1));
  } finally {
    await fresh.drop();
  }
}

report(
  {
    figure: "debates per second with durable steps, zero-latency model",
    value: rate,
    unit: "per second",
    target: ">= 60",
    met: failed === 0 && rate >= 60,
  },
  {
    jobs,
    failed,
    seconds: Number(seconds.toFixed(2)),
    workers: 2,
    cpu_ms_per_debate: {
      workers: Number(((after.workers - before.workers) / jobs).toFixed(1)),
      postgres: Number(((after.postgres - before.postgres) / jobs).toFixed(1)),
    },
  },
);
report(
  {
    figure: "debates per second with durable steps / the durable engine alone with nine steps, in the same run",
    value: rate / alone,
    unit: "x",
    target: ">= 0.45",
    met: failed === 0 && rate / alone >= 0.45,
  },
  {
    alone_per_second: alone,
    with_as_many_steps: { ...same, alone_per_second: aloneSame, ratio: Number((rate / aloneSame).toFixed(3)) },
    empty_jobs_per_second: others,
  },
);
