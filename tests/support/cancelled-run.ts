import { expect } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { seeded } from "../../scripts/demo/random.ts";
import { ask, submit } from "./api-client.ts";
import { promptDate, startModelServer, type ModelCall, type ModelServer } from "./model-server.ts";
import { tradeDates } from "./trade-dates.ts";
import { demo, testCluster, toldTypes, type TestCluster } from "./worker-process.ts";

/** How many calls of a run have begun when the n-th has: those who move at the same time are asked together. */
const begunWith = [4, 4, 4, 4, 6, 6, 7, 8, 11, 11, 11, 12];

export const callsOfRun = begunWith.length;

/** `during`: the call is out and hangs. `behind`: it was just answered, and the run is on its way to the next. */
export interface CancelAt {
  readonly call: number;
  readonly when: "during" | "behind";
}

interface Scene {
  readonly cluster: TestCluster;
  readonly model: ModelServer;
  readonly url: string;
}

/**
 * One slot, one worker and one front door, and jobs in a row: each is cancelled, and then the next has its slot.
 * @returns how all of them ended; the last is let be
 */
export async function cancelAtCalls(moments: readonly CancelAt[], seed: number): Promise<string[]> {
  const random = seeded(`cancelled run ${seed}`);
  const dates = tradeDates(moments.length + 1);
  const hangsFrom = new Map(dates.map((date, index) => [date, hangingCall(moments[index])]));
  const model = await startModelServer({
    latencyMs: 20,
    plan: (call) => {
      const before = callsOn(model, promptDate(call)).indexOf(call);
      return before + 1 >= (hangsFrom.get(promptDate(call)) ?? Infinity) ? { kind: "hang" } : { kind: "answer" };
    },
  });
  const cluster = await testCluster({ slots: 1 });
  cluster.startWorker(model.url);
  const { url } = await cluster.startFrontDoor();
  const scene = { cluster, model, url };
  const jobs: Job[] = [];
  for (const date of dates) jobs.push(await submit(url, demo(date)));
  const most: number[] = [];
  for (const [index, moment] of moments.entries()) {
    const [job, next] = jobs.slice(index, index + 2);
    if (job !== undefined && next !== undefined)
      most.push(await cancelOne(scene, job, next, moment, random.between(0, 15)));
  }
  const last = jobs.at(-1);
  await expect.poll(async () => (await jobAt(url, last?.id ?? "")).status).toBe("succeeded");
  for (const [index, job] of jobs.slice(0, -1).entries()) await wasLeftAlone(scene, job, most[index] ?? 0);
  await model.close();
  return Promise.all(jobs.map(async ({ id }) => (await jobAt(url, id)).status));
}

/**
 * A job in each state, brought there by a real run, and one behind them: all but that one are cancelled, twice.
 * @returns what was told of each of them
 */
export async function cancelAtStates(): Promise<string[][]> {
  const [ends = "", fails = "", runs = "", waits = "", follows = ""] = tradeDates(5);
  const model = await startModelServer({
    plan: (call) =>
      ({ [fails]: { kind: "status", status: 400 } as const, [runs]: { kind: "hang" } as const })[promptDate(call)] ?? {
        kind: "answer",
      },
  });
  const cluster = await testCluster({ slots: 1 });
  cluster.startWorker(model.url);
  const { url } = await cluster.startFrontDoor();
  const jobs: Job[] = [];
  for (const date of [ends, fails, runs, waits, follows]) jobs.push(await submit(url, demo(date)));
  const statuses = async (): Promise<string[]> =>
    (await Promise.all(jobs.map(({ id }) => jobAt(url, id)))).map(({ status }) => status);
  await expect.poll(statuses).toEqual(["succeeded", "failed", "running", "queued", "queued"]);
  // The one that waits goes before the one that runs, so that it could never start.
  for (const index of [0, 1, 3, 2, 0, 1, 2, 3]) {
    const { status, body } = await ask(url, "DELETE", `/v1/analyses/${jobs[index]?.id}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: "cancelled", result: null, error: null } });
  }
  const four = Array(4).fill("cancelled");
  expect((await statuses()).slice(0, 4)).toEqual(four);
  await expect.poll(statuses).toEqual([...four, "succeeded"]);
  expect(callsOn(model, waits)).toEqual([]);
  await model.close();
  return Promise.all(
    jobs.map(async ({ id }) => (await toldTypes(cluster, id)).filter((type) => type.startsWith("job."))),
  );
}

/** @returns the most calls that the job may ever have asked */
async function cancelOne(
  { cluster, model, url }: Scene,
  job: Job,
  next: Job,
  moment: CancelAt,
  afterMs: number,
): Promise<number> {
  const date = job.request.trade_date;
  const callsStarted = (): number => callsOn(model, date).length;
  const answered = (): number => callsOn(model, date).filter(({ outcome }) => outcome === "finished").length;
  if (moment.when === "during") await until(() => callsStarted() === begunWith[moment.call - 1]);
  else await until(() => answered() >= moment.call);
  if (moment.when === "behind") await new Promise((resolve) => setTimeout(resolve, afterMs));
  const { status, body } = await ask(url, "DELETE", `/v1/analyses/${job.id}`);
  const begunBy = callsStarted();
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "cancelled", result: null, error: null } });
  expect(await jobAt(url, job.id)).toMatchObject({ status: "cancelled", result: null, error: null });
  const slotFree = async (): Promise<boolean> => (await jobAt(url, next.id)).status !== "queued";
  await expect.poll(slotFree, { interval: 25 }).toBe(true);
  expect((await toldTypes(cluster, job.id)).at(-1)).toBe("job.cancelled");
  // While a call hangs nobody is behind it; else those of the next move may have been on their way.
  return moment.when === "during" ? begunBy : (begunWith[Math.min(begunBy, callsOfRun - 1)] ?? 0);
}

/** What must be true of a cancelled job when others have run after it. */
async function wasLeftAlone({ cluster, model, url }: Scene, job: Job, mostCalls: number): Promise<void> {
  expect(await jobAt(url, job.id)).toMatchObject({ status: "cancelled", result: null, error: null });
  expect((await toldTypes(cluster, job.id)).at(-1)).toBe("job.cancelled");
  const calls = callsOn(model, job.request.trade_date);
  // The engine hears of a cancel within about a second; a quick job behind it may have ended before.
  await expect.poll(() => calls.map(({ outcome }) => outcome)).not.toContain("open");
  expect(calls.length).toBeLessThanOrEqual(mostCalls);
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 2 }).toBe(true);
}

async function jobAt(url: string, id: string): Promise<Job> {
  return Job.parse((await ask(url, "GET", `/v1/analyses/${id}`)).body);
}

function hangingCall(moment: CancelAt | undefined): number {
  return moment?.when === "during" ? moment.call : Infinity;
}

function callsOn({ calls }: ModelServer, date: string): ModelCall[] {
  return calls.filter((call) => promptDate(call) === date);
}
