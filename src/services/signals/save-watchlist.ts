import { watchlistsEver } from "#src/contract/caps.ts";
import { plans } from "#src/contract/plans.ts";
import type { ListInstrument, Watchlist, WatchlistInput } from "#src/contract/signals.ts";
import { countListsEver, insertList, lockLists, updateList } from "#src/db/queries/signal-lists.ts";
import { toIso } from "#src/platform/clock.ts";
import { Forbidden, InvalidInput, NotFound } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { AnalysisDesk } from "../analyses/desk.ts";
import type { Context } from "../context.ts";
import { cronFault } from "./cron.ts";

/**
 * Makes a list or changes one. It is run from now on: what was due before is not. Each of its runs counts as an
 * analysis of the month.
 * @throws InvalidInput for a symbol or a cron line that cannot be read; Forbidden for one list more than the plan has;
 *   NotFound for another's list
 */
export async function saveWatchlist(
  { db, actor, clock }: Pick<Context, "db" | "actor" | "clock">,
  desk: Pick<AnalysisDesk, "read">,
  { id, ...input }: WatchlistInput,
): Promise<Watchlist> {
  if (input.schedule.kind === "cron") {
    const fault = cronFault(input.schedule.cron, input.schedule.zone);
    if (fault !== null) throw new InvalidInput(fault);
  }
  const kept = { ...input, instruments: canonical(desk, input.instruments) };
  const at = clock.now();
  return db.transaction(async (tx) => {
    const own = await lockLists(tx, actor.owner);
    const before = own.find((list) => list.id === id);
    if (id !== null && before === undefined) throw new NotFound("there is no such list");
    const { watchlists: most, name } = plans[actor.plan];
    if (before === undefined && own.length >= most)
      throw new Forbidden(`the plan ${name} has ${most === 1 ? "one list" : `${most} lists`} of your own`);
    if (before === undefined && (await countListsEver(tx, actor.owner)) >= watchlistsEver)
      throw new Forbidden(
        `an account makes at most ${watchlistsEver} lists, the deleted ones counted: change one you have`,
      );
    const made = before?.id ?? newId("wl");
    if (before === undefined) await insertList(tx, made, actor.owner, kept, at);
    else await updateList(tx, made, kept, at);
    return { id: made, ...kept, created_at: toIso(before?.createdAt ?? at), entries: before?.entries ?? 0 };
  });
}

/** By their canonical names, each once. @throws InvalidInput */
function canonical(desk: Pick<AnalysisDesk, "read">, instruments: readonly ListInstrument[]): ListInstrument[] {
  const named = new Map<string, ListInstrument>();
  for (const { symbol: text, asset_type: assetType } of instruments) {
    const read = desk.read(text, assetType);
    if (!read.ok) throw new InvalidInput(`${text}: ${read.reason}`);
    named.set(read.symbol, { symbol: read.symbol, asset_type: assetType });
  }
  return [...named.values()];
}
