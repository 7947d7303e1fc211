import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Opinion } from "#src/contract/analysis.ts";
import type { DecisionMemory, PastDecision } from "#src/debate/memory.ts";
import { CorruptRun } from "#src/platform/errors.ts";

const Stored = z.object({
  symbol: z.string(),
  session: z.iso.date(),
  rating: Opinion,
  reasoner: z.string(),
  runId: z.string(),
}) satisfies z.ZodType<PastDecision>;

/** Decisions of the command line's runs: `decisions.jsonl` in the home folder, one a line, only ever added to. */
export function decisionFile(home: string): DecisionMemory {
  const path = join(home, "decisions.jsonl");
  const all = async (): Promise<PastDecision[]> => {
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
      throw error;
    });
    return text
      .split("\n")
      .slice(0, -1)
      .map((line, index) => {
        const read = Stored.safeParse(parsed(line));
        if (!read.success) throw new CorruptRun(`${path} line ${index + 1} is no decision`);
        return read.data;
      });
  };
  return {
    of: async (symbol) => (await all()).filter((decision) => decision.symbol === symbol),
    async keep(decision) {
      // A resumed run may end a second time.
      if ((await all()).some(({ runId }) => runId === decision.runId)) return;
      await mkdir(home, { recursive: true });
      await appendFile(path, `${JSON.stringify(decision)}\n`);
    },
  };
}

export const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
