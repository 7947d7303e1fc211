import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { addDays } from "#src/core/clock.ts";
import type { BacktestPlan } from "./thread-messages.ts";

/**
 * Up to the day before the first incomplete date, so no symbol is judged by what was not asked.
 * @returns `null` when nothing is left
 */
export function wholeDates(
  { settings, work }: BacktestPlan,
  decisions: readonly BacktestDecision[],
): { readonly settings: BacktestSettings; readonly decisions: BacktestDecision[] } | null {
  const decided = new Set(decisions.map(({ symbol, session }) => `${symbol} ${session}`));
  const missing = work.flatMap(({ symbol, sessions }) =>
    sessions.filter((session) => !decided.has(`${symbol} ${session}`)),
  );
  const until = missing.toSorted()[0];
  if (until === undefined) return { settings, decisions: [...decisions] };
  const kept = decisions.filter(({ session }) => session < until);
  const symbols = settings.symbols.filter((symbol) => kept.some((one) => one.symbol === symbol));
  if (symbols.length === 0) return null;
  return { settings: { ...settings, symbols, to: addDays(until, -1) }, decisions: kept };
}
