import type { LocalDate } from "#src/core/clock.ts";
import type { Prices } from "../adjust.ts";

/** Bars in another unit than those around them: pence for pounds. */
export interface Slip {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Their factor against the neighbours' prices: 0.01, 10. */
  readonly factor: number;
  /** False where the series ends before prices come back. */
  readonly isOver: boolean;
}

/** A longer stretch is a new level, not a slip. */
export const longest = 20;
/** Logarithm: the move allowed beside the power of ten. */
const tolerance = 0.3;
const mostPowers = 6;

/**
 * Stretches at a power of ten that come back, and a last bar partly so.
 * @param bars ascending, as traded
 */
export function slips(bars: readonly Prices[]): Slip[] {
  const found: Slip[] = [];
  let level = bars[0]?.close ?? 0;
  for (let index = 0; index < bars.length; index += 1) {
    const bar = bars[index];
    if (bar === undefined) break;
    const power = powerOf(bar, level);
    if (power !== null) {
      const back = comesBack(bars, index, level);
      const last = bars[back === null ? bars.length - 1 : back - 1];
      if (back !== null || (index === bars.length - 1 && isMixed(bar, level))) {
        found.push({ from: bar.date, to: last?.date ?? bar.date, factor: 10 ** power, isOver: back !== null });
        index = (back ?? bars.length) - 1;
        continue;
      }
    }
    level = bar.close;
  }
  return found;
}

/** The largest power of ten a price is off by, else `null`. */
function powerOf(bar: Prices, level: number): number | null {
  const powers = powersOf(bar, level);
  const most = powers.reduce<number>(
    (large, power) => (Math.abs(power ?? 0) > Math.abs(large) ? (power ?? 0) : large),
    0,
  );
  return most === 0 || powers.includes(null) ? null : most;
}

/** `null` for a price that no power of ten explains. */
function powersOf({ open, high, low, close }: Prices, level: number): (number | null)[] {
  return [open, high, low, close].map((price) => {
    const off = Math.log10(price / level);
    const power = Math.round(off);
    return Math.abs(off - power) * Math.LN10 <= tolerance && Math.abs(power) <= mostPowers ? power : null;
  });
}

function isMixed(bar: Prices, level: number): boolean {
  return new Set(powersOf(bar, level)).size > 1;
}

/** The first later bar that is wholly near the level again. */
function comesBack(bars: readonly Prices[], index: number, level: number): number | null {
  for (let at = index + 1; at <= index + longest; at += 1) {
    const bar = bars[at];
    if (bar === undefined) return null;
    if (powersOf(bar, level).every((power) => power === 0)) return at;
  }
  return null;
}
