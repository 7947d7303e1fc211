import { expect, onTestFinished, test } from "vitest";
import { readModelAnswers } from "#src/product/admin/reading.ts";
import { agentOf } from "#tests/support/habits/run-habit.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { freePorts } from "#tests/support/up-process.ts";
import { testCluster, untilEnded, untilReady } from "#tests/support/worker-process.ts";

test("how a model's answers were read is told to administrators and by the worker's metrics", async () => {
  const server = await startModelServer({
    plan: (call) => {
      const agent = agentOf(call);
      if (agent === "bull") return { kind: "text", text: "Here you are:\n```json\n$JSON\n```" };
      if (agent === "bear") return { kind: "status", status: 400, message: "no" };
      return agent === "portfolio_manager" ? { kind: "text", text: "I would rather not say." } : { kind: "answer" };
    },
  });
  onTestFinished(() => server.close());
  const [port] = await freePorts();
  const cluster = await testCluster();
  cluster.startWorker(server.url, {}, { port });
  await untilReady(cluster, 1);
  await untilEnded(cluster, [await cluster.submit("2019-06-03")]);

  const { db, queue, clock } = cluster.context;
  const by = { userId: "usr_1", role: "admin" } as const;
  const { models } = await readModelAnswers({ db, queue, clock, by });
  const provider = "openai-compatible";
  expect(models).toEqual([
    { provider, model: expect.any(String), counts: expect.objectContaining({ repaired: 1, unheard: 1 }) },
    {
      provider,
      model: expect.any(String),
      counts: { answer: 2, repaired: 1, incomplete: 1, asked_again: 1, verdict: 1, review_unreadable_answer: 1 },
    },
  ]);
  const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const { model, counts } of models)
    for (const [outcome, count] of Object.entries(counts))
      expect(told).toContain(
        `model_answers_total{provider="${provider}",model="${model}",outcome="${outcome}"} ${count}`,
      );
});
