import { z } from "zod";
import { statementsOf, type Job } from "#src/contract/jobs/analysis.ts";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { LiveData } from "#src/contract/jobs/live-data.ts";
import { findAnalysis } from "./queries/analyses.ts";
import { eventsAfter } from "./queries/events.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

interface LiveAnalysis {
  readonly job: Job;
  readonly events: readonly JobEvent[];
  /** They are no longer kept; what is among `events` came later. */
  readonly historyRemoved: boolean;
  /** Of a whole run. */
  readonly statements: number;
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  readonly ownKey: boolean;
  /** `null` until the run has gathered its evidence. */
  readonly data: LiveData | null;
}

/** With the expected number of statements. @throws Forbidden, NotFound */
export async function readLiveRun(ctx: Context, id: string): Promise<LiveAnalysis> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const events: JobEvent[] = [];
  let removed = 0;
  for (let full = true; full;) {
    const page = await eventsAfter(db.sql, id, events.at(-1)?.seq ?? 0);
    events.push(...(page?.events ?? []));
    removed = page?.removed ?? 0;
    full = page?.full === true;
  }
  const { job, setting } = stored;
  return {
    job,
    events,
    historyRemoved: removed > 0,
    statements: statementsOf({ ...setting, analysts: job.request.analysts.length }),
    rounds: setting.rounds,
    riskRounds: setting.riskRounds,
    budgetUsd: setting.budgetUsd,
    ownKey: setting.ownModel !== undefined,
    data: job.status === "queued" ? null : await gathered(ctx, id),
  };
}

/** What a rerun has from the run that it repeats in part. */
const TakenOver = z.object({ snapshot: z.unknown() });

/** The first kept step stays readable. */
async function gathered({ queue }: Context, id: string): Promise<LiveData | null> {
  const steps = await queue.finishedSteps(id);
  const known = steps.get("snapshot") ?? TakenOver.safeParse(steps.get("rerun source")).data?.snapshot;
  return LiveData.safeParse(known).data ?? null;
}
