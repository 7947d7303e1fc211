import { z } from "zod";
import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { Evidence } from "#src/contract/run/evidence.ts";
import type { AsOfMarket } from "#src/market/door/as-of.ts";
import type { Reasoner, ToolCall } from "./reasoners/reasoner.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { numberEvidence, sameFinding } from "./evidence/numbering.ts";
import { prepareFigures } from "./figures/figures.ts";
import { letterOf } from "./evidence/snapshot.ts";
import { toolSpecs, useTool } from "./look-ups.ts";
import type { Toolbox } from "./turns/read-turn.ts";

export const StoredStep = z.object({
  calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })).readonly(),
  results: z.array(z.object({ id: z.string(), evidence: z.array(Evidence), note: z.string().nullable() })),
});

/** `undefined` for a reasoner that does not look things up. */
export function analystToolbox(
  reasoner: Reasoner,
  mostSteps: number,
  market: () => Promise<AsOfMarket>,
): (analyst: Analyst, checkpoint: Checkpoint) => Toolbox | undefined {
  return (analyst, checkpoint) =>
    reasoner.usesTools && mostSteps > 0
      ? {
          specs: toolSpecs(analyst),
          mostSteps,
          indexOf: prepareFigures,
          look: (step, calls, known) =>
            checkpoint.step(step, StoredStep, async () => runLookUps(await market(), analyst, calls, known)),
        }
      : undefined;
}

async function runLookUps(
  market: AsOfMarket,
  analyst: Analyst,
  calls: readonly ToolCall[],
  known: readonly Evidence[],
): Promise<z.infer<typeof StoredStep>> {
  const all = [...known];
  const results: { id: string; evidence: Evidence[]; note: string | null }[] = [];
  for (const call of calls) {
    const { findings, note } = await useTool(market, analyst, call);
    const evidence = findings.map((finding) => {
      const old = all.find((item) => sameFinding(item, finding));
      const items = old === undefined ? numberEvidence(letterOf[analyst], [finding], lastNumber(all)) : [old];
      if (old === undefined) all.push(...items);
      return items;
    });
    results.push({ id: call.id, evidence: evidence.flat(), note });
  }
  return { calls, results };
}

/** Numbers continue, also where an earlier one is gone. */
function lastNumber(items: readonly Evidence[]): number {
  return items.reduce((last, { id }) => Math.max(last, Number(id.slice(1))), 0);
}
