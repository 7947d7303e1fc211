import { expect } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { ask, submit } from "./api-client.ts";
import { startService } from "./service-process.ts";
import { tradeDates } from "./trade-dates.ts";
import { demo } from "./worker-process.ts";

/**
 * Two of `conclave up` at once on the same nothing. Checks that both serve, that each sees the other's jobs, and that
 * the workers of both take some; then both are told to stop.
 * @param env where their database is: DATABASE_URL, or CONCLAVE_HOME
 * @param databaseUrl asked when both are up
 * @returns how many workers have run jobs
 */
export async function startTwo(
  env: Readonly<Record<string, string>>,
  databaseUrl: () => Promise<string>,
): Promise<number> {
  const rules = { ...env, SERVICE_LLM_PROVIDER: "rules" };
  const services = await Promise.all([startService(rules), startService(rules)] as const);
  const db = openDatabase(await databaseUrl(), 1);
  const executors = async (): Promise<number> => {
    const { rows } = await db.pool.query<{ count: string }>(
      "select count(distinct executor_id) from dbos.workflow_status where status = 'SUCCESS'",
    );
    return Number(rows[0]?.count);
  };
  const dates = tradeDates(5);
  const jobs: Job[] = [];
  await expect
    .poll(
      async () => {
        // No more until these have ended, so that either worker is free to take the next.
        const now = await Promise.all(services.map(({ url }, index) => submit(url, demo(dates[index] ?? ""))));
        jobs.push(...now);
        for (const job of now) await endedAt(services[0].url, job);
        return executors();
      },
      { interval: 50 },
    )
    .toBe(2);
  const took = await executors();
  await db.close();
  for (const { url } of services) for (const job of jobs) expect((await endedAt(url, job)).status).toBe("succeeded");
  for (const service of services) {
    expect(service.said()).not.toContain("restarting in");
    expect(await service.stop()).toBe(0);
  }
  return took;
}

async function endedAt(url: string, { id }: Job): Promise<Job> {
  return Job.parse((await ask(url, "GET", `/v1/analyses/${id}?wait=20`)).body);
}
