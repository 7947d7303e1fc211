import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import type { AnalysisRequest, Job } from "#src/contract/jobs/analysis.ts";
import { Reports } from "#src/contract/run/run.ts";
import { cancelAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { getAnalysis } from "#src/product/analyses/reading.ts";
import { seeded } from "../../scripts/demo/random.ts";
import { anyRequest, oddTickers } from "./any-request.ts";
import { testCluster, untilReady, type TestCluster } from "./worker-process.ts";

/** Of requests, so many are cancelled at a random moment. */
const cancelledShare = 0.1;
/** Open at once: the service takes no more than a thousand. */
const wave = 500;
const waveMs = 120_000;

/** What only somebody who reads the source could understand. */
const internal =
  /internal|unexpected|undefined|\[object|\b\w*(?:Error|Exception)\b|DBOS|workflow|[Pp]ostgres|\bSQL\b|\.ts\b|\n\s+at |NaN/;
/** What a reason repeats of the request. */
const repeated = /^(?:".*" is not a symbol|\S+ is not known): /;

/**
 * Throws requests that the API takes at one worker, and cancels some of them at any moment. Checks that the process
 * lives through all of it, and that each job ends with a rating, or a reason that its reader understands.
 * @returns how many ended in each way
 */
export async function outliveRequests({
  seed,
  requests: count,
}: {
  readonly seed: number;
  readonly requests: number;
}): Promise<Record<string, number>> {
  const random = seeded(`outliving worker ${seed}`);
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const worker = cluster.startWorker(null);
  await untilReady(cluster, 1);
  const requests = [...everyOddTicker(), ...fc.sample(anyRequest, { seed, numRuns: count })].slice(0, count);
  const ends: Record<string, number> = {};
  for (let from = 0; from < requests.length; from += wave) {
    const cancels: Promise<unknown>[] = [];
    const jobs = await Promise.all(
      requests.slice(from, from + wave).map(async (request) => {
        const { job } = await submitAnalysis(cluster.context, { body: request, idempotencyKey: null });
        if (random.next() < cancelledShare) cancels.push(cancelSoon(cluster, job.id, random.between(0, 8000)));
        return job;
      }),
    );
    const cancelled = await cancelledOf(cancels);
    for (const job of await ended(cluster, jobs, () => worker.exitCode ?? worker.signalCode)) {
      const end = endOf(job, cancelled.has(job.id));
      ends[end] = (ends[end] ?? 0) + 1;
    }
  }
  expect({ exit: worker.exitCode, signal: worker.signalCode }).toEqual({ exit: null, signal: null });
  return ends;
}

function everyOddTicker(): AnalysisRequest[] {
  return oddTickers.flatMap((ticker) =>
    (["stock", "crypto"] as const).map((asset_type) => ({
      ticker,
      asset_type,
      trade_date: "2019-06-03",
      analysts: ["market"],
      max_debate_rounds: 1,
    })),
  );
}

async function cancelSoon(cluster: TestCluster, id: string, afterMs: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await cancelAnalysis(cluster.context, id);
  return id;
}

async function cancelledOf(cancels: readonly Promise<unknown>[]): Promise<ReadonlySet<unknown>> {
  return new Set(await Promise.all(cancels));
}

/** The jobs when all have ended, in any order. @throws when the worker has ended before them */
async function ended(
  { context }: TestCluster,
  jobs: readonly Job[],
  gone: () => number | string | null,
): Promise<readonly Job[]> {
  const open = new Set(jobs.map(({ id }) => id));
  const done: Job[] = [];
  const late = performance.now() + waveMs;
  while (open.size > 0) {
    if (gone() !== null) throw new Error(`the worker ended with ${gone()}, and ${open.size} jobs were open`);
    if (performance.now() > late) throw new Error(`${open.size} jobs never ended`);
    for (const job of await Promise.all([...open].slice(0, 100).map((id) => getAnalysis(context, id)))) {
      open.delete(job.id);
      if (job.status === "queued" || job.status === "running") open.add(job.id);
      else done.push(job);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return done;
}

function endOf(job: Job, wasCancelled: boolean): string {
  const what = JSON.stringify(job.request);
  if (wasCancelled) {
    expect(job.status, what).toBe("cancelled");
    return "cancelled";
  }
  expect({ status: job.status, error: job.error }, what).toEqual({ status: "succeeded", error: null });
  const { rating = "", is_review: isReview, reports } = job.result ?? {};
  const { review_reason: reason } = Reports.parse(reports);
  expect(isReview, what).toBe(rating === "REVIEW");
  if (rating !== "REVIEW") return "rated";
  expect(reason, what).toMatch(/\S/);
  expect(reason?.replace(repeated, ""), what).not.toMatch(internal);
  return "review";
}
