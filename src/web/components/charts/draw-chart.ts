import {
  PriceScaleMode,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  HistogramSeries,
  LineSeries,
  type SeriesType,
} from "lightweight-charts";
import { asOfPlace, type Slot, type ChartIndicator, type IndicatorLine } from "#src/contract/chart.ts";
import { type ChartColours, toneOf, emptyBars, margins, priceScaleWidth, timeScaleHeight } from "./chart-look.ts";
import { chartLook, openChart } from "./open-chart.ts";
import { firstPlace, type ChartView } from "./chart-view.ts";
import { drawPrices, type Content } from "./draw-prices.ts";
import { ChartField } from "./chart-field.ts";

export interface ChartHandle {
  readonly show: (view: ChartView) => void;
  /** Puts the crosshair on a place; `null` takes it away. */
  readonly moveTo: (place: number | null) => void;
  readonly picture: () => HTMLCanvasElement;
  readonly remove: () => void;
}

/** Of the prices, when a pane below them is 1: the box grows by as much for each. */
const pricesStretch = 3.7;

/**
 * Draws into a box and follows its size and the theme.
 * @param onMove the place that the reader points at or touches; `null`: none
 */
export function drawChart(box: HTMLElement, content: Content, onMove: (place: number | null) => void): ChartHandle {
  const { data, slots } = content;
  const { chart, colours, follow, remove } = openChart(box, (now) => wholeLook(now, content));
  const prices = drawPrices(chart, content, colours);

  let view: ChartView | null = null;
  let indicators: IndicatorDrawing[] = [];
  const redraw = (): void => {
    for (const indicator of indicators) indicator.remove();
    const wanted = view?.indicators ?? [];
    const shown = data.indicators.filter(({ id }) => wanted.includes(id));
    indicators = drawIndicators(chart, { slots, asOf: data.asOf }, shown, colours());
    for (const [place, pane] of chart.panes().entries()) pane.setStretchFactor(place === 0 ? pricesStretch : 1);
  };
  const fit = (): void => {
    if (view === null) return;
    const hasLater = slots.at(-1)?.later === true;
    chart.timeScale().setVisibleLogicalRange({
      from: firstPlace(slots, view.range),
      to: hasLater ? slots.length : asOfPlace(slots) + emptyBars,
    });
  };
  const crosshair = holdCrosshair(chart, content, prices.candles, onMove);
  follow({
    fit,
    recolour() {
      prices.recolour();
      redraw();
    },
  });

  return {
    show(next) {
      const before = view;
      view = next;
      if (before?.indicators !== next.indicators) redraw();
      if (before?.log !== next.log)
        prices.candles
          .priceScale()
          .applyOptions({ mode: next.log ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal });
      if (before?.range !== next.range) fit();
      // Behind the library's own drawing in this frame: a crosshair keeps its pixel, and the scales have moved.
      requestAnimationFrame(crosshair.restore);
    },
    moveTo: crosshair.moveTo,
    picture: () => chart.takeScreenshot(true, false),
    remove() {
      crosshair.release();
      remove();
    },
  };
}

function wholeLook(colours: ChartColours, { data: { bars } }: Content) {
  const { rightPriceScale, timeScale, layout, ...rest } = chartLook(colours);
  return {
    ...rest,
    layout: { ...layout, panes: { separatorColor: colours.line, enableResize: false } },
    rightPriceScale: { ...rightPriceScale, minimumWidth: priceScaleWidth(bars), scaleMargins: margins },
    timeScale: { ...timeScale, rightOffset: emptyBars, minimumHeight: timeScaleHeight, minBarSpacing: 0.2 },
  } as const;
}

interface HeldCrosshair {
  /** Puts it on a place; `null` takes it away. */
  readonly moveTo: (place: number | null) => void;
  /** Puts it where it was put last, unless the reader has pointed somewhere since. */
  readonly restore: () => void;
  readonly release: () => void;
}

/** The crosshair of a chart of prices. @param onMove the place that the reader points at or touches; `null`: none */
function holdCrosshair(
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

interface IndicatorDrawing {
  readonly remove: () => void;
}

/**
 * Draws those over the price into its pane, and each of the others into one of its own below, through which the as-of
 * line goes on.
 */
function drawIndicators(
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
