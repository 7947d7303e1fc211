import type { IChartApi, ISeriesApi, MouseEventParams } from "lightweight-charts";
import type { Content } from "./draw-prices.ts";

interface HeldCrosshair {
  /** Puts it on a place; `null` takes it away. */
  readonly moveTo: (place: number | null) => void;
  /** Puts it where it was put last, unless the reader has pointed somewhere since. */
  readonly restore: () => void;
  readonly release: () => void;
}

/** The crosshair of a chart of prices. @param onMove the place that the reader points at or touches; `null`: none */
export function holdCrosshair(
  chart: IChartApi,
  { data, slots }: Content,
  candles: ISeriesApi<"Candlestick">,
  onMove: (place: number | null) => void,
): HeldCrosshair {
  const places = new Map(slots.map(({ date }, place) => [date, place]));
  let held: number | null = null;
  const moveTo = (place: number | null): void => {
    held = place;
    const slot = place === null ? undefined : slots[place];
    if (slot === undefined) chart.clearCrosshairPosition();
    else chart.setCrosshairPosition(slot.bar?.close ?? data.bars.at(-1)?.close ?? 0, slot.date, candles);
  };
  const moved = ({ time, point, sourceEvent }: MouseEventParams): void => {
    if (sourceEvent !== undefined) held = null;
    onMove(point === undefined || typeof time !== "string" ? null : (places.get(time) ?? null));
  };
  chart.subscribeCrosshairMove(moved);
  // A tap moves no crosshair by itself.
  chart.subscribeClick((at) => {
    const place = typeof at.time === "string" ? (places.get(at.time) ?? null) : null;
    if (place !== null) moveTo(place);
    moved(at);
  });
  return {
    moveTo,
    restore() {
      if (held !== null) moveTo(held);
    },
    release() {
      held = null;
    },
  };
}
