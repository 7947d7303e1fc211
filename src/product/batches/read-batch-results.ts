import type { BatchResult } from "#src/contract/jobs/batches.ts";
import { endedLines } from "./queries/batches.ts";
import { requireScope, type Context } from "../context.ts";
import { findOwn } from "./lib/find-own.ts";

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
