import type { LocalDate } from "#src/platform/clock.ts";
import type { Prices } from "../adjust.ts";
import { namedSplits } from "../series/named-splits.ts";
import { splitText } from "../series/ratio-text.ts";

export interface PriceAction {
  readonly exDate: LocalDate;
  readonly kind: "split" | "dividend";
  /** New shares for one old, or cash a share. */
  readonly value: number;
}

export type Restored =
  | {
      readonly ok: true;
      readonly bars: Prices[];
      readonly actions: readonly PriceAction[];
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Prices as they were traded. Many sources give them adjusted for the splits since: then a known split does not show
 * in the closes, and prices, volumes and dividends before it are set back.
 * @param bars ascending
 */
export function onTradedBasis(bars: readonly Prices[], actions: readonly PriceAction[]): Restored {
  const splits = actions.filter(({ kind }) => kind === "split");
  const seen = namedSplits(
    bars,
    actions.map(({ kind, ...rest }) => ({ ...rest, action: kind })),
  ).map(({ split, shows }) => ({ split, shows: shows !== "absent" }));
  const hidden = seen.filter(({ shows }) => !shows);
  const [shown, missed] = [seen.find(({ shows }) => shows), hidden[0]];
  if (shown !== undefined && missed !== undefined)
    return {
      ok: false,
      reason: `shows the ${named(shown.split)} in its closes, but not the ${named(missed.split)}: either all prices before a split are adjusted for it, or none`,
    };
  if (missed === undefined) return { ok: true, bars: bars.map(plainBar), actions, notes: [] };
  const factorAt = (date: string): number =>
    splits.reduce((factor, { exDate, value }) => (exDate > date ? factor * value : factor), 1);
  return {
    ok: true,
    bars: bars.map((bar) => scaled(bar, factorAt(bar.date))),
    actions: actions.map((each) =>
      each.kind === "dividend" ? { ...each, value: exact(each.value * factorAt(each.exDate)) } : each,
    ),
    notes: [
      `Prices were adjusted for the ${hidden.map(({ split }) => named(split)).join(", ")}; they were set back to those traded.`,
    ],
  };
}

function named({ exDate, value }: Pick<PriceAction, "exDate" | "value">): string {
  return `${splitText(value)} of ${exDate}`;
}

function plainBar({ date, open, high, low, close, volume }: Prices): Prices {
  return { date, open, high, low, close, volume };
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
