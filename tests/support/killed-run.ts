import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Run } from "#src/contract/run/run.ts";
import { sha256 } from "#src/core/hash.ts";
import { askingModel, conclaveHome } from "./conclave.ts";
import { conclaveScript } from "./model-script.ts";
import { startModelServer, type ModelCall } from "./model-server.ts";

interface Kept {
  readonly key: string;
  /** SHA-256 of the prompt that it answers. */
  readonly prompt: string;
}

/** The calls that stand in the run's file with their end. */
function keptCalls(folder: string): Kept[] {
  try {
    return readFileSync(join(folder, "steps.jsonl"), "utf8")
      .split("\n")
      .slice(1, -1)
      .flatMap((line) => {
        const [, key, prompt] = /"key":"(call [^"]+)","value":\{"prompt":"([0-9a-f]{64})"/.exec(line) ?? [];
        return key === undefined || prompt === undefined ? [] : [{ key, prompt }];
      });
  } catch {
    return [];
  }
}

/** What a kept call says of the prompt that it answers. */
export function promptOf({ system, prompt }: ModelCall): string {
  return sha256(`${system}\n\n${prompt}`);
}

/**
 * Kills a run once `kept` of its calls are kept, again and again with `step` more, and goes on with it until it ends.
 * Checks that no kept call is asked for again, that the run is whole, and that it replays.
 */
export async function killAndResume(kept: number, step: number): Promise<{ kills: number; calls: number }> {
  const model = await startModelServer({ latencyMs: 25, script: conclaveScript({ lookUps: 1 }) });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "run");
  let wanted = kept;
  let kills = 0;
  const killedAt: { readonly asked: number; readonly kept: readonly Kept[] }[] = [];
  let started = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder, "--json");
  for (;;) {
    const { child, ended } = started;
    const watch = setInterval(() => {
      if (keptCalls(folder).length >= wanted) child.kill("SIGKILL");
    }, 3);
    const { code, signal, out, err } = await ended;
    clearInterval(watch);
    const calls = keptCalls(folder);
    expect(new Set(calls.map(({ key }) => key)).size, "a call stands once").toBe(calls.length);
    if (signal === "SIGKILL") {
      kills += 1;
      killedAt.push({ asked: model.calls.length, kept: calls });
      wanted = calls.length + step;
      started = cli.start("resume", folder, "--json");
      continue;
    }
    expect({ code, err }).toMatchObject({ code: 0 });
    const { manifest, usage } = Run.parse(JSON.parse(out));
    const asked = model.calls.map(promptOf);
    for (const { asked: before, kept: known } of killedAt)
      for (const { key, prompt } of known) {
        expect(asked.slice(0, before), key).toContain(prompt);
        expect(asked.slice(before), `${key} is not asked for again`).not.toContain(prompt);
      }
    expect(usage.calls).toBe(manifest.calls.length);
    const replayed = await cli.run("replay", folder);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringContaining("every file identical") });
    await model.close();
    return { kills, calls: manifest.calls.length };
  }
}
