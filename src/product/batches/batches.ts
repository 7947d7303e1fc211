import { type Batch, type BatchLine, type BatchResult, batchLimits } from "#src/contract/jobs/batches.ts";
import { isTestOwner, testTickers } from "#src/contract/api/test-mode.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { dayMs } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import {
  countBatches,
  endedLines,
  insertBatchHoldings,
  insertLines,
  listBatches as listed,
  toBatch,
} from "./queries/batches.ts";
import { Conflict, InvalidInput, NotFound, RateLimited } from "#src/core/errors.ts";
import { unknownTicker } from "../analyses/public/runs.ts";
import { batchJob } from "../jobs/public/kinds.ts";
import { submitJob } from "../jobs/public/submit-job.ts";
import { type Context, requireScope } from "../context.ts";
import { cancelLines, openAnalysesOf } from "./queries/batch-lines.ts";
import { cancelJob } from "../analyses/public/submission.ts";

/**
 * Workers start them later. An idempotency key makes one batch.
 * @throws InvalidInput without a line; Conflict with too many open or a reused key; RateLimited
 */
export async function submitBatch(
  ctx: Context,
  {
    lines: sent,
    budgetUsd,
    idempotencyKey: key,
    held = null,
  }: {
    readonly lines: readonly BatchLine[];
    readonly budgetUsd: Usd | null;
    readonly idempotencyKey: string | null;
    /** What the asker of all lines holds; `asked` is what the idempotency key stands for, in place of the lines. */
    readonly held?: { readonly holdings: Holdings; readonly asked: unknown } | null;
  },
): Promise<{ readonly batch: Batch; readonly replayed: boolean }> {
  requireScope(ctx, "analyses:write");
  const { db, actor } = ctx;
  const lines = isTestOwner(actor.owner) ? sent.map(onTestData) : sent;
  if (lines.length === 0) throw new InvalidInput("the body has no lines");
  const once =
    key === null ? null : ({ operation: "submit batch", key, asked: held?.asked ?? { lines, budgetUsd } } as const);
  const { id, replayed } = await submitJob(ctx, {
    kind: batchJob,
    workflow: null,
    job: { input: {}, budgetUsd },
    once,
    async admit(tx, at) {
      const counts = await countBatches(tx, actor.owner, at - dayMs);
      if (counts.open >= batchLimits.open)
        throw new Conflict(`you already have ${batchLimits.open} open batches; wait for one to finish or cancel it`);
      if (counts.lines + lines.length > batchLimits.linesPerDay)
        throw new RateLimited(`batches can have at most ${batchLimits.linesPerDay} lines in 24 hours`, dayMs / 24);
      return null;
    },
    async add(tx, batch) {
      await insertLines(tx, batch, lines);
      if (held === null) return;
      const text = canonicalJson(held.holdings);
      await insertBatchHoldings(tx, batch, db.vault.seal(text, placeOf("batch_holdings.sealed_holdings", batch)));
    },
  });
  const [batch] = await listed(db.sql, actor.owner, { id, limit: 1 });
  if (batch === undefined) throw new Conflict("the batch that was made with this Idempotency-Key is no longer kept");
  return { batch: toBatch(batch), replayed };
}

/** Refused as it would be alone. */
function onTestData(sent: BatchLine): BatchLine {
  if ("refusal" in sent) return sent;
  const { line, customId, asked } = sent;
  const refused = (field: string, msg: string): BatchLine => ({
    line,
    customId,
    refusal: { detail: [{ type: "value_error", loc: ["request", field], msg: `Value error, ${msg}` }] },
  });
  if (asked.own_model !== undefined) return refused("own_model", "is not available to test keys");
  return testTickers.includes(asked.ticker.trim().toUpperCase()) ? sent : refused("ticker", unknownTicker);
}

/** @throws NotFound */
export async function getBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:read");
  return findOwn(ctx, id);
}

/** Newest first. @param input `before`: a number */
export async function listBatches(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ readonly batches: readonly Batch[]; readonly older: number | null }> {
  requireScope(ctx, "analyses:read");
  const found = await listed(ctx.db.sql, ctx.actor.owner, { before, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { batches: page.map(toBatch), older: found.length > limit ? (page.at(-1)?.number ?? null) : null };
}

/**
 * Ended lines in order.
 * @param input `after` a line; `reports` are large
 * @throws NotFound
 */
export async function readBatchResults(
  ctx: Context,
  { id, ...page }: { readonly id: string; readonly after: number; readonly limit: number; readonly reports: boolean },
): Promise<readonly BatchResult[]> {
  requireScope(ctx, "analyses:read");
  await findOwn(ctx, id);
  return endedLines(ctx.db.sql, id, page);
}

/**
 * Repeatable, also after an interrupted cancel.
 * @throws NotFound
 */
export async function cancelBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:write");
  const { db, actor, clock } = ctx;
  const found = await db.transaction((tx) => cancelLines(tx, id, actor.owner, clock.now()));
  if (!found) throw new NotFound("there is no such batch");
  for (const analysis of await openAnalysesOf(db.sql, id)) await cancelJob(ctx, { id: analysis, owner: actor.owner });
  return findOwn(ctx, id);
}

/** @throws NotFound for an unknown or foreign id */
async function findOwn({ db, actor }: Context, id: string): Promise<Batch> {
  const [batch] = await listed(db.sql, actor.owner, { id, limit: 1 });
  if (batch === undefined) throw new NotFound("there is no such batch");
  return toBatch(batch);
}
