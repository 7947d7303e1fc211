import type { Horizon, Mark, Signal } from "#src/contract/signals/signals.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import { shareInterval } from "#src/core/figures/interval.ts";
import type { Outcome } from "#src/core/figures/overlapping-outcomes.ts";

export interface Marked {
  readonly signal: Signal;
  readonly marks: readonly Mark[];
}

export interface Settled {
  readonly signal: Signal;
  readonly mark: Mark;
}

export function settledAt(signals: readonly Marked[], horizon: Horizon): Settled[] {
  return signals.flatMap(({ signal, marks }) => {
    const mark = marks.find((one) => one.horizon === horizon && one.status === "settled");
    return mark === undefined ? [] : [{ signal, mark }];
  });
}

/** Sessions by their place among all that any instrument of a record had. */
export type Places = ReadonlyMap<string, number>;

export function placesOf(days: readonly { readonly session: string }[]): Places {
  return new Map([...new Set(days.map(({ session }) => session))].toSorted().map((session, index) => [session, index]));
}

export function outcomesOf(
  settled: readonly Settled[],
  valueOf: (mark: Mark) => number | null,
  places: Places,
): Outcome[] {
  return settled.flatMap(({ mark }) => {
    const from = places.get(mark.entry_session ?? "");
    const through = places.get(mark.exit_session ?? "");
    const value = valueOf(mark);
    return from === undefined || through === undefined || value === null ? [] : [{ from, through, value }];
  });
}

export function hitOf({ hit }: Mark): number | null {
  return hit === null ? null : hit ? 1 : 0;
}

/** Hold has no direction and does not count. */
export function hitSummary(signals: readonly Marked[], horizon: Horizon, places: Places): HitSummary {
  const directed = settledAt(signals, horizon).filter(({ mark }) => mark.hit !== null);
  return {
    horizon,
    settled: directed.length,
    hits: directed.filter(({ mark }) => mark.hit === true).length,
    interval: shareInterval(outcomesOf(directed, hitOf, places)),
  };
}
