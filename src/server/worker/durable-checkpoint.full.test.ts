import { expect, test } from "vitest";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { Reports } from "#src/contract/run/run.ts";
import { readEvents } from "#src/product/analyses/running.ts";
import { heard } from "#tests/support/heard-words.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { testCluster, untilEnded } from "#tests/support/worker-process.ts";

test("a worker is killed while an agent speaks: what a reader heard in the end is what stands in the report", async () => {
  let stalled = false;
  const model = await startModelServer({
    pieceLength: 25,
    plan({ prompt }) {
      if (stalled || !prompt.includes("You are the bull.")) return { kind: "answer" };
      stalled = true;
      return { kind: "stall", afterPieces: 12 };
    },
  });
  const jobs = await testCluster();
  const dying = jobs.startWorker(model.url);
  const submitted = await jobs.submit("2019-06-03");
  const { id } = submitted;
  const told = async (): Promise<readonly JobEvent[]> => (await readEvents(jobs.context, { id, after: 0 })).events;
  const has = async (...lines: readonly string[]): Promise<boolean> => {
    const events = (await told()).map(({ type, data }) => `${type} ${String(data["agent"])}`);
    return lines.every((line) => events.includes(line));
  };
  await expect.poll(() => has("agent.delta bull", "agent.finished bear")).toBe(true);
  dying.kill("SIGKILL");
  jobs.startWorker(model.url);
  const [job] = await untilEnded(jobs, [submitted]);
  expect(job?.status).toBe("succeeded");
  const events = await told();
  expect(events.filter(({ type }) => type === "agent.restarted").map(({ data }) => data)).toEqual([
    { agent: "bull", round: 1 },
  ]);
  const { market, bull: bulls, bear: bears, portfolio_manager } = Reports.parse(job?.result?.reports);
  const first = (report: typeof market): string | undefined => report?.turns[0]?.text;
  expect(heard(events)).toMatchObject({
    market: first(market),
    bull: first(bulls),
    bear: first(bears),
    portfolio_manager: first(portfolio_manager),
  });
  await model.close();
});
