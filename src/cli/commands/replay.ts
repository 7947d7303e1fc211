import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze } from "#src/debate/analyze.ts";
import { Tuning } from "#src/contract/tuning.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { counted } from "#src/core/number-text.ts";
import { createScriptedReasoner } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import type { Cli } from "../cli.ts";
import { settingsOf } from "../run-in-folder.ts";
import { noMemory } from "../decision-file.ts";
import { noVendors } from "../no-vendors.ts";
import { finishedRun, render } from "../render-run.ts";
import { runFaults } from "../run-faults.ts";
import { resultFiles, resultFilesOf, runFolder } from "../run-folder.ts";
import { onlyKept, readRepeatable, type RunHeader } from "../steps-file.ts";
import { say } from "../terminal.ts";

/**
 * Nobody is asked, and every file must come out byte for byte; forgery is looked for too.
 * @returns 0 when identical and unforged, else 1
 */
export async function replay(cli: Cli, idOrPath: string): Promise<number> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const stored = await readRepeatable(folder, "replayed");
  const { header, steps } = stored;
  const outcome = await analyze(
    {
      vendors: noVendors,
      reasoner: mute(header),
      memory: noMemory,
      checkpoint: onlyKept(steps),
      clock: cli.clock,
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
    say(cli.out, `${header.run_id}: replayed ${counted(calls.length, "call")}, every file identical`);
    say(
      cli.out,
      `${counted(outcome.run.manifest.evidence.length, "evidence item")} and ${counted(calls.length, "prompt")} match their hashes; ${kept}`,
    );
    return 0;
  }
  const files = differing.length === 0 ? "every file identical" : `not as stored: ${differing.join(", ")}`;
  say(cli.out, `${header.run_id}: replayed ${counted(calls.length, "call")}; ${files}`);
  for (const fault of faults) say(cli.out, fault);
  if (!sameCode)
    say(
      cli.out,
      `the run was made by code ${header.code_version} and this is ${cli.version}, whose prompts may differ; replay it with the original version`,
    );
  return 1;
}

/** The run's name for the manifest; a question is a missing answer. */
function mute({ reasoner }: RunHeader): ReturnType<typeof createScriptedReasoner> {
  return createScriptedReasoner({
    provider: reasoner.provider,
    models: { deep: reasoner.deep, quick: reasoner.quick },
    tuning: Tuning.parse(reasoner),
    usesTools: reasoner.uses_tools,
    script: (brief) => {
      throw new CorruptRun(`the run has no answer of ${brief.agent}, round ${brief.round}`);
    },
  });
}
