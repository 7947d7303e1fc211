import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "#tests/support/up-process.ts";
import { testCluster, untilEnded, untilReady } from "#tests/support/worker-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const planted = `--import ${join(import.meta.dirname, "../support/planted-errors.ts")}`;
const patient = { interval: 50 };

async function textAt(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => null);
  return answer === null ? "" : `${answer.status} ${await answer.text()}`;
}

/** One role of the service with errors planted in it. Gone when the test ends. */
function startRole(
  role: "http" | "web",
  internal: number,
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; said(): string } {
  const child = spawn(process.execPath, [main, role, "--internal", String(internal)], {
    env: {
      PATH: process.env["PATH"],
      NODE_OPTIONS: planted,
      LOG_LEVEL: "error",
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return { child, said: () => text };
}

test("in a worker it fails the job that it comes from, in words that its reader understands, and nothing else", async () => {
  const [port] = await freePorts();
  const cluster = await testCluster();
  const worker = cluster.startWorker(null, { NODE_OPTIONS: planted, PLANTED: "work" }, { port });
  await untilReady(cluster, 1);
  const ends = [];
  for (const date of ["2019-06-03", "2019-06-04", "2019-06-05"])
    ends.push(...(await untilEnded(cluster, [await cluster.submit(date)])));
  expect(ends.map(({ status }) => status)).toEqual(["failed", "failed", "succeeded"]);
  for (const { error } of ends.slice(0, 2))
    expect(error).toBe("something went wrong on our side and the analysis could not be completed; start it again");
  const metrics = `http://127.0.0.1:${port}/metrics`;
  for (const [kind, fate] of [
    ["rejection", "logged"],
    ["exception", "logged"],
    ["rejection", "job_failed"],
    ["exception", "job_failed"],
  ])
    await expect
      .poll(() => textAt(metrics), patient)
      .toContain(`uncaught_errors_total{kind="${kind}",fate="${fate}"} 1`);
  expect(worker.exitCode).toBeNull();
});

test("in the front door it is counted and logged, and ends no process", async () => {
  const [port, metricsPort] = await freePorts();
  const { child, said } = startRole("http", metricsPort, { PORT: String(port) });
  for (const kind of ["rejection", "exception"])
    await expect
      .poll(() => textAt(`http://127.0.0.1:${metricsPort}/metrics`), patient)
      .toContain(`uncaught_errors_total{kind="${kind}"} 1`);
  expect(said()).toContain("a promise that nobody awaits");
  expect(await textAt(`http://127.0.0.1:${port}/api/health`)).toMatch(/^\d{3} \{/);
  expect(child.exitCode).toBeNull();
});

test("in the process of the pages it is logged, and ends no process", async () => {
  const [port] = await freePorts();
  const { child, said } = startRole("web", port);
  for (const text of ["a promise that nobody awaits", "a callback that throws"])
    await expect.poll(said, patient).toContain(text);
  await expect.poll(() => textAt(`http://127.0.0.1:${port}/healthz`), patient).toBe("200 ok\n");
  expect(child.exitCode).toBeNull();
});
