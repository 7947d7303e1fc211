import pLimit from "p-limit";
import { foundSymbols, recordFound, type FoundSymbol } from "#src/product/signals/queries/found-symbols.ts";
import { Cancelled } from "#src/core/errors.ts";
import type { AnalysisEnvironment, OnlineListing } from "#src/product/analyses/public/analysis-environment.ts";
import type { Context } from "#src/product/context.ts";

/** More at once gets a rate limit. */
const atOnce = 5;
/** The list is refused anyway. */
const enough = 5;
/** Somebody waits in front of it. */
const longestMs = 5000;

/**
 * Symbols no online source knows. Known ones are remembered; silence is nothing against a symbol.
 * @param symbols canonical
 */
export async function unknownSymbols(
  { db, clock }: Context,
  { lookUp }: Pick<AnalysisEnvironment, "lookUp">,
  symbols: readonly string[],
): Promise<ReadonlySet<string>> {
  const before = await foundSymbols(db.sql, symbols);
  const left = symbols.filter((symbol) => !before.has(symbol));
  const signal = AbortSignal.timeout(longestMs);
  const found: FoundSymbol[] = [];
  const unknown = new Set<string>();
  let silent = false;
  await pLimit(atOnce).map(left, async (symbol) => {
    if (silent || unknown.size >= enough) return;
    const listing = await answerOf(lookUp(symbol, signal));
    if (listing.status === "found") found.push({ symbol, name: listing.name });
    else if (listing.status === "unknown") unknown.add(symbol);
    else silent = true;
  });
  await recordFound(db.sql, found, clock.now());
  return unknown;
}

/** That nobody answered in time is no error. */
async function answerOf(asked: Promise<OnlineListing>): Promise<OnlineListing> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Cancelled) return { status: "unanswered" };
    throw error;
  }
}
