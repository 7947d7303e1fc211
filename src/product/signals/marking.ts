import type { Signal } from "#src/contract/signals/signals.ts";
import { daysNotedSince } from "./queries/signal-days.ts";
import { activeLists, type SignalList } from "./queries/signal-lists.ts";
import { listSignals } from "./queries/signals.ts";
import { addDays, type Instant } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import type { SystemContext } from "../context.ts";
import { levelHit } from "./public/levels.ts";
import { loadPrices, settledMarks } from "./public/outcomes.ts";
import { listenersOf } from "../channels/queries/channel-audience.ts";

/** Of a list's signals those that may be the newest of their instrument. */
const newestLevelled = { symbol: null, rating: null, changed: false, before: null, limit: 200 } as const;

/** Levels reached and horizons over since an instant, once each. */
export async function noteLevels(ctx: SystemContext, since: Instant): Promise<void> {
  const { db } = ctx;
  for (const { list } of await activeLists(db.sql)) {
    const stored = await listSignals(db.sql, list.id, newestLevelled);
    const standing = stored.filter(({ withdrawn }) => withdrawn === null).map(({ signal }) => signal);
    const newest = [...new Map(standing.toReversed().map((signal) => [signal.symbol, signal])).values()];
    const symbols = newest.map(({ symbol }) => symbol);
    const fresh = await daysNotedSince(db.sql, symbols, since);
    if (fresh.size === 0) continue;
    const prices = await loadPrices(db.sql, symbols);
    for (const signal of newest) {
      const days = prices.daysOf(signal.symbol);
      const hit = levelHit(signal, days);
      if (hit !== null && fresh.has(`${signal.symbol} ${hit.session}`))
        await note(ctx, list, `${hit.level} ${signal.id}`, { event: "level_hit", signal: signal.id, ...hit });
      const over = horizonOver(signal, days);
      if (over !== null && fresh.has(`${signal.symbol} ${over}`))
        await note(ctx, list, `expired ${signal.id}`, { event: "signal_expired", signal: signal.id });
    }
  }
}

/** In calendar days from its session. */
function horizonOver(
  { session, horizon_days: horizon }: Signal,
  days: readonly { readonly session: string }[],
): string | null {
  if (horizon === null) return null;
  const end = addDays(session, horizon);
  return days.find((day) => day.session >= end)?.session ?? null;
}

async function note(
  { db, queue, clock }: SystemContext,
  { id, owner }: SignalList,
  once: string,
  happening: Parameters<typeof noteHappening>[2]["happening"],
): Promise<void> {
  await db.transaction((tx) =>
    noteHappening(tx, queue, { where: { owner, list: id }, once, happening, at: clock.now() }),
  );
}

/** Of a list, as many as the longest horizon holds of thirty instruments. */
const newestMarked = { symbol: null, rating: null, changed: false, before: null, limit: 2000 } as const;

/** Tells endpoints of marks settled since an instant, once each. */
export async function noteMarks(ctx: SystemContext, since: Instant): Promise<void> {
  const { db, queue, clock } = ctx;
  const listeners = new Set(await listenersOf(db.sql, "signal.settled"));
  if (listeners.size === 0) return;
  for (const { list } of await activeLists(db.sql)) {
    const { id, owner } = list;
    if (owner !== null && !listeners.has(owner)) continue;
    const stored = await listSignals(db.sql, id, newestMarked);
    const standing = stored.filter(({ withdrawn }) => withdrawn === null).map(({ signal }) => signal);
    const symbols = [...new Set(standing.map(({ symbol }) => symbol))];
    const fresh = await daysNotedSince(db.sql, symbols, since);
    if (fresh.size === 0) continue;
    const prices = await loadPrices(db.sql, symbols);
    const settled = standing.flatMap((signal) =>
      settledMarks(signal, prices)
        .filter(({ status, exit_session: exit }) => status === "settled" && fresh.has(`${signal.symbol} ${exit}`))
        .map(({ horizon }) => ({ event: "mark_settled", signal: signal.id, horizon }) as const),
    );
    for (const happening of settled)
      await db.transaction((tx) =>
        noteHappening(tx, queue, {
          where: { owner, list: id },
          once: `mark ${happening.horizon} ${happening.signal}`,
          happening,
          at: clock.now(),
        }),
      );
  }
}
