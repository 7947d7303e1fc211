import { chooseBenchmark, insertDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { addDays } from "#src/core/clock.ts";
import type { TestApp } from "./front-door.ts";
import { publish, signalEntry } from "./signals.ts";

const sessions = Array.from({ length: 60 }, (_, index) => addDays("2025-01-02", index));
const instruments = [
  ["UPS", "Overweight", 1.004],
  ["DOWNS", "Sell", 0.997],
  ["MAYBE", "Hold", 1.001],
] as const;
/** Between signals on an instrument, and the place of the last one. */
const [everyDays, lastSignal] = [6, 50];

/**
 * Signals of the house list on made-up prices: UPS and DOWNS are always right, MAYBE has come to no opinion since, FRESH
 * is still sealed, and HIDDEN has never had an opinion.
 */
export async function housePast(testApp: Pick<TestApp, "db">): Promise<void> {
  const { db } = testApp;
  for (const [symbol, rating, step] of instruments) {
    await chooseBenchmark(db, symbol, null, 0);
    for (const [index, session] of sessions.entries()) {
      const open = 100 * step ** index;
      const day = { session, opensAt: Date.parse(`${session}T14:30:00Z`), split: 1, dividend: 0 };
      await insertDay(db, symbol, { ...day, price: { open, close: open * step ** 0.5 } }, "test", 0);
      if (index % everyDays !== 0 || index > lastSignal) continue;
      const entry = signalEntry(symbol, rating, { session, confidence: 0.7 });
      await db.transaction((tx) => appendEntry(tx, "house", entry, Date.parse(`${session}T21:00:00Z`)));
    }
  }
  await publish(testApp, "FRESH", "Buy");
  await db.pool.query(
    `insert into signal_runs (list, symbol, session, asset_type, due_at, state, ended_at, outcome, entry)
     select list, symbol, (body::jsonb ->> 'session')::date, 'stock', published_at, 'ended', published_at, 'signal', number
     from signal_entries where list = 'house' and kind = 'signal'`,
  );
  await db.pool.query(
    `insert into signal_runs (list, symbol, session, asset_type, due_at, state, ended_at, outcome, reason)
     select 'house', symbol, $1, 'stock', now(), 'ended', now(), 'review', 'no opinion'
     from unnest(array['MAYBE', 'HIDDEN']) as symbol`,
    [sessions[lastSignal + 5]],
  );
}
