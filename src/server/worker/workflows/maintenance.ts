import { applyRetention } from "#src/product/retention/retention.ts";
import { type Retained, type RetentionPolicy, retained } from "#src/product/retention/queries/retention.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { deliveryWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { forgetExpired, forgetWorkflows } from "#src/product/accounts/account-data.ts";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Instant, dayMs, toIso } from "#src/core/clock.ts";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import type { Embedder } from "#src/product/assistant/public/knowledge.ts";
import { embedPassages, reindex } from "#src/product/assistant/assistant.ts";

export const retentionSchedule: Schedule = { name: "retention", cron: "11 4 * * *", makesUp: true };

export interface RetentionTools extends Pick<WorkerTools, "db" | "queue" | "clock" | "log"> {
  readonly retention: RetentionPolicy;
  readonly countRemoved: (part: Retained, analyses: number) => void;
}

export async function runRetention(tools: RetentionTools): Promise<void> {
  const { retention, log } = tools;
  await runScheduled(tools, retentionSchedule, "old analyses could not be cleaned up", async () => {
    const removed = await runStep(() => applyRetention(tools, retention), { name: "apply retention" });
    for (const part of retained) tools.countRemoved(part, removed[part]);
    if (retained.some((part) => removed[part] > 0))
      log.info({ ...removed, policy: retention }, "old analyses cleaned up");
  });
}

export const forgetExpiredSchedule: Schedule = { name: "forget expired", cron: "23 3 * * *", makesUp: true };

/** Also the runs of deliveries, whose outcome stands in the outbox. */
export async function runForgetExpired(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  const { clock, log } = tools;
  await runScheduled(tools, forgetExpiredSchedule, "what has expired could not be deleted", async () => {
    const forgotten = await runStep(() => forgetExpired(tools), { name: "forget expired" });
    log.info(forgotten, "expired sessions and links deleted");
    await runStep(() => forgetWorkflows(tools), { name: "forget who is gone" });
    await runStep(() => forgetRuns(deliveryWorkflow, clock.now()), { name: "forget old deliveries" });
  });
}

/** DBOS starts one run of it however many workers there are. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  /** A run that was missed is made up for. */
  readonly makesUp?: boolean;
}

/** Failures are logged and left to the next run. */
export async function runScheduled(
  { clock, log }: Pick<WorkerTools, "clock" | "log">,
  { name }: Schedule,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
    await runStep(() => forgetRuns(name, clock.now()), { name: "forget old runs" });
  } catch (error) {
    log.error({ err: error }, failure);
  }
}

const atOnce = 1000;

interface Which {
  /** Also those that failed or were cancelled. */
  readonly failedToo?: boolean;
}

/** What they did stands in tables. */
export async function forgetRuns(workflowName: string, now: Instant, { failedToo = false }: Which = {}): Promise<void> {
  for (;;) {
    const old = await DBOS.listWorkflows({
      workflowName,
      status: failedToo ? ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"] : "SUCCESS",
      completedBefore: toIso(now - dayMs),
      limit: atOnce,
      loadInput: false,
      loadOutput: false,
    });
    if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
    if (old.length < atOnce) return;
  }
}

export const reindexSchedule: Schedule = { name: "reindex", cron: "*/10 * * * *" };

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
  await runScheduled(tools, reindexSchedule, "old runs of the reindexing could not be forgotten", async () => {
    await runStep(() => reindexNow(tools), { name: "reindex" });
  });
}
