import type { ListInstrument, Schedule } from "#src/contract/signals/signals.ts";
import type { Instant } from "#src/core/clock.ts";
import { firesAfter } from "#src/core/operation/cron.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";

export interface NextRun {
  readonly at: Instant;
  readonly symbols: readonly string[];
}

/** Soonest first; exchanges run `delayMs` after a close, coins at once. */
export function nextRuns(
  environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">,
  { schedule, instruments }: { readonly schedule: Schedule; readonly instruments: readonly ListInstrument[] },
  now: Instant,
  count: number,
): NextRun[] {
  if (schedule.kind === "cron") {
    const symbols = instruments.map(({ symbol }) => symbol);
    return firesAfter(schedule.cron, schedule.zone, now, count).map((at) => ({ at, symbols }));
  }
  const runs = instruments.flatMap(({ symbol, asset_type: type }) => {
    const delay = type === "crypto" ? 0 : environment.runDelayMs;
    return environment.closes(symbol, type, now - delay, count).map((close) => ({ symbol, at: close + delay }));
  });
  return [...Map.groupBy(runs, ({ at }) => at)]
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([at, own]) => ({ at, symbols: own.map(({ symbol }) => symbol) }));
}
