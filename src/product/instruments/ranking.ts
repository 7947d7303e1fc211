import type { Ranking } from "#src/contract/signals/instrument-record.ts";
import { requireScope, type Context, type Actor, type SystemContext } from "../context.ts";
import { mustHaveSignals } from "../signals/public/lists.ts";
import { inOrder, type RankingOrder, newestOpinions } from "./public/rank.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { reviewedSessions } from "./queries/instrument-records.ts";
import { listSignals } from "../signals/queries/signals.ts";
import { loadPrices, settledMarks } from "../signals/public/outcomes.ts";
import { publicReviews, publicSignals } from "./lib/instrument-parts.ts";

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

/**
 * With a signal plan also sealed ones.
 * @param input `null`: anybody
 */
export async function readRanking(ctx: SystemContext, { actor }: { readonly actor: Actor | null }): Promise<Ranking> {
  const { sql } = ctx.db;
  if (actor !== null && plans[actor.plan].signals) {
    const [stored, reviews] = await Promise.all([listSignals(sql, houseList), reviewedSessions(sql, houseList, null)]);
    const prices = await loadPrices(sql, symbolsOf(stored));
    const signals = stored.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) }));
    return { live: true, ...newestOpinions(signals, reviews, prices.daysOf) };
  }
  const signals = await publicSignals(ctx, null);
  const prices = await loadPrices(sql, symbolsOf(signals));
  const reviews = await publicReviews(sql, null, prices.daysOf);
  // An unpublished instrument is not named either.
  const known = new Set(symbolsOf(signals));
  const named = reviews.filter(({ symbol }) => known.has(symbol));
  return { live: false, ...newestOpinions(signals, named, prices.daysOf) };
}

function symbolsOf(signals: readonly { readonly signal: { readonly symbol: string } }[]): string[] {
  return [...new Set(signals.map(({ signal }) => signal.symbol))];
}
