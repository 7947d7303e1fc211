import type { ListRun } from "#src/contract/signals/signals.ts";
import { newestRuns } from "./queries/signal-runs.ts";
import { requireScope, type Context } from "../context.ts";
import { getWatchlist } from "./get-watchlist.ts";

/** Newest session first. @throws NotFound */
export async function listListRuns(
  ctx: Context,
  { list, limit }: { readonly list: string; readonly limit: number },
): Promise<readonly ListRun[]> {
  requireScope(ctx, "lists:read");
  const { id } = await getWatchlist(ctx, list);
  return (await newestRuns(ctx.db.sql, [id], limit)).get(id) ?? [];
}
