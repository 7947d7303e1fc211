import type { SeriesAttachedParameter, Time } from "lightweight-charts";
import type { Slot } from "#src/contract/chart-slots.ts";

/** The left edge of a place on a chart, in pixels; of the one behind the last, that one's right edge. */
export function leftOf(
  chart: SeriesAttachedParameter<Time>["chart"] | undefined,
  slots: readonly Slot[],
  place: number,
): number | null {
  const scale = chart?.timeScale();
  const slot = slots[place];
  const before = slots[place - 1];
  if (scale === undefined) return null;
  const half = scale.options().barSpacing / 2;
  const middle = slot === undefined ? null : scale.timeToCoordinate(slot.date);
  if (middle !== null) return middle - half;
  const last = before === undefined ? null : scale.timeToCoordinate(before.date);
  return last === null ? null : last + half;
}
