import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Evidence } from "#src/contract/run/evidence.ts";
import { Manifest } from "#src/contract/run/run.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const demo = ["analyze", "DEMO", "--date", "2019-06-03", "--out", "true"];

type Home = ReturnType<typeof conclaveHome>;
const Snapshot = z.looseObject({ evidence: z.array(Evidence) });
const Call = z.looseObject({ prompt: z.string(), spoken: z.looseObject({ text: z.string() }) });

/** Steps of a run by key, to be changed. */
type Steps = Map<string, unknown>;

/**
 * Forges a run as somebody does who has its folder and the program: the steps are changed, their sums made anew, and
 * every file of the result is written by the program itself from the forged steps.
 */
async function forge(cli: Home, name: string, change: (steps: Steps) => void): Promise<string> {
  const folder = join(cli.home, name);
  cpSync(join(cli.home, "true"), folder, { recursive: true });
  rewrite(folder, change);
  return finish(cli, folder);
}

async function finish(cli: Home, folder: string): Promise<string> {
  for (const file of ["result.json", "manifest.json", "report.md", "report.html"]) rmSync(join(folder, file));
  expect((await cli.call("resume", folder)).code).toBe(0);
  return folder;
}

function rewrite(folder: string, change: (steps: Steps) => void): void {
  const path = join(folder, "steps.jsonl");
  const [header = "", ...lines] = readFileSync(path, "utf8").trim().split("\n").map(bare);
  const steps: Steps = new Map(
    lines.map((line) => {
      const { key, value } = z.object({ key: z.string(), value: z.unknown() }).parse(JSON.parse(line));
      return [key, value];
    }),
  );
  change(steps);
  let sum = "";
  const written = [header, ...[...steps].map(([key, value]) => JSON.stringify({ key, value }))].map((line) => {
    sum = sha256(sum + line.slice(1));
    return `{"sha256":"${sum}",${line.slice(1)}\n`;
  });
  writeFileSync(path, written.join(""));
}

function bare(line: string): string {
  return line.replace(/^\{"sha256":"[0-9a-f]{64}",/, "{");
}

/** Another value of a measure, with its hash made anew or left. */
function otherValue(steps: Steps, key: string, hashed: boolean): void {
  const snapshot = Snapshot.parse(steps.get("snapshot"));
  const evidence = snapshot.evidence.map((item) => {
    if (item.key !== key) return item;
    const { hash, ...rest } = { ...item, value: (item.value ?? 0) * -2 };
    return { ...rest, hash: hashed ? sha256(canonicalJson(rest)) : hash };
  });
  steps.set("snapshot", { ...snapshot, evidence });
}

describe("replay of a forged run whose files all agree", () => {
  test("names the evidence whose value is not the one that was hashed", async () => {
    const cli = conclaveHome();
    await cli.call(...demo);
    const folder = await forge(cli, "forged", (steps) => otherValue(steps, "volatility_63", false));
    const { code, out } = await cli.call("replay", folder);
    expect(code).toBe(1);
    expect(out).toMatch(/evidence that does not match its hash: M\d+ \(volatility_63\)/);
  });

  test("names the calls that were asked something else", async () => {
    const cli = conclaveHome();
    await cli.call(...demo);
    const folder = await forge(cli, "forged", (steps) => otherValue(steps, "volatility_63", true));
    const { code, out } = await cli.call("replay", folder);
    expect(code).toBe(1);
    expect(out).not.toContain("does not match its hash");
    expect(out).toMatch(/calls with a different prompt: market\/1, /);
  });

  test("whose prompts' hashes were made anew too: the rules would have said something else", async () => {
    const cli = conclaveHome();
    await cli.call(...demo);
    const folder = await forge(cli, "forged", (steps) => otherValue(steps, "volatility_63", true));
    await promptsAnew(cli, folder);
    // Elsewhere, where nothing was kept of the true run.
    const { code, out } = await conclaveHome().call("replay", folder);
    expect(code).toBe(1);
    expect(out).not.toContain("does not match its hash");
    expect(out).not.toContain("with a different prompt");
    expect(out).toMatch(/answers that do not follow from the rules: market\/1, /);
  });

  test("of a language model is told by what the home kept when it ended, and by nothing else", async () => {
    const model = await startModelServer();
    const cli = conclaveHome(askingModel(model.url));
    expect((await cli.call(...demo)).code).toBe(0);
    expect((await cli.call("replay", "./true")).out).toContain("it is the run that ended here");
    const folder = await forge(cli, "forged", (steps) => {
      const key = "call portfolio_manager/1";
      const call = Call.parse(steps.get(key));
      steps.set(key, { ...call, spoken: { ...call.spoken, text: "Something else was said." } });
    });
    const { code, out } = await cli.call("replay", folder);
    expect(code).toBe(1);
    expect(out).toContain("it differs from the run that ended here");
    // Whoever has neither the home nor a note of its own cannot tell, and is told so.
    const elsewhere = await conclaveHome().call("replay", folder);
    expect(elsewhere.code).toBe(0);
    expect(elsewhere.out).toContain("this run did not end on this machine");
  });
});

/** The hashes that the forged prompts have. */
async function promptsAnew(cli: Home, folder: string): Promise<void> {
  const { calls } = Manifest.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
  rewrite(folder, (steps) => {
    for (const { step, prompt_sha256: prompt } of calls)
      steps.set(`call ${step}`, { ...Call.parse(steps.get(`call ${step}`)), prompt });
  });
  await finish(cli, folder);
}
