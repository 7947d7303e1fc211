import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze } from "#src/debate/analyze.ts";
import { Tuning } from "#src/contract/jobs/model-keys.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { createScriptedReasoner } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { finishedRun } from "#src/report/text/result-text.ts";
import type { Cli } from "../cli.ts";
import { filesOf, settingsOf } from "../runs/run-in-folder.ts";
import { noMemory } from "../runs/stored-memory.ts";
import { resultFiles, runFolder } from "../runs/run-folder.ts";
import { onlyKept, readRepeatable, type RunHeader, type StepsFile, findRunHead } from "../runs/steps-file.ts";
import { say } from "../terminal.ts";
import { z } from "zod";
import type { Run } from "#src/contract/run/run.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { isAsHashed } from "#src/debate/evidence/numbering.ts";
import { callKey } from "#src/debate/turns/model-call.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { forEachKind, type VendorChain } from "#src/market/market-data.ts";

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
  const again = await filesOf(finishedRun(outcome.run));
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
      `the run was made by version ${header.code_version} and this is ${cli.version}, whose prompts may differ; replay it with the original version`,
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
      throw new CorruptRun(`the run has no answer from ${brief.agent}, round ${brief.round}`);
    },
  });
}

interface RunFaults {
  readonly faults: readonly string[];
  /** What this home knows about a run that ended on it. */
  readonly kept: string;
}

const StoredPrompt = z.object({ prompt: z.string() });

/**
 * Evidence, prompts and `rules` answers against their hashes, and the run against what was kept elsewhere.
 * @param run repeated from `stored`
 * @param sameCode the run's own code
 */
async function runFaults(
  stored: StepsFile,
  { manifest }: Run,
  cli: Pick<Cli, "settings" | "clock" | "reasonerFor">,
  sameCode: boolean,
): Promise<RunFaults> {
  const altered = manifest.evidence.filter((item) => !isAsHashed(item)).map(({ id, key }) => `${id} (${key})`);
  const asked = manifest.calls
    .filter(({ step, prompt_sha256: prompt }) => {
      const kept = StoredPrompt.safeParse(stored.steps.get(callKey(step)));
      return !kept.success || kept.data.prompt !== prompt;
    })
    .map(({ step }) => step);
  const answered = sameCode && stored.header.reasoner.provider === "rules" ? await otherAnswers(stored, cli) : [];
  const head = await findRunHead(cli.settings.home, stored.header.run_id);
  const isOther = head !== null && head.steps_sha256 !== stored.sum;
  return {
    faults: [
      ...listed("evidence that does not match its hash", altered),
      ...listed("calls with a different prompt", asked),
      ...listed("answers that do not follow from the rules", answered),
      ...(isOther ? [`it differs from the run that ended here at ${head.ended_at}`] : []),
    ],
    kept:
      head === null
        ? "this run did not end on this machine, so a forgery with recomputed hashes would go unnoticed"
        : `it is the run that ended here at ${head.ended_at}`,
  };
}

function listed(what: string, which: readonly string[]): string[] {
  return which.length === 0 ? [] : [`${what}: ${which.join(", ")}`];
}

const rules = { provider: "rules", deep: "rules", quick: "rules", baseUrl: null } as const;

/** Calls whose kept answers are not the rules'. */
async function otherAnswers(
  stored: StepsFile,
  { clock, reasonerFor }: Pick<Cli, "clock" | "reasonerFor">,
): Promise<string[]> {
  const kept = onlyKept(stored.steps);
  const checkpoint: Checkpoint = {
    kept: new Map(),
    step: (key, schema, run) => (key.startsWith(callKey("")) ? run() : kept.step(key, schema, run)),
  };
  const signal = new AbortController().signal;
  const tools = { vendors: noVendors, reasoner: await reasonerFor(rules), memory: noMemory, checkpoint, clock, signal };
  const outcome = await analyze(tools, settingsOf(stored.header), stored.header.request);
  if (!outcome.ok) return [outcome.error.message];
  const { calls } = outcome.run.manifest;
  const spoken = (step: string): string => {
    const call = z.object({ spoken: z.unknown() }).safeParse(stored.steps.get(callKey(step)));
    return call.success ? sha256(canonicalJson(call.data.spoken)) : "";
  };
  return calls.filter(({ step, answer_sha256: answer }) => spoken(step) !== answer).map(({ step }) => step);
}

/** For runs repeated from kept steps: no vendor is asked. */
const noVendors: VendorChain = { instruments: [], byKind: forEachKind(() => []) };
