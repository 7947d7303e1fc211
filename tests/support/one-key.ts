import { expect } from "vitest";
import { submit } from "./api-client.ts";
import { startModelServer } from "./model-server.ts";
import { demo, testCluster, toldTypes, untilEnded } from "./worker-process.ts";

interface OneKey {
  readonly submissions: number;
  readonly doors: number;
}

/**
 * Submissions with one Idempotency-Key, all at once, in turn to so many front doors, while workers wait for work.
 * @returns how many jobs they became, and how many calls those made
 */
export async function submitWithOneKey({
  submissions,
  doors: count,
}: OneKey): Promise<{ jobs: number | null; calls: number }> {
  const model = await startModelServer();
  const cluster = await testCluster();
  cluster.startWorker(model.url);
  cluster.startWorker(model.url);
  const doors = await Promise.all(Array.from({ length: count }, () => cluster.startFrontDoor()));
  const jobs = await Promise.all(
    Array.from({ length: submissions }, (_, index) =>
      submit(doors[index % count]?.url ?? "", demo("2019-06-03"), { "idempotency-key": "the-only-one" }),
    ),
  );
  const [job, ...others] = jobs;
  if (job === undefined) throw new Error("nothing was submitted");
  expect(new Set(others.map(({ id }) => id))).toEqual(new Set([job.id]));
  await untilEnded(cluster, [job]);
  const { rowCount } = await cluster.database.db.pool.query("select from analyses");
  expect((await toldTypes(cluster, job.id)).filter((type) => type.startsWith("job."))).toEqual([
    "job.queued",
    "job.running",
    "job.succeeded",
  ]);
  await model.close();
  return { jobs: rowCount, calls: model.calls.length };
}
