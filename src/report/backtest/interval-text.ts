import type { Interval } from "#src/contract/backtests/interval.ts";
import { counted, countText } from "#src/core/text/number-text.ts";

type Given = Extract<Interval, { status: "given" }>;

/** With so many more digits any two ends differ that an interval may have. */
const mostDigits = 10;

/**
 * Both ends of an interval, with as many more digits as it takes to tell them apart: an interval is never shown as if
 * it had no width.
 * @param show a value with so many digits more than usual
 */
export function endsOf({ low, high }: Given, show: (value: number, more: number) => string): readonly [string, string] {
  let more = 0;
  while (more < mostDigits && show(low, more) === show(high, more)) more += 1;
  return [show(low, more), show(high, more)];
}

/** How many independent outcomes an interval rests on; below ten with a decimal. */
export function effectiveText({ effective }: Given): string {
  return effective < 9.95 ? effective.toFixed(1) : countText(effective);
}

/** Why there is no interval, in a few words. */
export function missingText(interval: Exclude<Interval, Given>): string {
  switch (interval.status) {
    case "too_few": {
      const { missing_outcomes: outcomes, missing_blocks: blocks } = interval;
      const parts = [
        outcomes === 0 ? null : counted(outcomes, "more outcome"),
        blocks === 0 ? null : counted(blocks, "more block"),
      ];
      return `needs ${parts.filter((part) => part !== null).join(", ")}`;
    }
    case "no_spread":
      return "all values equal";
    case "withdrawn":
      return "withdrawn";
  }
}
