import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import { readPairs, rateAt, type Pairs, majorUnit } from "#src/market/currencies/rates.ts";
import { pairSymbol } from "#src/market/symbols/symbols.ts";
import type { RateAt } from "./lots.ts";
import type { HistoryTools } from "./portfolio-histories.ts";

/** Only amounts in the same currency add up without pairs. */
function ratesOf(pairs: Pairs): RateAt {
  return (currency, base, date) => {
    const found = rateAt(pairs, currency, base, date);
    return found.ok ? found.rate : null;
  };
}

/** A first day may be a holiday of the pair. */
const earlierDays = 10;

/**
 * Of each day from `since` to `until`, by the pairs' bars known when that last day ends in London: a day's close is
 * converted by the rate of its end.
 * @throws Cancelled
 */
export async function readRates(
  { vendorsOf, now, signal }: HistoryTools,
  currencies: readonly string[],
  base: string,
  { since, until }: { readonly since: LocalDate; readonly until: LocalDate },
): Promise<{ readonly rateAt: RateAt; readonly doubts: readonly string[] }> {
  const asOf = Math.min(now, Date.parse(addDays(until, 1)));
  const days = daysBetween(since, until) + earlierDays;
  const known = new Set(currencies.filter((one) => one !== "").map((one) => majorUnit(one).currency));
  const read = await Promise.all(
    [...known].map((currency) =>
      readPairs({ vendors: vendorsOf(pairSymbol(currency, base)), now, asOf, signal }, [currency], base, days),
    ),
  );
  return {
    rateAt: ratesOf(new Map(read.flatMap(({ pairs }) => [...pairs]))),
    doubts: [...new Set(read.flatMap(({ doubts }) => doubts))],
  };
}
