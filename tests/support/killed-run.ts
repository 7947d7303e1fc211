import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Run } from "#src/contract/run.ts";
import { askingModel, conclaveHome } from "./conclave.ts";
import { conclaveScript } from "./model-script.ts";
import { startModelServer } from "./model-server.ts";

/** Keys of the calls that stand in the run's file. */
function keptCalls(folder: string): string[] {
  try {
    return readFileSync(join(folder, "steps.jsonl"), "utf8")
      .split("\n")
      .slice(1, -1)
      .flatMap((line) => /"key":"(call [^"]+)"/.exec(line)?.[1] ?? []);
  } catch {
    return [];
  }
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
  let started = cli.start("analyze", "DEMO", "--date", "2019-06-03", "--out", folder, "--json");
  for (;;) {
    const { child, ended } = started;
    const watch = setInterval(() => {
      if (keptCalls(folder).length >= wanted) child.kill("SIGKILL");
    }, 3);
    const { code, signal, out, err } = await ended;
    clearInterval(watch);
    const calls = keptCalls(folder);
    expect(new Set(calls).size, "a call stands once").toBe(calls.length);
    if (signal === "SIGKILL") {
      kills += 1;
      wanted = calls.length + step;
      started = cli.start("resume", folder, "--json");
      continue;
    }
    expect({ code, err }).toMatchObject({ code: 0 });
    const { manifest, usage } = Run.parse(JSON.parse(out));
    // Asked more than once are only calls that had no kept answer when the process died: at most those in flight.
    const asked = model.calls.filter((call) => call.outcome === "finished").length;
    expect(asked).toBeLessThanOrEqual(manifest.calls.length + kills * 4);
    expect(usage.calls).toBe(manifest.calls.length);
    const replayed = await cli.run("replay", folder);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringContaining("every file identical") });
    await model.close();
    return { kills, calls: manifest.calls.length };
  }
}
