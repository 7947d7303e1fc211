import { houseList, type SignalDetail } from "#src/contract/signals/signals.ts";
import { reviewedSessions } from "#src/product/instruments/queries/instrument-records.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { SystemContext } from "#src/product/context.ts";
import { readTrackRecord } from "#src/product/signals/read-track-record.ts";

/** Newest first. @param symbol `null`: all */
export async function publicSignals(ctx: SystemContext, symbol: string | null): Promise<SignalDetail[]> {
  const { signals } = await readTrackRecord(ctx);
  return signals.flatMap(({ signal, hash, withdrawn, marks }) =>
    signal === null || (symbol !== null && signal.symbol !== symbol) ? [] : [{ signal, hash, withdrawn, marks }],
  );
}

/** Public once a later session is over, as opinions are. */
export async function publicReviews(
  db: Sql,
  symbol: string | null,
  daysOf: (symbol: string) => readonly KnownDay[],
): Promise<{ readonly symbol: string; readonly session: string }[]> {
  const reviews = await reviewedSessions(db, houseList, symbol);
  return reviews.filter((one) => one.session < (daysOf(one.symbol).at(-1)?.session ?? ""));
}
