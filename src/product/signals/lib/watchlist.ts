import type { Watchlist, ListInstrument } from "#src/contract/signals/signals.ts";
import { type SignalList, foundSymbols, recordFound, type FoundSymbol } from "../queries/signal-lists.ts";
import { toIso } from "#src/core/clock.ts";
import type { AssetType } from "#src/contract/jobs/analysis.ts";
import { InvalidField, Cancelled } from "#src/core/errors.ts";
import type { AnalysisEnvironment, OnlineListing } from "#src/product/analyses/public/analysis-environment.ts";
import type { Context } from "#src/product/context.ts";
import pLimit from "p-limit";

/** A list as its owner sees it. */
export function toWatchlist({ createdAt, entries, ...list }: SignalList): Watchlist {
  const { id, name, instruments, schedule, runs, own_model, language, rerun_on_break, allow_short } = list;
  return {
    id,
    name,
    instruments,
    schedule,
    runs,
    own_model,
    language,
    rerun_on_break,
    allow_short,
    entries,
    created_at: toIso(createdAt),
  };
}

const notFound = "no data source knows it; check the spelling, for example BMW.DE for a stock listed in Frankfurt";
/** Refused symbols that are named. */
const mostTold = 5;

/** What says which symbols there are. */
export type KnownSymbols = Pick<AnalysisEnvironment, "read" | "coverageOf" | "lookUp">;

/**
 * Held symbols stay, whatever became of their source.
 * @throws InvalidField that names each
 */
export async function canonicalInstruments(
  ctx: Context,
  known: KnownSymbols,
  { instruments, held }: Readonly<Record<"instruments" | "held", readonly ListInstrument[]>>,
): Promise<ListInstrument[]> {
  const readings = instruments.map(({ symbol: text, asset_type: type }) => {
    const found = known.read(text, type);
    const isNew = found.ok && !held.some(({ symbol }) => symbol === found.symbol);
    return { text, type, found, coverage: isNew ? known.coverageOf(found.symbol).status : "held" };
  });
  const symbols = readings.flatMap(({ found, coverage }) =>
    found.ok && coverage === "unchecked" ? [found.symbol] : [],
  );
  // What cannot be read is told at once, before a source is asked.
  const canAsk = readings.every(({ found }) => found.ok);
  const unknown = canAsk ? await unknownSymbols(ctx, known, [...new Set(symbols)]) : new Set();
  const refused = readings.flatMap(({ text, type, found, coverage }): Refused[] => {
    if (!found.ok) return [{ text, type, reason: found.reason }];
    const { symbol, hint = "" } = found;
    if (coverage === "absent") return [{ text, type, reason: `this service has no data on it${hint}` }];
    return unknown.has(symbol)
      ? [{ text, type, reason: hint === "" ? notFound : `no data source knows it${hint}` }]
      : [];
  });
  throwRefused(refused);
  const named = readings.flatMap(({ type, found }) => (found.ok ? [[found.symbol, type] as const] : []));
  return [...new Map(named)].map(([symbol, asset_type]) => ({ symbol, asset_type }));
}

interface Refused {
  readonly type: AssetType;
  readonly text: string;
  readonly reason: string;
}

function throwRefused(refused: readonly Refused[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const field = first.type === "crypto" ? "coins" : "stocks";
  const told = refused.slice(0, mostTold).map(({ text, reason }) => `${text}: ${reason}`);
  const more = refused.length > mostTold ? [`and ${refused.length - mostTold} more`] : [];
  throw new InvalidField(field, first.text, [...told, ...more].join("; "));
}

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
async function unknownSymbols(
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
