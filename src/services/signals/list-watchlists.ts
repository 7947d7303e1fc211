import type { Watchlist } from "#src/contract/signals.ts";
import { listsOf, type SignalList } from "#src/db/queries/signal-lists.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Context } from "../context.ts";

/** The actor's own lists, oldest first. */
export async function listWatchlists({ db, actor }: Pick<Context, "db" | "actor">): Promise<Watchlist[]> {
  return (await listsOf(db.sql, actor.owner)).map(toWatchlist);
}

export function toWatchlist({ id, name, instruments, schedule, runs, createdAt, entries }: SignalList): Watchlist {
  return { id, name, instruments, schedule, runs, entries, created_at: toIso(createdAt) };
}
