import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze } from "#src/debate/analyze.ts";
import { CorruptRun, NotFound } from "#src/platform/errors.ts";
import { createScriptedReasoner } from "#src/reasoners/scripted/scripted-reasoner.ts";
import type { Cli } from "../cli.ts";
import { settingsOf } from "../conduct.ts";
import { noMemory } from "../decision-file.ts";
import { emptyChain } from "../empty-chain.ts";
import { finishedRun, render } from "../render-run.ts";
import { runFaults } from "../run-faults.ts";
import { resultFiles, resultFilesOf, runFolder } from "../run-folder.ts";
import { onlyKept, readSteps, type RunHeader } from "../steps-file.ts";
import { say } from "../terminal.ts";

/**
 * Repeats a run from its stored answers: nobody is asked, no vendor is opened, and every file that comes out
 * must be the one that is there, byte for byte. What was forged so that all files agree is looked for as well.
 * @returns the exit code: 0 when all is identical and nothing was forged, else 1
 */
export async function replay(cli: Cli, idOrPath: string): Promise<number> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const stored = await readSteps(folder);
  const { header, steps } = stored;
  const outcome = await analyze(
    {
      chain: emptyChain,
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
  const sameCode = header.code_version === cli.version;
  const { faults, kept } = await runFaults(stored, outcome.run, cli, sameCode);
  if (differing.length === 0 && faults.length === 0) {
    say(cli.out, `${header.run_id}: replayed ${calls.length} calls, every file identical`);
    say(
      cli.out,
      `${outcome.run.manifest.evidence.length} pieces of evidence and ${calls.length} prompts are what their hashes say; ${kept}`,
    );
    return 0;
  }
  const files = differing.length === 0 ? "every file identical" : `not as stored: ${differing.join(", ")}`;
  say(cli.out, `${header.run_id}: replayed ${calls.length} calls; ${files}`);
  for (const fault of faults) say(cli.out, fault);
  if (!sameCode)
    say(
      cli.out,
      `the run was made by code ${header.code_version}, this is ${cli.version}, which may ask otherwise; replay it with that`,
    );
  return 1;
}

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
