import type { FollowedGroup, FollowedInstrument, RatedSession } from "#src/contract/signals/dashboard.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import {
  analysedSymbols,
  lastRatings,
  runSketches,
  withoutAnalysis,
  type RatedAnalysis,
  type RunSketch,
} from "./queries/followed.ts";
import { requireScope, type Context } from "../context.ts";
import { followedLists, wantedOf } from "./public/followed-lists.ts";

/** Ratings of a history. */
const historyLength = 12;
/** Sessions of a sparkline. */
const sketchLength = 60;
/** Cards of a list. */
const mostOfList = 6;

/** The actor's watchlists with what their instruments came to; without one, the instruments that they analysed last. */
export async function readFollowed(ctx: Context): Promise<FollowedGroup[]> {
  requireScope(ctx, "analyses:read");
  const { db, actor } = ctx;
  const { own, house } = await followedLists(ctx);
  const houseRated = await lastRatings(db.sql, wantedOf(house === null ? [] : [house]), 1);
  const ofHouse = (symbol: string): RatedSession | null => {
    const newest = houseRated.get(`${house?.id} ${symbol}`)?.at(-1);
    return newest === undefined ? null : withoutAnalysis(newest);
  };
  if (own.length === 0) {
    const analysed = await analysedSymbols(db.sql, actor.owner, { symbols: mostOfList, each: historyLength });
    if (analysed.length === 0) return [];
    const sketches = await sketchesOf(ctx, analysed);
    const instruments = analysed.map(({ ratings, ...instrument }) =>
      followed(instrument, ratings, sketches, ofHouse(instrument.symbol)),
    );
    return [{ id: null, name: "Analysed recently", instruments, total: instruments.length }];
  }
  const shown = own.map((list) => ({ ...list, instruments: list.instruments.slice(0, mostOfList) }));
  const symbols = [...new Set(shown.flatMap(({ instruments }) => instruments.map(({ symbol }) => symbol)))];
  const [ofLists, analysed] = await Promise.all([
    lastRatings(db.sql, wantedOf(shown), historyLength),
    analysedSymbols(db.sql, actor.owner, { symbols: symbols.length, each: historyLength, of: symbols }),
  ]);
  const ownRuns = new Map(analysed.map(({ symbol, ratings }) => [symbol, ratings]));
  const groups = shown.map(({ id, name, instruments }, index) => ({
    id,
    name,
    total: own[index]?.instruments.length ?? 0,
    rated: instruments.map((one) => ({
      one,
      ratings: bySession(ofLists.get(`${id} ${one.symbol}`) ?? [], ownRuns.get(one.symbol.toUpperCase()) ?? []),
    })),
  }));
  const sketches = await sketchesOf(
    ctx,
    groups.flatMap(({ rated }) => rated),
  );
  return groups.map(({ rated, ...group }) => ({
    ...group,
    instruments: rated.map(({ one, ratings }) => followed(one, ratings, sketches, ofHouse(one.symbol))),
  }));
}

/** What a list came to and what its owner asked for, one rating of a session: the later one. */
function bySession(...ratings: readonly (readonly RatedAnalysis[])[]): RatedAnalysis[] {
  const inTime = ratings.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const newest = new Map(inTime.map((one) => [one.session, one]));
  return [...newest.values()].toSorted((a, b) => (a.session < b.session ? -1 : 1)).slice(-historyLength);
}

function sketchesOf({ db }: Context, of: readonly { readonly ratings: readonly RatedAnalysis[] }[]) {
  const newest = of.flatMap(({ ratings }) => ratings.at(-1)?.analysis ?? []);
  return runSketches(db.sql, newest, sketchLength);
}

function followed(
  { symbol, asset_type }: ListInstrument,
  ratings: readonly RatedAnalysis[],
  sketches: ReadonlyMap<string, RunSketch>,
  house: RatedSession | null,
): FollowedInstrument {
  const sketch = sketches.get(ratings.at(-1)?.analysis ?? "");
  return {
    symbol,
    asset_type,
    name: sketch?.name ?? null,
    currency: sketch?.currency ?? null,
    history: ratings.map(withoutAnalysis),
    house,
    thesis: sketch?.thesis ?? null,
    closes: sketch?.closes ?? [],
    last_session: sketch?.last_session ?? null,
  };
}
