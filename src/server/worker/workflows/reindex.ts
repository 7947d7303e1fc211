import type { Passage } from "#src/contract/jobs/assistant.ts";
import type { Embedder } from "#src/product/assistant/public/knowledge.ts";
import { embedPassages, reindex } from "#src/product/assistant/passages.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./retention.ts";

/** DBOS starts one run of it however many workers there are. */
export const reindexSchedule = { name: "reindex", cron: "*/10 * * * *" } as const;

export interface ReindexTools extends Pick<WorkerTools, "db" | "queue" | "clock" | "log"> {
  /** What the assistant may answer from, as it stands now. */
  readonly passages: () => Promise<readonly Passage[]>;
  /** `null`: passages are found by their words alone. */
  readonly embedder: Embedder | null;
}

/** Faults are logged: jobs run without it. */
export async function reindexNow(tools: ReindexTools): Promise<void> {
  try {
    const { written, removed, unchanged } = await reindex(tools, await tools.passages());
    if (written + removed > 0) tools.log.info({ written, removed, unchanged }, "the assistant's index has changed");
    if (tools.embedder !== null) await embedNow(tools, tools.embedder);
  } catch (error) {
    tools.log.error({ err: error }, "the assistant's index could not be updated");
  }
}

async function embedNow(tools: ReindexTools, embedder: Embedder): Promise<void> {
  const made = await embedPassages(tools, embedder);
  if (made === null)
    tools.log.warn(
      "ASSISTANT_EMBEDDING_MODEL is set, and this Postgres has no pgvector: passages are found only by their words",
    );
  else if (made > 0) tools.log.info({ made, model: embedder.model }, "vectors of passages were made");
}

/** Another worker may have put old texts back. */
export async function runReindex(tools: ReindexTools): Promise<void> {
  try {
    await runStep(() => reindexNow(tools), { name: "reindex" });
    await runStep(() => forgetRuns(reindexSchedule.name, tools.clock.now()), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "old runs of the reindexing could not be forgotten");
  }
}
