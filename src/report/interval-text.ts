import type { Interval } from "#src/contract/interval.ts";
import { counted, countText } from "#src/platform/number-text.ts";

type Given = Extract<Interval, { status: "given" }>;

/** Enough to tell any two ends apart. */
const mostDigits = 10;

/**
 * Never without width.
 * @param show a value with so many more digits
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
