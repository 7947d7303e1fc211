import { onTestFinished } from "vitest";
import type { Opinion, Rating } from "#src/contract/jobs/analysis.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import type { Clock, Instant } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import { putHouseList } from "#src/product/signals/watchlists.ts";
import type { SignalSettings, SignalTools } from "#src/product/signals/public/lists.ts";
import { freshDatabase } from "./database.ts";
import { demoRun } from "./finished-job.ts";
import { systemContext } from "#tests/support/contexts.ts";

/** A clock that a test turns. */
export interface TestClock extends Clock {
  set(at: string): void;
  readonly at: Instant;
}

/** The signal engine without a worker: what a tick starts stays queued until the test ends it. */
export interface SignalEngine extends SignalTools {
  readonly clock: TestClock;
  readonly url: string;
  /** The house list's open jobs, by symbol and session. */
  openJobs(): Promise<{ id: string; symbol: string; session: string; owner: string; seed: number }[]>;
  /** Ends a job with a rating, as a run of that instrument and session; `null` fails it. */
  end(id: string, rating: Rating | null, change?: (run: Run) => Run): Promise<void>;
}

const usual: SignalSettings = {
  instruments: [{ symbol: "AAPL", asset_type: "stock" }],
  runs: 1,
  threshold: 0.6,
  dailyBudgetUsd: "5.00",
  runBudgetUsd: "1.00",
  slots: 1,
  delayMs: 30 * 60_000,
};

const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** @param at when the house list is made */
export async function signalEngine(at: string, signals: Partial<SignalSettings> = {}): Promise<SignalEngine> {
  const { db, url, drop } = await freshDatabase();
  const queue = await openJobQueue(url, silent);
  onTestFinished(async () => {
    await queue.close();
    await drop();
  });
  const clock = testClock(at);
  const jobs = {
    rounds: 1,
    riskRounds: 1,
    budgetUsd: null,
    maxConcurrency: 4,
    maxQueued: 1000,
    jobTimeoutMs: 60_000,
    webhookAllowPrivate: false,
  };
  const log = createLog("silent", "test");
  const tools: SignalTools = { db, queue, clock, log, jobs, signals: { ...usual, ...signals } };
  await putHouseList(tools, tools.signals);
  return {
    ...tools,
    clock,
    url,
    async openJobs() {
      const { rows } = await db.pool.query<{
        id: string;
        symbol: string;
        session: string;
        owner: string;
        seed: number;
      }>(
        `select id, owner, request ->> 'ticker' as symbol, request ->> 'trade_date' as session,
           (setting ->> 'seed')::int as seed
         from analyses where status in ('queued', 'running') order by symbol, session, seed`,
      );
      return rows;
    },
    async end(id, rating, change = (run) => run) {
      const job = await startJob(systemContext({ db, clock }), id);
      if (job === null) throw new Error(`${id} cannot be started`);
      if (rating === null) {
        await finishJob({ db, queue, clock }, { id, end: { status: "failed", error: "the model gave no answer" } });
        return;
      }
      const run = change(runOf(await demoRun(), job.request, rating));
      await finishJob({ db, queue, clock }, { id, end: { status: "succeeded", ...run } });
    },
  };
}

export function testClock(at: string): TestClock {
  let now = Date.parse(at);
  return {
    now: () => now,
    get at() {
      return now;
    },
    set: (text) => {
      now = Date.parse(text);
    },
  };
}

/** A real run as if it were of another instrument, session and outcome. */
function runOf(run: Run, { ticker, trade_date: session }: Run["request"], rating: Rating): Run {
  const { manifest, result } = run;
  const last = manifest.chart.at(-1);
  if (last === undefined) throw new Error("a run without prices");
  const data = { ...manifest.data, symbol: ticker, session, as_of: `${session}T20:00:00.000Z`, synthetic: false };
  return {
    ...run,
    result: { ...result, rating, is_review: rating === "REVIEW", reports: { ...Reports.parse(result.reports), data } },
    manifest: { ...manifest, rating, data, chart: [...manifest.chart.slice(0, -1), { ...last, date: session }] },
  };
}

/** Ratings of a list's signals in their order. */
export async function published({ db }: SignalTools, list = "house"): Promise<(Opinion | "withdrawn")[]> {
  const { rows } = await db.pool.query<{ rating: Opinion | null }>(
    "select rating from signal_entries where list = $1 order by number",
    [list],
  );
  return rows.map(({ rating }) => rating ?? "withdrawn");
}
