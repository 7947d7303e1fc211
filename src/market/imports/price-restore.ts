import type { LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type Prices, splitText } from "../series/corporate-actions.ts";
import { namedSplits } from "../series/jumps.ts";

export interface PriceAction {
  readonly exDate: LocalDate;
  readonly kind: "split" | "dividend";
  /** New shares per old one, or cash per share. */
  readonly value: number;
}

interface Restored {
  readonly bars: readonly Prices[];
  readonly actions: readonly PriceAction[];
  readonly notes: readonly string[];
}

/**
 * Sets prices back to those traded: where a known split does not show in the closes, they are adjusted for it.
 * @param bars ascending
 * @throws InvalidInput for prices adjusted for one split and not for another
 */
export function onTradedBasis(bars: readonly Prices[], actions: readonly PriceAction[]): Restored {
  const splits = actions.filter(({ kind }) => kind === "split");
  const seen = namedSplits(
    bars,
    actions.map(({ kind, ...rest }) => ({ ...rest, action: kind })),
  );
  const shown = seen.find(({ shows }) => shows !== "absent");
  const hidden = seen.filter(({ shows }) => shows === "absent").map(({ split }) => split);
  if (shown !== undefined && hidden[0] !== undefined)
    throw new InvalidInput(
      `the file shows the ${named(shown.split)} in its closes, but not the ${named(hidden[0])}: either all prices before a split are adjusted for it, or none`,
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

function named({ exDate, value }: Pick<PriceAction, "exDate" | "value">): string {
  return `${splitText(value)} of ${exDate}`;
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

/** Without the last digits that multiplying fractions adds. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
