import { expect } from "vitest";
import { seeded } from "../../scripts/demo/random.ts";
import { promptOf } from "./killed-run.ts";
import { startModelServer } from "./model-server.ts";
import { tradeDates } from "./trade-dates.ts";
import { testCluster, toldTypes, untilEnded, untilReady, type TestCluster } from "./worker-process.ts";

/** Of a run with one round and no look-ups. */
const callsOfRun = 12;

/**
 * Jobs on two workers, of which one is killed at a moment that the seed picks; with some seeds another one is started
 * in its place. Checks that every job ends once and well, and that no call whose answer was kept is made again.
 * @returns how many jobs ended well, and the calls made twice, as their first answer was not kept yet when the worker died
 */
export async function killOneWorker({
  seed,
  jobs: count,
}: {
  seed: number;
  jobs: number;
}): Promise<{ succeeded: number; again: number }> {
  const random = seeded(`dead worker ${seed}`);
  const bothAtWork = Promise.withResolvers<void>();
  const model = await startModelServer({ latencyMs: 120, opens: bothAtWork.promise });
  const slots = 8;
  const cluster = await testCluster({ slots, jobTimeoutMs: 600_000 });
  // Half of the jobs that can run: none gets all of them, however late the other one asks.
  const half = { SERVICE_MAX_CONCURRENCY: String(Math.min(count, slots) / 2) };
  const [doomed] = [cluster.startWorker(model.url, half), cluster.startWorker(model.url, half)];
  await untilReady(cluster, 2);
  const jobs = await Promise.all(tradeDates(count).map((date) => cluster.submit(date)));
  // One worker has four calls out at the most: now both are at work.
  await expect.poll(() => model.mostAtOnce(), { interval: 10 }).toBeGreaterThan(4);
  bothAtWork.resolve();
  const moment = random.between(model.finished(), 0.9 * count * callsOfRun);
  await expect.poll(() => model.finished() >= moment, { interval: 2 }).toBe(true);
  doomed.kill("SIGKILL");
  const kept = await keptPrompts(
    cluster,
    jobs.map(({ id }) => id),
  );
  const asked = model.calls.length;
  if (random.next() < 0.5) cluster.startWorker(model.url, half);

  const done = await untilEnded(cluster, jobs);
  expect(done.map(({ status }) => status)).toEqual(jobs.map(() => "succeeded"));
  for (const { id } of jobs) {
    const types = await toldTypes(cluster, id);
    expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
    expect(types.filter((type) => type === "agent.finished")).toHaveLength(callsOfRun);
  }
  const prompts = model.calls.map(promptOf);
  // Those that were answered and do not stand there yet are fewer than eight jobs can have out.
  expect(kept.size).toBeGreaterThan(moment - 8 * 4);
  expect(prompts.slice(0, asked)).toEqual(expect.arrayContaining([...kept]));
  expect(
    prompts.slice(asked).filter((prompt) => kept.has(prompt)),
    "a kept call is made again",
  ).toEqual([]);
  expect(new Set(prompts).size).toBe(count * callsOfRun);
  // A call is lost with the one worker that died, so none is made a third time.
  expect(Math.max(...timesOfEach(prompts))).toBeLessThanOrEqual(2);
  const again = prompts.length - count * callsOfRun;
  await model.close();
  return { succeeded: done.length, again };
}

function timesOfEach(texts: readonly string[]): readonly number[] {
  return [...Map.groupBy(texts, (text) => text).values()].map((same) => same.length);
}

/** The prompts whose answers stand in the database. */
export async function keptPrompts(
  { queue }: Pick<TestCluster, "queue">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const runs = await Promise.all(ids.map((id) => queue.finishedSteps(id)));
  return new Set(
    runs.flatMap((steps) =>
      [...steps].flatMap(([name, value]) =>
        name.startsWith("call ") && typeof value === "object" && value !== null && "prompt" in value
          ? [String(value.prompt)]
          : [],
      ),
    ),
  );
}
