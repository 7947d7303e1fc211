import { openMarket } from "#src/market/as-of.ts";
import type { Calendar } from "#src/market/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols.ts";
import { daysBetween, type Instant, type LocalDate } from "#src/core/clock.ts";

/**
 * Split-adjusted, over that of `session`; for the scorer alone, and the false headline.
 * @returns known ones by session
 * @throws VendorFailed, Cancelled
 */
export async function laterCloses(
  { vendors, now, signal }: { readonly vendors: VendorChain; readonly now: Instant; readonly signal: AbortSignal },
  {
    symbol,
    calendar,
    session,
  }: { readonly symbol: ParsedSymbol; readonly calendar: Calendar; readonly session: LocalDate },
  sessions: readonly LocalDate[],
): Promise<ReadonlyMap<LocalDate, number>> {
  const last = sessions
    .filter((date) => calendar.sessionClose(date) <= now)
    .toSorted()
    .at(-1);
  if (last === undefined) return new Map();
  const opening = await openMarket({ vendors, symbol, tradeDate: last, now, signal });
  if (!opening.ok) return new Map();
  const days = daysBetween(session, last) + 5;
  const { records } = await opening.market.adjustedBars(days);
  const closes = new Map(records.map(({ date, close }) => [date, close]));
  const start = closes.get(session);
  if (start === undefined) return new Map();
  return new Map(
    sessions.flatMap((date) => {
      const close = closes.get(date);
      return close === undefined || date > last ? [] : [[date, close / start] as const];
    }),
  );
}
