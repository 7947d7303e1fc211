import type { Job } from "#src/contract/analysis.ts";
import type { JobEvent } from "#src/contract/jobs.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { eventsAfter } from "#src/db/queries/events.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** All that was said so far of an analysis, and how many statements a whole run of it makes. @throws Forbidden, NotFound */
export async function readLiveRun(
  { db, actor }: Pick<Context, "db" | "actor">,
  id: string,
): Promise<{ job: Job; events: JobEvent[]; statements: number; budgetUsd: string | null }> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const events: JobEvent[] = [];
  for (let full = true; full;) {
    const page = await eventsAfter(db.sql, id, events.at(-1)?.seq ?? 0);
    events.push(...(page?.events ?? []));
    full = page?.full === true;
  }
  const { analysts, max_debate_rounds: rounds } = stored.job.request;
  const { setting } = stored;
  return {
    job: stored.job,
    events,
    statements: analysts.length + 2 * (rounds ?? setting.rounds) + 3 * setting.risk_rounds + 3,
    budgetUsd: setting.budget_usd,
  };
}
