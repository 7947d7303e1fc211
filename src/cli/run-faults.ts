import { z } from "zod";
import type { Run } from "#src/contract/run.ts";
import { analyze } from "#src/debate/analyze.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { isAsHashed } from "#src/debate/evidence/numbering.ts";
import { callKey } from "#src/debate/model-call.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Cli } from "./cli.ts";
import { settingsOf } from "./run-in-folder.ts";
import { noMemory } from "./decision-file.ts";
import { noVendors } from "./no-vendors.ts";
import { findRunHead } from "./run-heads.ts";
import { onlyKept, type StepsFile } from "./steps-file.ts";

export interface RunFaults {
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
export async function runFaults(
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
