import { join } from "node:path";
import { z } from "zod";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { DecisionMemory, PastDecision } from "#src/debate/memory.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";

const Stored = z.object({
  symbol: z.string(),
  session: z.iso.date(),
  rating: Opinion,
  reasoner: z.string(),
  runId: z.string(),
}) satisfies z.ZodType<PastDecision>;

/** `decisions.jsonl` in the home folder, only added to. */
export function decisionFile(home: string): DecisionMemory {
  const path = join(home, "decisions.jsonl");
  const all = async (): Promise<readonly PastDecision[]> => {
    const { values, unreadable } = await readLines(path, Stored);
    const [line] = unreadable;
    if (line !== undefined) throw new CorruptRun(`${path} line ${line} is not a decision`);
    return values;
  };
  return {
    of: async (symbol) => (await all()).filter((decision) => decision.symbol === symbol),
    async keep(decision) {
      // A resumed run may end a second time.
      if ((await all()).some(({ runId }) => runId === decision.runId)) return;
      await appendLine(path, decision);
    },
  };
}

export const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };
