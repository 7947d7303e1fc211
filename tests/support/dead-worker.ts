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
  const bothReady = Promise.withResolvers<void>();
  const model = await startModelServer({ latencyMs: 120, opens: bothReady.promise });
  const slots = Math.min(8, (count * 2) / 3);
  const cluster = await testCluster({ slots, jobTimeoutMs: 600_000 });
  // The doomed one is at work before there is another: who takes a job is not for a test to say.
  const doomed = cluster.startWorker(model.url);
  await untilReady(cluster, 1);
  const jobs = await Promise.all(tradeDates(count).map((date) => cluster.submit(date)));
  await expect.poll(() => model.mostAtOnce(), { interval: 10 }).toBeGreaterThan(0);
  cluster.startWorker(model.url);
  await untilReady(cluster, 2);
  bothReady.resolve();
  const moment = random.between(model.finished(), 0.9 * count * callsOfRun);
  await expect.poll(() => model.finished() >= moment, { interval: 2 }).toBe(true);
  doomed.kill("SIGKILL");
  const kept = await keptPrompts(
    cluster,
    jobs.map(({ id }) => id),
  );
  const asked = model.calls.length;
  if (random.next() < 0.5) cluster.startWorker(model.url);

  const done = await untilEnded(cluster, jobs);
  expect(done.map(({ status }) => status)).toEqual(jobs.map(() => "succeeded"));
  for (const { id } of jobs) {
    const types = await toldTypes(cluster, id);
    expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
    expect(types.filter((type) => type === "agent.finished")).toHaveLength(callsOfRun);
  }
  const prompts = model.calls.map(promptOf);
  // Those that were answered and do not stand there yet are fewer than the slots' jobs can have out.
  expect(kept.size).toBeGreaterThan(moment - slots * 4);
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
