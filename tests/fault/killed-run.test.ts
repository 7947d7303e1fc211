import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Run } from "#src/contract/run.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { killAndResume } from "#tests/support/killed-run.ts";
import { startModelServer } from "#tests/support/model-server.ts";

test(
  "a run that is killed again and again ends once, and no kept call is asked for again",
  { timeout: 120_000 },
  async () => {
    const { kills, calls } = await killAndResume(2, 4);
    expect(kills).toBeGreaterThanOrEqual(2);
    expect(calls).toBe(16);
  },
);

test("kept calls are not asked for again: a resumed run asks only for the rest", { timeout: 60_000 }, async () => {
  const model = await startModelServer({ latencyMs: 20 });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  await cli.run("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
  expect(model.finished()).toBe(12);
  // As a kill leaves it: the last steps are not there, and a line is cut in the middle.
  const lines = readFileSync(join(folder, "steps.jsonl"), "utf8").split("\n").slice(0, -1);
  const upTo = lines.findIndex((line) => line.includes('"key":"call trader/1"'));
  const cut = conclaveHome(askingModel(model.url));
  const copy = join(cut.home, "run");
  cpSync(folder, copy, { recursive: true, filter: (name) => !/report|result|manifest/.test(name) });
  writeFileSync(join(copy, "steps.jsonl"), `${lines.slice(0, upTo).join("\n")}\n`);
  appendFileSync(join(copy, "steps.jsonl"), (lines[upTo] ?? "").slice(0, 40));
  const resumed = await cut.run("resume", copy, "--json");
  expect(resumed.code).toBe(0);
  // The trader, three risk voices and the portfolio manager.
  expect(model.finished()).toBe(12 + 5);
  expect(Run.parse(JSON.parse(resumed.out)).manifest.calls).toHaveLength(12);
  await model.close();
});

test(
  "Ctrl-C in the middle of a call drops the call, says how to go on, and the run can be gone on with",
  { timeout: 60_000 },
  async () => {
    const model = await startModelServer({
      latencyMs: 20,
      plan: (call) => (call.index === 5 ? { kind: "hang" } : { kind: "answer" }),
    });
    const cli = conclaveHome(askingModel(model.url));
    const folder = join(cli.home, "run");
    const { child, ended } = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
    await expect.poll(() => model.calls.some((call) => call.index === 5), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => model.calls.filter((call) => call.outcome === "open").length, { timeout: 10_000 }).toBe(1);
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain("conclave resume");
    expect(stopped.err).not.toContain("at file://");
    await expect.poll(() => model.calls[5]?.outcome).toBe("aborted");
    const resumed = await cli.run("resume", folder, "--json");
    expect(resumed).toMatchObject({ code: 0 });
    expect(model.finished()).toBe(12);
    await model.close();
  },
);

test("two cannot go on with one run at once", { timeout: 60_000 }, async () => {
  const model = await startModelServer({
    latencyMs: 20,
    plan: (call) => (call.index >= 4 ? { kind: "hang" } : { kind: "answer" }),
  });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  const first = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
  await expect.poll(() => model.calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  const second = await cli.run("resume", folder);
  expect(second).toMatchObject({ code: 2, err: expect.stringContaining("is at work on") });
  first.child.kill("SIGKILL");
  await first.ended;
  await model.close();
});
