import { once } from "node:events";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { Job } from "#src/contract/analysis.ts";
import { cancelAnalysis } from "#src/services/analyses/cancel-analysis.ts";
import { getAnalysis } from "#src/services/analyses/get-analysis.ts";
import { readEvents } from "#src/services/analyses/read-events.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { jobHouse, type JobHouse } from "#tests/support/worker-process.ts";

function ended({ status }: Job): boolean {
  return status !== "queued" && status !== "running";
}

async function all(house: JobHouse, jobs: readonly Job[]): Promise<Job[]> {
  return Promise.all(jobs.map(({ id }) => getAnalysis(house.context, id)));
}

async function untilEnded(house: JobHouse, jobs: readonly Job[], timeout: number): Promise<Job[]> {
  await expect
    .poll(async () => (await all(house, jobs)).filter((job) => !ended(job)).length, { timeout, interval: 100 })
    .toBe(0);
  return all(house, jobs);
}

const days = Array.from({ length: 8 }, (_, index) => `2019-06-${String(index + 3).padStart(2, "0")}`);

test(
  "a dead worker's jobs are taken over: each ends once, and no kept call is asked for again",
  { timeout: 120_000 },
  async () => {
    const model = await startModelServer({ latencyMs: 40 });
    const house = await jobHouse();
    const [doomed] = [house.startWorker(model.url), house.startWorker(model.url)];
    const jobs = await Promise.all(days.map((day) => house.submit(day)));
    await expect.poll(() => model.finished(), { timeout: 30_000, interval: 20 }).toBeGreaterThan(25);
    const inFlight = model.mostAtOnce();
    doomed.kill("SIGKILL");
    const done = await untilEnded(house, jobs, 60_000);
    expect(done.map(({ status }) => status)).toEqual(days.map(() => "succeeded"));
    // 12 calls a job, and again only those whose answer was on its way when the worker died.
    expect(model.finished()).toBeLessThanOrEqual(days.length * 12 + inFlight);
    for (const { id } of jobs) {
      const { events } = await readEvents(house.context, id, 0);
      const types = events.map(({ type }) => type);
      expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
      expect(types.filter((type) => type === "agent.finished")).toHaveLength(12);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    }
    await model.close();
  },
);

test(
  "a cancelled job drops its call, makes no other, frees its slot and is never overwritten",
  { timeout: 60_000 },
  async () => {
    const model = await startModelServer({ plan: (call) => (call.index < 4 ? { kind: "hang" } : { kind: "answer" }) });
    const house = await jobHouse({ slots: 1 });
    house.startWorker(model.url);
    const held = await house.submit("2019-06-03");
    await expect.poll(() => model.calls.length, { timeout: 20_000 }).toBe(4);
    const next = await house.submit("2019-06-04");
    expect(await cancelAnalysis(house.context, held.id)).toMatchObject({
      status: "cancelled",
      result: null,
      error: null,
    });
    expect(await cancelAnalysis(house.context, held.id)).toMatchObject({ status: "cancelled" });
    await expect
      .poll(() => model.calls.slice(0, 4).map((call) => call.outcome), { timeout: 5000 })
      .toEqual(Array(4).fill("aborted"));
    await untilEnded(house, [next], 30_000);
    expect(model.calls).toHaveLength(4 + 12);
    expect(await getAnalysis(house.context, held.id)).toMatchObject({ status: "cancelled" });
    expect((await readEvents(house.context, held.id, 0)).events.at(-1)?.type).toBe("job.cancelled");
    // Finished jobs can be cancelled too; nothing of theirs is shown then.
    expect(await cancelAnalysis(house.context, next.id)).toMatchObject({ status: "cancelled", result: null });
    await model.close();
  },
);

test("a job whose model never answers fails when its time is over", { timeout: 60_000 }, async () => {
  const model = await startModelServer({ plan: () => ({ kind: "hang" }) });
  const house = await jobHouse({ jobTimeoutMs: 3000 });
  house.startWorker(model.url);
  const [job] = await untilEnded(house, [await house.submit("2019-06-03")], 30_000);
  expect(job).toMatchObject({ status: "failed", error: "the analysis ran out of time" });
  await model.close();
});

test("a model that talks garbage ends in a failed job with a clear error", { timeout: 60_000 }, async () => {
  const model = await startModelServer({ plan: () => ({ kind: "garbage" }) });
  const house = await jobHouse();
  house.startWorker(model.url);
  const [job] = await untilEnded(house, [await house.submit("2019-06-03")], 40_000);
  expect(job).toMatchObject({ status: "failed", error: expect.stringMatching(/^(quick|deep): /) });
  await model.close();
});

test("a webhook is told of the end once, signed, after a failed try too", { timeout: 60_000 }, async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const told: { type: string; verified: boolean; id: string | undefined }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const { type } = z.object({ type: z.string() }).parse(new Webhook(secret).verify(body, headers));
      told.push({ type, verified: true, id: headers["webhook-id"] });
      response.writeHead(told.length === 1 ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void receiver.close());
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/told`;
  const house = await jobHouse();
  house.startWorker(null);
  const job = await house.submit("2019-06-03", { webhook_url: url, webhook_secret: secret });
  await untilEnded(house, [job], 20_000);
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(2);
  expect(told.map(({ type }) => type)).toEqual(["analysis.succeeded", "analysis.succeeded"]);
  expect(new Set(told.map(({ id }) => id)).size, "one message, brought twice").toBe(1);
});

test("a worker that is told to stop takes no new job and leaves its run to another", { timeout: 60_000 }, async () => {
  const model = await startModelServer({ latencyMs: 300 });
  const house = await jobHouse();
  const first = house.startWorker(model.url);
  const job = await house.submit("2019-06-03");
  await expect.poll(() => model.finished(), { timeout: 20_000 }).toBeGreaterThan(3);
  const stopped = once(first, "exit");
  first.kill("SIGTERM");
  await stopped;
  const later = await house.submit("2019-06-04");
  expect((await getAnalysis(house.context, later.id)).status).toBe("queued");
  house.startWorker(model.url);
  expect((await untilEnded(house, [job, later], 40_000)).map(({ status }) => status)).toEqual([
    "succeeded",
    "succeeded",
  ]);
  await model.close();
});
