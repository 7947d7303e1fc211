import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Run } from "#src/contract/run/run.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { cases } from "#tests/support/faults/seeds.ts";
import { killAndResume } from "#tests/support/killed-run.ts";
import { startModelServer } from "#tests/support/model-server.ts";

/* Every place at which the process can die is tried by the long run: after each kept call of a run with look-ups. */
test.each(
  cases<readonly [number, number]>(
    [[2, 6]],
    [...Array.from({ length: 15 }, (_, index) => [index + 1, 100] as const), [1, 1]],
  ),
)(
  "a run that is killed after %i calls, and again after %i more, ends once and asks for no kept call",
  async (kept, step) => {
    const { kills, calls } = await killAndResume(kept, step);
    expect(kills).toBeGreaterThan(0);
    expect(calls).toBe(16);
  },
);

test("kept calls are not asked for again: a resumed run asks only for the rest", async () => {
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

test("Ctrl-C in the middle of a call drops the call, says how to go on, and the run can be gone on with", async () => {
  const model = await startModelServer({
    latencyMs: 20,
    plan: (call) => (call.index === 5 ? { kind: "hang" } : { kind: "answer" }),
  });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  const { child, ended } = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
  await expect.poll(() => model.calls.some((call) => call.index === 5)).toBe(true);
  await expect.poll(() => model.calls.filter((call) => call.outcome === "open").length).toBe(1);
  const pressed = performance.now();
  child.kill("SIGINT");
  await expect.poll(() => model.calls[5]?.outcome).toBe("aborted");
  const stopped = await ended;
  expect(performance.now() - pressed).toBeLessThan(60_000);
  expect(stopped.code).toBe(130);
  expect(stopped.err.trim().split("\n").at(-1)).toBe(`conclave: stopped. To continue: npx conclave resume ${folder}`);
  expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("## Market analyst");
  const resumed = await cli.run("resume", folder, "--json");
  expect(resumed).toMatchObject({ code: 0 });
  expect(model.finished()).toBe(12);
  await model.close();
});

test("two cannot go on with one run at once, and a dead process does not keep it", async () => {
  let hanging = true;
  const model = await startModelServer({
    latencyMs: 20,
    plan: (call) => (hanging && call.index >= 4 ? { kind: "hang" } : { kind: "answer" }),
  });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  const first = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
  // Four analysts have spoken; bull and bear are asked.
  await expect.poll(() => model.calls.length).toBe(6);
  const second = await cli.run("resume", folder);
  expect(second).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining(`process ${first.child.pid} is already working on ${folder}`),
  });
  expect(model.calls.length).toBe(6);
  first.child.kill("SIGKILL");
  await first.ended;
  hanging = false;
  expect(await cli.run("resume", folder)).toMatchObject({ code: 0 });
  await model.close();
});

test("of several that go on with a run in the same moment, one at the most does", async () => {
  const model = await startModelServer({
    latencyMs: 20,
    plan: (call) => (call.index < 5 ? { kind: "answer" } : { kind: "hang" }),
  });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  const first = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder);
  await expect.poll(() => model.calls.length).toBeGreaterThanOrEqual(6);
  first.child.kill("SIGKILL");
  await first.ended;
  const asked = model.calls.length;
  const all = Array.from({ length: 3 }, () => cli.start("resume", folder));
  const refused: string[] = [];
  for (const { ended } of all) void ended.then(({ err }) => refused.push(err));
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(2);
  expect(refused.join("")).toContain("is already working on");
  if (refused.length === 2) await expect.poll(() => model.calls.length).toBeGreaterThan(asked);
  for (const { child } of all) child.kill("SIGKILL");
  await Promise.all(all.map(({ ended }) => ended));
  const prompts = model.calls.slice(asked).map(({ prompt }) => prompt);
  expect(new Set(prompts).size).toBe(prompts.length);
  await model.close();
});
