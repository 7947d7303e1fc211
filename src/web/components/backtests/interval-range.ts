import type { Interval } from "#src/contract/interval.ts";
import { span } from "#src/report/backtest-figures.ts";

/** `3.8% to 32.2%`, as all pages write an interval, or why there is none. */
export function intervalRange(interval: Interval | null, show: (value: number, more: number) => string): string {
  return span(interval, show).replace("…", "to");
}
