import type { LocalDate } from "#src/core/clock.ts";
import type { Action, Prices } from "../door/adjust.ts";
import { withoutDividends } from "./jumps.ts";
import { usualDays } from "./usual-days.ts";

/** What the prices show about a split that a source names. */
export interface NamedSplit {
  readonly split: Action;
  /** `moved`: on another day; `absent`: nowhere; `inverse`: the other way. */
  readonly shows: "named" | "moved" | "absent" | "inverse";
  /** The first session with prices after it. */
  readonly date: LocalDate;
}

/** Smaller splits cannot be told from a day's move and are taken as named. */
const smallest = Math.log(1.2);
const nights = 5;
const sessionsAround = 5;

/** @param bars ascending, as traded; a split outside of them is not judged */
export function namedSplits(bars: readonly Prices[], actions: readonly Action[]): NamedSplit[] {
  return actions
    .filter(({ action }) => action === "split")
    .flatMap((split) => {
      const index = bars.findIndex(({ date }) => date >= split.exDate);
      return index < 1 ? [] : (judged(bars, index, split, actions) ?? []);
    });
}

function judged(bars: readonly Prices[], index: number, split: Action, actions: readonly Action[]): NamedSplit | null {
  const move = moveAt(bars, index, actions);
  const bar = bars[index];
  if (move === null || bar === undefined) return null;
  const size = Math.log(split.value);
  const [shown, absent, inverse] = [Math.abs(move + size), Math.abs(move), Math.abs(move - size)];
  const isSmall = Math.abs(size) < Math.max(smallest, nights * usualDays(bars, index).night);
  if (isSmall || shown <= Math.min(absent, inverse)) return { split, shows: "named", date: bar.date };
  const near = Array.from({ length: 2 * sessionsAround + 1 }, (_, step) => index - sessionsAround + step).flatMap(
    (at) => {
      const off = Math.abs((moveAt(bars, at, actions) ?? Infinity) + size);
      return off <= Math.min(0.15, Math.abs(size) / 3) ? [{ at, off }] : [];
    },
  );
  const [best] = near.toSorted((a, b) => a.off - b.off);
  const day = best === undefined ? undefined : bars[best.at];
  if (day !== undefined && absent <= inverse) return { split, shows: "moved", date: day.date };
  return { split, shows: inverse < absent ? "inverse" : "absent", date: bar.date };
}

/** Logarithm of a bar's middle over the close before. */
function moveAt(bars: readonly Prices[], index: number, actions: readonly Action[]): number | null {
  const bar = bars[index];
  const before = bars[index - 1];
  return bar === undefined || before === undefined
    ? null
    : Math.log(Math.sqrt(bar.open * bar.close) / withoutDividends(before, bar, actions));
}
