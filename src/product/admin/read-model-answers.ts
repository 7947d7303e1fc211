import type { AnswerCount, CountedOutcome } from "#src/contract/jobs/model-answers.ts";
import { answersSince } from "#src/product/analyses/queries/model-answers.ts";
import { dayMs } from "#src/core/clock.ts";
import type { Admin, AdminContext } from "../context.ts";
import { requireAdmin } from "./public/admin-actions.ts";

const days = 30;
const mostModels = 100;

export interface ModelAnswers {
  readonly provider: string;
  readonly model: string;
  readonly counts: Readonly<Partial<Record<CountedOutcome, number>>>;
}

/** Busiest model first. @throws Forbidden */
export async function readModelAnswers(
  ctx: AdminContext<Admin>,
): Promise<{ readonly days: number; readonly models: readonly ModelAnswers[] }> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  const rows = await answersSince(db.sql, clock.now() - days * dayMs, mostModels);
  const models = Map.groupBy(rows, ({ provider, model }) => JSON.stringify([provider, model]));
  return { days, models: [...models.values()].flatMap(summed) };
}

function summed(of: readonly AnswerCount[]): ModelAnswers[] {
  const [first] = of;
  if (first === undefined) return [];
  const counts = Object.fromEntries(of.map(({ outcome, count }) => [outcome, count]));
  return [{ provider: first.provider, model: first.model, counts }];
}
