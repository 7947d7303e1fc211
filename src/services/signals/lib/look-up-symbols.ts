import pLimit from "p-limit";
import { foundSymbols, recordFound, type FoundSymbol } from "#src/db/queries/found-symbols.ts";
import { Cancelled } from "#src/platform/errors.ts";
import type { AnalysisEnvironment, OnlineListing } from "../../analyses/lib/analysis-environment.ts";
import type { Context } from "../../context.ts";

/** A source that is asked for more at once answers that it is asked too often. */
const atOnce = 5;
/** With so many unknown a list is refused anyway, and the source is left in peace. */
const enough = 5;
/** Somebody waits in front of it. */
const longestMs = 5000;

/**
 * Which of these symbols no online source knows. What a source has known once is not asked for again; where none
 * answers in time, nothing is said against a symbol, and no other is asked for.
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
