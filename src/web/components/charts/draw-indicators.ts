import { HistogramSeries, LineSeries, type IChartApi, type ISeriesApi, type SeriesType } from "lightweight-charts";
import type { ChartIndicator, IndicatorLine } from "#src/contract/chart.ts";
import type { Slot } from "#src/contract/chart-slots.ts";
import type { ChartColours } from "./chart-colours.ts";
import { ChartField } from "./chart-field.ts";
import { toneOf } from "./chart-look.ts";

export interface IndicatorDrawing {
  readonly remove: () => void;
}

/**
 * Draws those over the price into its pane, and each of the others into one of its own below, through which the as-of
 * line goes on.
 */
export function drawIndicators(
  chart: IChartApi,
  { slots, asOf }: { readonly slots: readonly Slot[]; readonly asOf: string },
  shown: readonly ChartIndicator[],
  colours: ChartColours,
): IndicatorDrawing[] {
  let panes = 0;
  const drawings = shown.map(({ id, pane, lines }, place) => {
    if (pane === "own") panes += 1;
    const colour = colours[toneOf(place).colour];
    const drawn = lines.map((line) => drawLine(chart, slots, line, colour, colours, pane === "own" ? panes : 0, id));
    if (pane === "own") drawn[0]?.attachPrimitive(new ChartField({ slots, asOf, marks: [] }, () => colours, "lower"));
    return drawn;
  });
  return drawings.flat().map((series) => ({ remove: () => chart.removeSeries(series) }));
}

const guides: Readonly<Record<string, readonly number[]>> = { rsi_14: [30, 70], mfi_14: [20, 80], macd: [0] };

function drawLine(
  chart: IChartApi,
  slots: readonly Slot[],
  { look, values }: IndicatorLine,
  colour: string,
  { muted, line }: ChartColours,
  pane: number,
  id: string,
): ISeriesApi<SeriesType> {
  const plain = { lastValueVisible: false, priceLineVisible: false } as const;
  const points = slots.map(({ date, index }) => {
    const value = index === null ? null : (values[index] ?? null);
    return value === null ? { time: date } : { time: date, value };
  });
  if (look === "bars") {
    const bars = chart.addSeries(HistogramSeries, { ...plain, color: line }, pane);
    bars.setData(points);
    return bars;
  }
  const series = chart.addSeries(
    LineSeries,
    {
      ...plain,
      color: look === "faint" ? muted : colour,
      lineWidth: look === "faint" ? 1 : 2,
      crosshairMarkerRadius: 3,
    },
    pane,
  );
  series.setData(points);
  if (pane > 0 && look === "line")
    for (const price of guides[id] ?? [])
      series.createPriceLine({ price, color: line, lineWidth: 1, axisLabelVisible: false });
  return series;
}
