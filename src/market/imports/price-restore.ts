import type { LocalDate } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Prices } from "../adjust.ts";
import { splitText } from "../price-basis.ts";

export interface PriceAction {
  readonly exDate: LocalDate;
  readonly kind: "split" | "dividend";
  /** New shares for one old, or cash a share. */
  readonly value: number;
}

interface Restored {
  readonly bars: readonly Prices[];
  readonly actions: readonly PriceAction[];
  readonly notes: readonly string[];
}

/** Smaller ones cannot be told from a day's move. */
const visible = 1.5;

/**
 * Prices as they were traded. Many sources give them adjusted for the splits since: then a known split does not show
 * in the closes, and prices, volumes and dividends before it are set back.
 * @param bars ascending
 * @throws InvalidInput for prices that are adjusted for one split and not for another
 */
export function onTradedBasis(bars: readonly Prices[], actions: readonly PriceAction[]): Restored {
  const splits = actions.filter(({ kind }) => kind === "split");
  const shown = splits.filter((split) => showsIn(bars, split) === true);
  const hidden = splits.filter((split) => showsIn(bars, split) === false);
  if (shown[0] !== undefined && hidden[0] !== undefined)
    throw new InvalidInput(
      `the file shows the ${named(shown[0])} in its closes, but not the ${named(hidden[0])}: either all prices before a split are adjusted for it, or none`,
    );
  if (hidden.length === 0) return { bars: bars.map((bar) => scaled(bar, 1)), actions, notes: [] };
  const factorAt = (date: string): number =>
    splits.reduce((factor, { exDate, value }) => (exDate > date ? factor * value : factor), 1);
  return {
    bars: bars.map((bar) => scaled(bar, factorAt(bar.date))),
    actions: actions.map((each) =>
      each.kind === "dividend" ? { ...each, value: exact(each.value * factorAt(each.exDate)) } : each,
    ),
    notes: [`Prices were adjusted for the ${hidden.map(named).join(", ")}; they were set back to those traded.`],
  };
}

function named({ exDate, value }: PriceAction): string {
  return `${splitText(value)} of ${exDate}`;
}

/** Whether the close moved as a split moves it; `null` where that cannot be told. */
function showsIn(bars: readonly Prices[], { exDate, value }: PriceAction): boolean | null {
  const index = bars.findIndex(({ date }) => date >= exDate);
  const [before, after] = [bars[index - 1], bars[index]];
  if (before === undefined || after === undefined || Math.max(value, 1 / value) < visible) return null;
  const move = after.close / before.close;
  return Math.abs(Math.log(move * value)) < Math.abs(Math.log(move));
}

function scaled({ date, open, high, low, close, volume }: Prices, factor: number): Prices {
  return {
    date,
    open: exact(open * factor),
    high: exact(high * factor),
    low: exact(low * factor),
    close: exact(close * factor),
    volume: volume === null ? null : exact(volume / factor),
  };
}

/** Without the last digits that a product of fractions adds. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
