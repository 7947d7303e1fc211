import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunHeader } from "#src/cli/runs/steps-file.ts";
import { Manifest } from "#src/contract/run/run.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const analyze = ["analyze", "DEMO", "--date", "2019-06-03", "--analysts", "market", "--out", "report"];

test("a run with an effort, a temperature and another provider for the managers is resumed with them, and replays", async () => {
  let isDown = true;
  const [model, managers] = [
    await startModelServer(),
    await startModelServer({ plan: () => (isDown ? { kind: "status", status: 401 } : { kind: "answer" }) }),
  ];
  const cli = conclaveHome(askingModel(model.url));
  const flags = ["--effort", "low", "--temperature", "0.3", "--deep-provider", "vllm", "--deep-base-url", managers.url];
  expect((await cli.call(...analyze, ...flags)).code).toBe(1);
  isDown = false;
  expect(await cli.call("resume", "report")).toMatchObject({ code: 0 });

  const tuning = { deep_llm_provider: "vllm", reasoning_effort: "low", temperature: 0.3 };
  expect(managers.calls.map(({ model: name }) => name)).toEqual(["deep", "deep", "deep"]);
  for (const { body } of [...model.calls, ...managers.calls])
    expect(body).toMatchObject({ reasoning_effort: "low", temperature: 0.3 });
  const read = (name: string) => readFileSync(join(cli.home, "report", name), "utf8");
  const [first = ""] = read("steps.jsonl").split("\n");
  expect(first).toContain('"reasoning_effort":"low"');
  expect(Manifest.parse(JSON.parse(read("manifest.json"))).config).toMatchObject(tuning);
  expect(await cli.call("replay", "report")).toMatchObject({
    code: 0,
    out: expect.stringContaining("every file identical"),
  });

  const plain = await cli.call(...analyze.slice(0, -1), "plain");
  expect(plain.code).toBe(0);
  const [header = ""] = readFileSync(join(cli.home, "plain/steps.jsonl"), "utf8").split("\n");
  expect(Object.keys(RunHeader.shape.reasoner.shape)).toContain("reasoning_effort");
  for (const name of Object.keys(tuning)) expect(header).not.toContain(name);
  await Promise.all([model.close(), managers.close()]);
});
