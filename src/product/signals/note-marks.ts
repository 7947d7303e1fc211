import { listenersOf } from "#src/product/channels/queries/channel-audience.ts";
import { daysNotedSince } from "./queries/signal-days.ts";
import { activeLists } from "./queries/signal-lists.ts";
import { listSignals } from "./queries/signals.ts";
import type { Instant } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import type { SystemContext } from "../context.ts";
import { loadPrices, settledMarks } from "./public/settled-marks.ts";

/** Of a list, as many as the longest horizon holds of thirty instruments. */
const mostSignals = 2000;
const anySignal = { symbol: null, rating: null, changed: false, before: null, limit: mostSignals } as const;

/** Tells endpoints of marks settled since an instant, once each. */
export async function noteMarks(ctx: SystemContext, since: Instant): Promise<void> {
  const { db, queue, clock } = ctx;
  const listeners = new Set(await listenersOf(db.sql, "signal.settled"));
  if (listeners.size === 0) return;
  for (const { list } of await activeLists(db.sql)) {
    const { id, owner } = list;
    if (owner !== null && !listeners.has(owner)) continue;
    const stored = await listSignals(db.sql, id, anySignal);
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
