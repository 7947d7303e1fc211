import { startRunning, type TakenAnalysis, finishAnalysis, type Ended, findAnalysis } from "./queries/analyses.ts";
import { type SystemContext, requireScope, type Context } from "../context.ts";
import type { AnswerCount } from "#src/contract/jobs/model-checks.ts";
import type { Tx } from "#src/core/db/database.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { keepAdvice } from "./queries/runs.ts";
import { addAnswers } from "../admin/queries/admin.ts";
import { giveBackToMonth, wasHeard } from "../plans/queries/plans.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { startWatch } from "../conditions/public/start-watch.ts";
import { isWanted } from "../mail/public/mailer.ts";
import { z } from "zod";
import { statementsOf, type Job } from "#src/contract/jobs/analysis.ts";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { LiveData } from "#src/contract/run/run.ts";
import { eventsAfter } from "./queries/events.ts";
import { NotFound, NoLongerKept } from "#src/core/errors.ts";

/** `null` when cancelled or ended. For the worker. */
export function startJob(ctx: SystemContext, id: string): Promise<TakenAnalysis | null> {
  return startRunning(ctx.db, id, ctx.clock.now());
}

/** False when it was cancelled or ended: then nothing is written. For the worker. */
export async function finishJob(
  ctx: SystemContext,
  { id, end, answers = [] }: { readonly id: string; readonly end: Ended; readonly answers?: readonly AnswerCount[] },
): Promise<boolean> {
  const { db, clock, queue } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    if (end.status === "succeeded" && end.forHoldings !== undefined) {
      const advice = db.vault.seal(JSON.stringify(end.forHoldings), placeOf("analysis_holdings.sealed_advice", id));
      await keepAdvice(tx, id, advice);
    }
    const finished = await finishAnalysis(tx, id, at, end);
    if (finished === null) return false;
    if (await isFree(tx, id, end)) await giveBackToMonth(tx, id);
    if (finished.webhook) await queue.enqueueWebhook(tx, id, `analysis.${end.status}`);
    if (isWanted("analysis_ended", finished.notifications))
      await queue.enqueueMail(tx, { kind: "analysis_ended", userId: finished.owner, once: id });
    // Lists tell of their runs themselves.
    if (!finished.isListRun) {
      if (end.status === "succeeded")
        await startWatch(tx, end, { analysisId: id, owner: finished.owner, published: null }, at);
      await noteHappening(tx, queue, {
        where: { owner: finished.owner, list: null },
        once: `analysis ${id}`,
        happening: { event: "analysis_ended", analysis: id, ok: end.status === "succeeded" },
        at,
      });
    }
    // Last: runs with the same models wait for each other from here.
    await addAnswers(tx, answers, at);
    return true;
  });
}

/** What failed before anybody spoke, and what the rules engine made of synthetic data, costs nobody anything. */
async function isFree(tx: Tx, id: string, end: Ended): Promise<boolean> {
  if (end.status === "failed") return !(await wasHeard(tx, id));
  const { config, data } = end.manifest;
  return config.llm_provider === "rules" && data.synthetic;
}

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

export interface EventsRead {
  readonly events: readonly JobEvent[];
  /** There may be more behind these already. */
  readonly more: boolean;
  /** The job has ended, and these are its last events. */
  readonly last: boolean;
}

/**
 * Ascending, behind `after`; shared between readers.
 * @throws Forbidden; NotFound; NoLongerKept
 */
export async function readEvents(
  ctx: Context,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<EventsRead> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const page = await eventsAfter(db.sql, id, after);
  if (page?.owner !== actor.owner) throw new NotFound(`there is no analysis ${id}`);
  const { events, full, ended, removed } = page;
  if (after < removed) throw new NoLongerKept(`the events of analysis ${id} are no longer kept`);
  return { events, more: full, last: ended && !full };
}
