import { calendarByName } from "#src/market/calendar/calendar.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { toIso, type Instant, type LocalDate } from "#src/core/clock.ts";

/** Today's date where the symbol trades. */
export function todayWhere(ticker: string, now: Instant): LocalDate {
  const parsed = parseSymbol(ticker);
  const calendar = parsed.ok ? calendarByName(parsed.symbol.calendar) : null;
  return calendar === null ? toIso(now).slice(0, 10) : calendar.dateAt(now);
}
