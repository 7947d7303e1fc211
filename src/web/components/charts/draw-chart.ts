import { PriceScaleMode, type IChartApi, type ISeriesApi, type MouseEventParams } from "lightweight-charts";
import { asOfPlace } from "#src/contract/chart-slots.ts";
import type { ChartColours } from "./chart-colours.ts";
import { chartLook, openChart } from "./chart-look.ts";
import { firstPlace, type ChartView } from "./chart-view.ts";
import { drawIndicators, type IndicatorDrawing } from "./draw-indicators.ts";
import { drawPrices, type Content } from "./draw-prices.ts";
import { emptyBars, margins, priceScaleWidth, timeScaleHeight } from "./price-scale.ts";

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
  const { chart, colours, follow, remove } = openChart(box, (now) => look(now, content));
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

function look(colours: ChartColours, { data: { bars } }: Content) {
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
