import { join } from "node:path";
import { z } from "zod";
import { CorruptRun } from "#src/core/errors.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";

/** What a run was when it ended. */
const RunHead = z.object({
  run_id: z.string(),
  ended_at: z.iso.datetime(),
  /** The checksum of its last step, which covers every step before. */
  steps_sha256: z.string(),
});
export type RunHead = z.infer<typeof RunHead>;

/** `run-heads.jsonl`, outside the run; the first time counts. */
export async function keepRunHead(home: string, head: RunHead): Promise<void> {
  if ((await findRunHead(home, head.run_id)) === null) await appendLine(pathOf(home), head);
}

/** `null` for a run that did not end on this home. @throws CorruptRun */
export async function findRunHead(home: string, runId: string): Promise<RunHead | null> {
  const { values, unreadable } = await readLines(pathOf(home), RunHead);
  const [line] = unreadable;
  if (line !== undefined) throw new CorruptRun(`${pathOf(home)} line ${line} has been altered`);
  return values.find(({ run_id }) => run_id === runId) ?? null;
}

function pathOf(home: string): string {
  return join(home, "run-heads.jsonl");
}
