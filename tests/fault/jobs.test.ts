import { once } from "node:events";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { getAnalysis, getRun } from "#src/product/analyses/reading.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { testCluster, untilEnded } from "#tests/support/worker-process.ts";

test("a webhook is told of the end once, signed, after a failed try too; what was said is kept by then", async () => {
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
  const cluster = await testCluster();
  cluster.startWorker(null);
  const job = await cluster.submit("2019-06-03", { webhook_url: url, webhook_secret: secret });
  await untilEnded(cluster, [job]);
  const { run } = await getRun(cluster.context, job.id);
  const kept = await cluster.queue.finishedSteps(job.id);
  const steps = run.manifest.calls.map(({ step }) => `call ${step}`);
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter((step) => !kept.has(step))).toEqual([]);
  await expect.poll(() => told.length).toBe(2);
  expect(told.map(({ type }) => type)).toEqual(["analysis.succeeded", "analysis.succeeded"]);
  expect(new Set(told.map(({ id }) => id)).size, "one message, brought twice").toBe(1);
});

test("a worker that is told to stop takes no new job and leaves its run to another", async () => {
  const model = await startModelServer({ latencyMs: 300 });
  const cluster = await testCluster();
  const first = cluster.startWorker(model.url);
  const job = await cluster.submit("2019-06-03");
  await expect.poll(() => model.finished()).toBeGreaterThan(3);
  const stopped = once(first, "exit");
  first.kill("SIGTERM");
  await stopped;
  const later = await cluster.submit("2019-06-04");
  expect((await getAnalysis(cluster.context, later.id)).status).toBe("queued");
  cluster.startWorker(model.url);
  expect((await untilEnded(cluster, [job, later])).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  await model.close();
});
