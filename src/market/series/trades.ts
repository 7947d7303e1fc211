import type { Prices } from "../door/adjust.ts";
import type { SeriesFinding } from "./finding.ts";

/** Two weeks without a trade have no momentum. */
const fewestTradeless = 10;

/** Sessions up to the last with a still price and no known trade. */
export function tradelessSince(bars: readonly Prices[]): SeriesFinding | null {
  const still = stillSessions(bars).at(-1) ?? [];
  const [first] = still;
  const last = still.at(-1);
  if (first === undefined || last === undefined || last !== bars.at(-1)) return null;
  return {
    kind: "no trade",
    from: first.date,
    to: last.date,
    ratio: null,
    reason: `no trade in the last ${still.length} sessions, since ${first.date}: the price stands still at ${last.close}`,
  };
}

/** The same, where trade went on later. */
export function halts(bars: readonly Prices[]): SeriesFinding[] {
  return stillSessions(bars).flatMap((still) => {
    const [first] = still;
    const last = still.at(-1);
    if (first === undefined || last === undefined || last === bars.at(-1)) return [];
    const reason = `no trade in ${still.length} sessions, from ${first.date} to ${last.date}`;
    return [{ kind: "halt", from: first.date, to: last.date, ratio: null, reason }];
  });
}

/** Stretches of two weeks or more at one price. */
function stillSessions(bars: readonly Prices[]): Prices[][] {
  const found: Prices[][] = [];
  let open: Prices[] = [];
  for (const bar of bars) {
    const isStill = bar.high === bar.low && (bar.volume === null || bar.volume === 0);
    if (isStill && open[0]?.close === bar.close) open.push(bar);
    else {
      open = isStill ? [bar] : [];
      if (isStill) found.push(open);
    }
  }
  return found.filter(({ length }) => length >= fewestTradeless);
}
