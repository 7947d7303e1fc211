import type { Batch } from "#src/contract/jobs/batches.ts";
import { listBatches as listed } from "./queries/batches.ts";
import { requireScope, type Context } from "../context.ts";
import { toBatch } from "./public/to-batch.ts";

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
