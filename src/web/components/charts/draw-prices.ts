import {
  CandlestickSeries,
  HistogramSeries,
  LineStyle,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
} from "lightweight-charts";
import type { Levels } from "#src/contract/run.ts";
import type { ChartData } from "#src/contract/chart.ts";
import type { Slot } from "#src/contract/chart-slots.ts";
import { namedLevels, type LevelName, type LevelOutcome } from "#src/contract/level-outcomes.ts";
import type { ChartColours } from "./chart-colours.ts";
import { ChartField } from "./chart-field.ts";
import { ChartRatings } from "./chart-ratings.ts";
import { marksAt } from "./chart-view.ts";
import { precisionOf, volumeShare } from "./price-scale.ts";

export interface Content {
  readonly data: ChartData;
  /** With those after the as-of date, or without. */
  readonly slots: readonly Slot[];
  readonly outcomes: readonly LevelOutcome[];
}

interface PricesDrawing {
  readonly candles: ISeriesApi<"Candlestick">;
  /** After a change of theme. */
  readonly recolour: () => void;
}

/** Candles with what lies behind them, volume, and the levels as lines. */
export function drawPrices(
  chart: IChartApi,
  { data, slots, outcomes }: Content,
  colours: () => ChartColours,
): PricesDrawing {
  const { bars, levels } = data;
  const candles = chart.addSeries(CandlestickSeries, {
    ...candleLook(colours(), bars),
    // Levels far from the price are in the picture too.
    autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => withLevels(usual(), levels),
  });
  candles.setData(
    slots.map(({ date, bar }) =>
      bar === null ? { time: date } : { time: date, open: bar.open, high: bar.high, low: bar.low, close: bar.close },
    ),
  );
  const marks = slots.flatMap((_, place) => marksAt(slots, data.marks, place).map((mark) => ({ place, mark })));
  candles.attachPrimitive(new ChartField({ slots, asOf: data.asOf, marks }, colours));
  if (data.tracks.length > 0) candles.attachPrimitive(new ChartRatings(data.tracks, slots, colours));
  const lines = namedLevels(levels).map(({ name, price }) => ({
    name,
    line: candles.createPriceLine({
      price,
      title: levelTitle(name, outcomes),
      color: colours()[levelTones[name]],
      lineWidth: 2,
      lineStyle: LineStyle.Dashed,
    }),
  }));
  const volume = drawVolume(chart, slots, colours());
  return {
    candles,
    recolour() {
      candles.applyOptions(candleLook(colours(), bars));
      volume.setData(volumeBars(slots, colours()));
      for (const { name, line } of lines) line.applyOptions({ color: colours()[levelTones[name]] });
    },
  };
}

function candleLook({ positive, negative }: ChartColours, bars: ChartData["bars"]) {
  const precision = precisionOf(bars);
  return {
    upColor: positive,
    downColor: negative,
    wickUpColor: positive,
    wickDownColor: negative,
    borderVisible: false,
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: "price", precision, minMove: 10 ** -precision },
  } as const;
}

function drawVolume(chart: IChartApi, slots: readonly Slot[], colours: ChartColours): ISeriesApi<"Histogram"> {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 1 - volumeShare, bottom: 0 } });
  volume.setData(volumeBars(slots, colours));
  return volume;
}

function volumeBars(slots: readonly Slot[], { line }: ChartColours) {
  return slots.flatMap(({ date, bar }) =>
    bar?.volume == null ? [] : [{ time: date, value: bar.volume, color: line }],
  );
}

function withLevels(usual: AutoscaleInfo | null, levels: Levels | null): AutoscaleInfo | null {
  const range = usual?.priceRange ?? null;
  if (usual === null || range === null) return usual;
  const prices = namedLevels(levels).map(({ price }) => price);
  return {
    ...usual,
    priceRange: {
      minValue: Math.min(range.minValue, ...prices),
      maxValue: Math.max(range.maxValue, ...prices),
    },
  };
}

const levelTones = { entry: "ink", stop: "negative", target: "positive" } as const satisfies Record<
  LevelName,
  keyof ChartColours
>;

function levelTitle(name: LevelName, outcomes: readonly LevelOutcome[]): string {
  const outcome = outcomes.find((one) => one.name === name);
  if (outcome === undefined) return name;
  return outcome.reached === null ? `${name} not reached` : `${name} reached`;
}
