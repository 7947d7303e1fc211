import {
  type AccountRow,
  type AnyJob,
  type QueueFacts,
  countOf,
  findAccount,
  listAllJobs,
  queueFacts,
  searchAccounts,
  answersSince,
} from "./queries/admin.ts";
import { recordAction, requireAdmin } from "./public/admin-actions.ts";
import type { ActingAdmin, Admin, AdminContext } from "../context.ts";
import { adminActionsOn } from "./queries/admin-actions.ts";
import { Forbidden, NotFound } from "#src/core/errors.ts";
import { readPlan } from "../plans/plans.ts";
import type { JobStatus } from "#src/contract/jobs/analysis.ts";
import { type ListRun, houseList } from "#src/contract/signals/signals.ts";
import { newestRuns } from "../signals/queries/signal-runs.ts";
import type { HealthReport } from "#src/contract/api/site-routes.ts";
import { dayMs } from "#src/core/clock.ts";
import { tryRoom } from "#src/core/db/pool.ts";
import { type EngineHealth, checkHealth } from "./public/check-health.ts";
import type { AnswerCount, CountedOutcome, ModelProbe } from "#src/contract/jobs/model-checks.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";

const perPage = 50;

/**
 * Newest first.
 * @param page `cursor` of the page before
 * @throws Forbidden
 */
export async function findAccounts(
  ctx: AdminContext<Admin>,
  page: { readonly text: string; readonly cursor: string },
): Promise<{ readonly accounts: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const { db, by } = ctx;
  requireAdmin(by);
  const [, at, id] = /^(\d{1,15})_(\S{1,100})$/.exec(page.cursor) ?? [];
  const before = at === undefined || id === undefined ? null : { at: Number(at), id };
  const text = page.text.trim();
  const found = await searchAccounts(db.sql, { text: text === "" ? null : text, before, limit: perPage + 1 });
  const accounts = found.slice(0, perPage);
  const last = accounts.at(-1);
  const more = found.length > perPage && last !== undefined;
  return { accounts, nextCursor: more ? `${last.createdAt}_${last.id}` : null };
}

/** All that an administrator sees of an account. @throws Forbidden; NotFound */
export async function readAccount(ctx: AdminContext<Admin>, id: string) {
  const { db, by } = ctx;
  requireAdmin(by);
  const account = await findAccount(db.sql, id);
  if (account === null) throw new NotFound(`there is no account ${id}`);
  const [counts, plan, actions] = await Promise.all([
    countOf(db.sql, id),
    readPlan(ctx, id),
    adminActionsOn(db.sql, id),
  ]);
  return { account, counts, plan, actions };
}

/** Newest first. @param page `cursor`: only older numbers. @throws Forbidden */
export async function listJobs(
  ctx: AdminContext<Admin>,
  page: { readonly status: JobStatus | null; readonly owner: string | null; readonly cursor: number | null },
): Promise<{ readonly jobs: readonly AnyJob[]; readonly nextCursor: number | null }> {
  const { db, by } = ctx;
  requireAdmin(by);
  const { status, owner, cursor } = page;
  const found = await listAllJobs(db.sql, { status, owner, before: cursor, limit: perPage + 1 });
  const jobs = found.slice(0, perPage);
  return { jobs, nextCursor: found.length > perPage ? (jobs.at(-1)?.number ?? null) : null };
}

const mostRuns = 60;

/** The last runs of the house list, newest session first. @throws Forbidden */
export async function listHouseRuns(ctx: AdminContext<Admin>): Promise<ListRun[]> {
  const { db, by } = ctx;
  requireAdmin(by);
  return (await newestRuns(db.sql, [houseList], mostRuns)).get(houseList) ?? [];
}

/** Parts, queue and the last 24 hours. @throws Forbidden */
export async function readServiceStatus(
  ctx: AdminContext<Admin>,
  signalEngine: EngineHealth | null,
): Promise<{ readonly health: HealthReport; readonly facts: QueueFacts }> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  const database = { ask: () => tryRoom(db.pool) };
  const [health, facts] = await Promise.all([
    checkHealth({ database, signalEngine, clock }),
    queueFacts(db.sql, clock.now() - dayMs),
  ]);
  return { health, facts };
}

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
