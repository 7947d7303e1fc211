import { DBOS } from "@dbos-inc/dbos-sdk";
import type { MailTools } from "#src/compose/compose-mail.ts";
import { AnalysisRequest } from "#src/contract/analysis.ts";
import { analyze, type Outcome, type RunSettings } from "#src/debate/analyze.ts";
import type { Database } from "#src/db/database.ts";
import type { JobQueue } from "#src/db/job-queue.ts";
import type { Ended } from "#src/db/queries/analyses.ts";
import { decisionsOf, keepDecision } from "#src/db/queries/decisions.ts";
import type { MarketChain } from "#src/market/market-data.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Log } from "#src/platform/log.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import { finishJob } from "#src/services/analyses/finish-job.ts";
import { startJob } from "#src/services/analyses/start-job.ts";
import type { Network } from "#src/services/webhooks/post.ts";
import { durableCheckpoint } from "../durable-checkpoint.ts";
import { jobEvents } from "../job-events.ts";

/** What a run of the worker is made with. Built once, in main. */
export interface WorkerTools {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: MarketChain;
  readonly reasoner: Reasoner;
  /** How webhooks are reached. */
  readonly network: Network;
  /** Made with the first mail: the keys that its links need are read then. */
  readonly mail: () => MailTools;
  readonly settings: Pick<RunSettings, "codeVersion" | "seed" | "toolSteps" | "onlineTools">;
}

/**
 * One job from the queue to its end. Each model call is a step of the workflow: a worker that goes on with a dead
 * one's run gets the finished ones back and makes the others.
 */
export async function runAnalysisJob(tools: WorkerTools, id: string): Promise<void> {
  const started = await DBOS.runStep(() => startJob(tools, id), { name: "start job" });
  if (started === null) return;
  const log = tools.log.child({ job: id, request_id: started.requestId });
  log.info("job started");
  // Asked through the client, which is no part of the workflow: as a step of it, it would give the first answer for ever.
  const kept = await tools.queue.finishedSteps(id);
  const stop = new AbortController();
  const events = jobEvents(tools.db, tools.clock, id);
  const outcome = await analyze(
    {
      chain: tools.chain,
      reasoner: tools.reasoner,
      memory: {
        of: (symbol) => decisionsOf(tools.db.sql, symbol),
        keep: (decision) => keepDecision(tools.db.sql, decision),
      },
      checkpoint: durableCheckpoint(kept, stop),
      clock: tools.clock,
      emit: events.emit,
      signal: stop.signal,
    },
    {
      ...tools.settings,
      runId: id,
      rounds: started.setting.rounds,
      riskRounds: started.setting.risk_rounds,
      budgetUsd: started.setting.budget_usd,
    },
    AnalysisRequest.parse(started.request),
  );
  await events.drain();
  const ended = await DBOS.runStep(() => finishJob(tools, id, endOf(outcome)), { name: "finish job" });
  log.info({ ended, outcome: outcome.ok ? outcome.run.result.rating : outcome.error.message }, "job ended");
}

function endOf(outcome: Outcome): Ended {
  if (!outcome.ok) return { status: "failed", error: outcome.error.message };
  const { result, usage, manifest } = outcome.run;
  return { status: "succeeded", result, usage, manifest };
}
