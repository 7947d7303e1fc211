import { statementsOf, type Job } from "#src/contract/analysis.ts";
import type { JobEvent } from "#src/contract/jobs.ts";
import { LiveData } from "#src/contract/live-data.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { eventsAfter } from "#src/db/queries/events.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

interface LiveAnalysis {
  readonly job: Job;
  readonly events: readonly JobEvent[];
  /** Of a whole run. */
  readonly statements: number;
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  readonly ownKey: boolean;
  /** `null` until the run has gathered its evidence. */
  readonly data: LiveData | null;
}

/** All that was said so far of an analysis, and how much a whole run of it says. @throws Forbidden, NotFound */
export async function readLiveRun(ctx: Context, id: string): Promise<LiveAnalysis> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const events: JobEvent[] = [];
  for (let full = true; full;) {
    const page = await eventsAfter(db.sql, id, events.at(-1)?.seq ?? 0);
    events.push(...(page?.events ?? []));
    full = page?.full === true;
  }
  const { analysts, max_debate_rounds } = stored.job.request;
  const { setting } = stored;
  const rounds = max_debate_rounds ?? setting.rounds;
  return {
    job: stored.job,
    events,
    statements: statementsOf({ ...setting, rounds, analysts: analysts.length }),
    rounds,
    riskRounds: setting.riskRounds,
    budgetUsd: setting.budgetUsd,
    ownKey: setting.ownModel !== undefined,
    data: stored.job.status === "queued" ? null : await gathered(ctx, id),
  };
}

/** The first kept step of a run; it stays readable after the run has ended. */
async function gathered({ queue }: Context, id: string): Promise<LiveData | null> {
  return LiveData.safeParse((await queue.finishedSteps(id)).get("snapshot")).data ?? null;
}
