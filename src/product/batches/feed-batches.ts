import { openBatches } from "./queries/batches.ts";
import type { JobSettings, SystemContext, Actor } from "../context.ts";
import { Decimal } from "decimal.js";
import type { BatchAsked } from "#src/contract/jobs/batches.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Tx } from "#src/core/db/database.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";
import {
  finishBatch,
  markLinesStarted,
  refuseLines,
  spendingOf,
  takeBatch,
  waitingLines,
  type OpenBatch,
  type StartedLine,
} from "./queries/batch-lines.ts";
import { findModelKey } from "../model-keys/queries/model-keys.ts";
import { submitAnalyses, type Submission } from "../analyses/queries/submissions.ts";
import type { Instant } from "#src/core/clock.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { budgetSpent, monthlyQuota, quotaSpent, runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { namedSubmission } from "../analyses/public/submission.ts";
import { noteHappening } from "../channels/public/note-happening.ts";

/**
 * Repeatable from any number of workers: jobs have names that follow from their lines.
 * @throws AggregateError after all were looked at
 */
export async function feedBatches(ctx: SystemContext, { jobs }: { readonly jobs: JobSettings }): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await openBatches(ctx.db.sql))
    await feedBatch(ctx, jobs, id).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, "batches could not be fed");
}

/** A smaller number goes first; people and their lists come before batches. */
const batchPriority = 500;
/** More than a worker ends before the next look. */
const openPerSlot = 10;

async function feedBatch(ctx: SystemContext, jobs: JobSettings, id: string): Promise<void> {
  const { db, clock } = ctx;
  await db.transaction(async (tx) => {
    const batch = await takeBatch(tx, id);
    if (batch === null) return;
    const at = clock.now();
    const terms = termsOf(batch, jobs, at);
    if (!terms.api) {
      const { name } = plans[terms.actor.plan];
      await refuseLines(tx, id, { detail: `the ${name} plan has no API access` });
    }
    const startable = await startableLines(tx, id, batch, terms);
    const { isUnfunded } =
      startable > 0
        ? await start(ctx, tx, { id, terms, jobs, at, holdings: batch.holdings, limit: startable })
        : funded;
    const { waiting, open } = await spendingOf(tx, id);
    // Running ones may leave some of what is set aside for them.
    if (isUnfunded && open === 0) await refuseLines(tx, id, { detail: budgetSpent(jobs, at).message });
    else if (waiting > 0 || open > 0) return;
    await finishBatch(tx, id, at);
    await noteHappening(tx, ctx.queue, {
      where: { owner: batch.owner, list: null },
      once: `batch ${id}`,
      happening: { event: "batch_ended", batch: id },
      at,
    });
  });
}

interface Terms {
  readonly actor: Actor;
  /** May start its lines: with the API, or from a page, which alone gives holdings without it. */
  readonly api: boolean;
  readonly slots: number;
  readonly priority: number;
  /** The most that one of its runs may cost. */
  readonly runUsd: Usd | null;
  /** Runs on an own key count too. */
  readonly budgeted: boolean;
}

function termsOf({ owner, budgetUsd, held, holdings }: OpenBatch, jobs: JobSettings, at: Instant): Terms {
  const { plan, api, slots, priority } = entitlementsAt(held, at);
  const actor: Actor = { owner, plan, scopes: [] };
  const isLocal = owner === "local";
  return {
    actor,
    api: api || isLocal || isTestOwner(owner) || holdings !== null,
    slots: isLocal ? jobs.maxConcurrency : slots,
    priority: batchPriority + priority,
    runUsd: lower(runBudgetUsd(actor, jobs.budgetUsd), budgetUsd),
    budgeted: budgetUsd !== null,
  };
}

function lower(a: Usd | null, b: Usd | null): Usd | null {
  if (a === null || b === null) return a ?? b;
  return new Decimal(a).lessThan(b) ? a : b;
}

/** Without budget the rest is refused once nothing is under way. */
async function startableLines(tx: Tx, id: string, { budgetUsd }: OpenBatch, { slots, runUsd }: Terms): Promise<number> {
  const { waiting, open, committed } = await spendingOf(tx, id);
  const free = Math.min(waiting, slots * openPerSlot - open);
  if (budgetUsd === null || runUsd === null || free <= 0) return free;
  const affordable = new Decimal(budgetUsd).minus(committed).dividedToIntegerBy(runUsd).toNumber();
  if (affordable <= 0 && open === 0)
    await refuseLines(tx, id, {
      detail: `the remainder of the batch's budget of ${usdText(budgetUsd)} does not cover another run, which can cost up to ${usdText(runUsd)}`,
    });
  return Math.min(free, affordable);
}

interface Start {
  readonly id: string;
  readonly terms: Terms;
  readonly jobs: JobSettings;
  readonly at: Instant;
  readonly holdings: Sealed | null;
  readonly limit: number;
}

interface Funding {
  /** The server's budget for the month does not cover the next line. */
  readonly isUnfunded: boolean;
}
const funded: Funding = { isUnfunded: false };

async function start(ctx: SystemContext, tx: Tx, given: Start): Promise<Funding> {
  const { id, terms, at, limit } = given;
  const lines = await waitingLines(tx, id, limit);
  const asked = await Promise.all(lines.map((line) => submissionOf(ctx, given, line)));
  const told = asked.length === 0 ? [] : await submitAnalyses(ctx.db.pool, asked);
  const started = told.flatMap((one, index): StartedLine[] => {
    const line = lines[index]?.line ?? 0;
    if (one.outcome === "known") return [{ line, analysis: one.id }];
    return one.outcome === "made" ? [{ line, analysis: asked[index]?.id ?? "" }] : [];
  });
  await markLinesStarted(tx, id, started, terms.runUsd, at);
  // A full queue is tried again later.
  if (told.some(({ outcome }) => outcome === "spent"))
    await refuseLines(tx, id, { detail: quotaSpent(terms.actor, at).message });
  return { isUnfunded: told.some(({ outcome }) => outcome === "unfunded") };
}

async function submissionOf(
  { db }: SystemContext,
  { id, terms: { actor, slots, priority, runUsd, budgeted }, jobs, at, holdings }: Start,
  { line, asked: { own_model: own, ...request } }: { readonly line: number; readonly asked: BatchAsked },
): Promise<Submission> {
  const { owner, plan } = actor;
  const key = own === undefined ? null : await findModelKey(db.sql, owner, own.llm_provider);
  // An own key's cost counts only where the batch has a budget.
  const budgetUsd = own === undefined || budgeted ? runUsd : null;
  const paid = { budgetUsd, own: own === undefined ? null : { model: own, defaults: key?.defaults ?? null } };
  const terms = { owner, plan, slots, quota: monthlyQuota(actor), priority, ...paid };
  const submission = namedSubmission(jobs, { terms, name: `batch ${id} ${line}`, requestId: id, request }, at);
  if (holdings === null) return submission;
  const place = placeOf("analysis_holdings.sealed_holdings", submission.id);
  return { ...submission, holdings: db.vault.seal(db.vault.open(holdings), place) };
}
