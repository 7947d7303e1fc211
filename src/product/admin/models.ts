import type { AnswerCount, CountedOutcome, ModelProbe } from "#src/contract/jobs/model-checks.ts";
import { answersSince } from "../analyses/queries/model-answers.ts";
import { dayMs } from "#src/core/clock.ts";
import type { Admin, AdminContext, ActingAdmin } from "../context.ts";
import { requireAdmin, recordAction } from "./public/admin-actions.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { Forbidden } from "#src/core/errors.ts";

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

export interface ModelTest {
  readonly budgetUsd: Usd;
  /** `starting` is awaited before the first call. */
  readonly probe: (starting: () => Promise<void>) => Promise<ModelProbe[]>;
}

/**
 * Costs cents, so no fresh sign-in; recorded first.
 * @throws Forbidden; InvalidInput without a language model
 */
export async function testModels(
  ctx: AdminContext<ActingAdmin>,
  { budgetUsd, probe }: ModelTest,
): Promise<ModelProbe[]> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  if (!by.twoFactor) throw new Forbidden("turn on two-factor authentication under Account, Security to make changes");
  const recorded = (): Promise<void> =>
    db.transaction((tx) =>
      recordAction(tx, clock, {
        by,
        account: null,
        action: "test_models",
        what: `tested the configured models for at most $${budgetUsd} each`,
        reason: "Test models",
        amountMinor: null,
      }),
    );
  return probe(recorded);
}
