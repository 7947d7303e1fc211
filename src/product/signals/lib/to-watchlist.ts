import type { Watchlist } from "#src/contract/signals/signals.ts";
import type { SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { toIso } from "#src/core/clock.ts";

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
