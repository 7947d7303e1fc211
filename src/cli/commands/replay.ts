import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze } from "#src/debate/analyze.ts";
import { CorruptRun, NotFound } from "#src/platform/errors.ts";
import { createScriptedReasoner } from "#src/reasoners/scripted/scripted-reasoner.ts";
import type { Cli } from "../cli.ts";
import { settingsOf } from "../conduct.ts";
import { noMemory } from "../decision-file.ts";
import { finishedRun, render } from "../render-run.ts";
import { readRun, resultFiles, resultFilesOf, runFolder } from "../run-folder.ts";
import { onlyKept, readSteps, type RunHeader } from "../steps-file.ts";
import { say } from "../terminal.ts";

/**
 * Repeats a run from its stored answers: nobody is asked, no vendor is opened, and every file that comes out
 * must be the one that is there, byte for byte.
 * @returns the exit code: 0 when all is identical, 1 when something differs
 */
export async function replay(cli: Cli, idOrPath: string): Promise<number> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const { header, steps } = await readSteps(folder);
  const outcome = await analyze(
    {
      chain: nobody,
      reasoner: mute(header),
      memory: noMemory,
      checkpoint: onlyKept(steps),
      clock: cli.clock,
      emit: () => {},
      signal: new AbortController().signal,
    },
    settingsOf(header),
    header.request,
  );
  if (!outcome.ok) throw outcome.error;
  const { calls } = outcome.run.manifest;
  const again = resultFilesOf(outcome.run, await render(finishedRun(outcome.run)));
  const differing: string[] = [];
  for (const name of resultFiles) {
    const kept = await readFile(join(folder, name)).catch((cause: unknown) => {
      throw new NotFound(`there is no finished run at ${folder}: ${name} is missing`, { cause });
    });
    if (!kept.equals(Buffer.from(again[name]))) differing.push(name);
  }
  if (differing.length === 0) {
    say(cli.out, `${header.run_id}: replayed ${calls.length} calls, every file identical`);
    return 0;
  }
  say(cli.out, `${header.run_id}: replayed ${calls.length} calls; not as stored: ${differing.join(", ")}`);
  if (header.code_version !== cli.version) {
    say(cli.out, `the run was made by code ${header.code_version}, this is ${cli.version}`);
    const stored = await readRun(folder);
    const asked = stored.manifest.calls.filter((call, index) => calls[index]?.prompt_sha256 !== call.prompt_sha256);
    if (asked.length > 0)
      say(cli.out, `prompts that this code would write otherwise: ${asked.map((call) => call.step).join(", ")}`);
  }
  return 1;
}

const nobody = {
  instruments: [],
  byKind: { bars: [], actions: [], filings: [], news: [], social: [], macro: [], funding: [] },
};

/** Named as the run's reasoner, so that the manifest comes out the same; a question to it is a missing answer. */
function mute({ reasoner }: RunHeader): ReturnType<typeof createScriptedReasoner> {
  return createScriptedReasoner({
    provider: reasoner.provider,
    models: { deep: reasoner.deep, quick: reasoner.quick },
    usesTools: reasoner.uses_tools,
    script: (brief) => {
      throw new CorruptRun(`the run has no answer of ${brief.agent}, round ${brief.round}`);
    },
  });
}
