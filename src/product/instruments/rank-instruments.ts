import type { Ranking } from "#src/contract/signals/instrument-record.ts";
import { requireScope, type Context } from "../context.ts";
import { mustHaveSignals } from "../signals/public/readable-list.ts";
import { inOrder, type RankingOrder } from "./public/rank.ts";
import { readRanking } from "./read-ranking.ts";

/**
 * With `live` also sealed ones.
 * @throws Forbidden without a signal plan
 */
export async function rankInstruments(
  ctx: Context,
  { live, order }: { readonly live: boolean; readonly order: RankingOrder },
): Promise<Ranking> {
  requireScope(ctx, live ? "signals:read" : "record:read");
  if (live) mustHaveSignals(ctx.actor);
  const ranking = await readRanking(ctx, { actor: live ? ctx.actor : null });
  return { ...ranking, opinions: inOrder(ranking.opinions, order) };
}
