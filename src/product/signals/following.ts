import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/lists.ts";
import { signalEntries, type SignalEntries } from "./public/head-file.ts";
import { watchlistLimits, type ListInstrument, type Watchlist } from "#src/contract/signals/signals.ts";
import { listsOf, lockLists, updateList } from "./queries/signal-lists.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import { canonicalInstruments, type KnownSymbols, toWatchlist } from "./lib/watchlist.ts";
import { saveWatchlist } from "./watchlists.ts";

/** A list's entries as they come. @throws Forbidden; NotFound */
export async function followSignals(ctx: Context, list: string): Promise<SignalEntries> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return signalEntries(ctx, list);
}

/**
 * @param input `list`: `null` for a new one
 * @throws NotFound; Conflict when it is in there; and as saveWatchlist
 */
export async function followInstrument(
  ctx: Context,
  {
    environment,
    list,
    instrument,
  }: {
    readonly environment: KnownSymbols;
    readonly list: string | null;
    readonly instrument: ListInstrument;
  },
): Promise<Watchlist> {
  requireScope(ctx, "lists:write");
  if (list === null)
    return (
      await saveWatchlist(ctx, {
        environment,
        watchlist: { id: null, name: "Watchlist", instruments: [instrument], schedule: { kind: "close" }, runs: 1 },
      })
    ).list;
  const before = (await listsOf(ctx.db.sql, ctx.actor.owner)).find(({ id }) => id === list);
  if (before === undefined) throw new NotFound("there is no such watchlist");
  // Sources are asked before the lists are locked.
  const added = await canonicalInstruments(ctx, environment, { instruments: [instrument], held: before.instruments });
  const at = ctx.clock.now();
  // Locked: of two added at once none is lost.
  return ctx.db.transaction(async (tx) => {
    const found = (await lockLists(tx, ctx.actor.owner)).find(({ id }) => id === list);
    if (found === undefined) throw new NotFound("there is no such watchlist");
    const { name, instruments } = found;
    if (added.some((one) => instruments.some(({ symbol }) => symbol === one.symbol)))
      throw new Conflict(`${instrument.symbol} is already in ${name}`);
    if (instruments.length >= watchlistLimits.instruments)
      throw new InvalidInput(`${name} has ${watchlistLimits.instruments} instruments, the maximum for a list`);
    const kept = { ...found, instruments: [...instruments, ...added] };
    await updateList(tx, list, kept, at);
    return toWatchlist(kept);
  });
}
