import {
  CandlestickSeries,
  HistogramSeries,
  LineStyle,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesPrimitive,
  type SeriesAttachedParameter,
  type Time,
} from "lightweight-charts";
import type { Levels } from "#src/contract/run/run.ts";
import type { ChartData, ChartTrack, Slot } from "#src/contract/chart.ts";
import { namedLevels, type LevelName, type LevelOutcome } from "#src/contract/backtests/levels.ts";
import { type ChartColours, precisionOf, volumeShare, leftOf } from "./chart-look.ts";
import { ChartField } from "./chart-field.ts";
import { marksAt } from "./chart-view.ts";
import { bandBox, outcomeLooks, ratingBands, ratingLooks, ratingMarks, signRadius } from "./rating-bands.ts";

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

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];
type Context = Parameters<Parameters<Target["useMediaCoordinateSpace"]>[0]>[0]["context"];

/** Bands of ratings along the bottom, and the first track's opinions on the price. The sketch draws the same. */
class ChartRatings implements ISeriesPrimitive<Time> {
  #on: SeriesAttachedParameter<Time> | null = null;
  readonly #tracks: readonly ChartTrack[];
  readonly #slots: readonly Slot[];
  readonly #colours: () => ChartColours;

  constructor(tracks: readonly ChartTrack[], slots: readonly Slot[], colours: () => ChartColours) {
    this.#tracks = tracks;
    this.#slots = slots;
    this.#colours = colours;
  }

  attached(on: SeriesAttachedParameter<Time>): void {
    this.#on = on;
  }

  detached(): void {
    this.#on = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      {
        // Over the grid, as the sketch has it.
        zOrder: () => "normal",
        renderer: () => ({
          draw: (target: Target) =>
            target.useMediaCoordinateSpace(({ context, mediaSize }) => this.#drawBands(context, mediaSize.height)),
        }),
      },
      {
        zOrder: () => "top",
        renderer: () => ({
          draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => this.#drawMarks(context)),
        }),
      },
    ];
  }

  #drawBands(context: Context, paneHeight: number): void {
    const colours = this.#colours();
    for (const [row, track] of this.#tracks.entries()) {
      const box = bandBox(row, this.#tracks.length);
      const [top, height] = [box.top * paneHeight, box.height * paneHeight];
      for (const { from, to, rating } of ratingBands(track, this.#slots)) {
        const edges = [from, to].map((place) => leftOf(this.#on?.chart, this.#slots, place));
        // On whole pixels: no light comes through between two of one colour.
        const [left = null, right = null] = edges.map((edge) => (edge === null ? null : Math.round(edge)));
        if (left === null || right === null) continue;
        const { colour, alpha } = ratingLooks[rating];
        if (rating === "REVIEW") hatch(context, { left, top, width: right - left, height }, colours[colour]);
        else {
          context.globalAlpha = alpha;
          context.fillStyle = colours[colour];
          context.fillRect(left, top, right - left, height);
          context.globalAlpha = 1;
        }
      }
    }
  }

  #drawMarks(context: Context): void {
    const on = this.#on;
    if (on === null) return;
    const colours = this.#colours();
    for (const { place, price, outcome } of ratingMarks(this.#tracks[0], this.#slots)) {
      const x = on.chart.timeScale().timeToCoordinate(this.#slots[place]?.date ?? "");
      const y = on.series.priceToCoordinate(price);
      const { shape, colour } = outcomeLooks[outcome];
      if (x !== null && y !== null) drawSign(context, shape, x, y, colours[colour], colours.surface);
    }
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function hatch(context: Context, { left, top, width, height }: Box, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.55;
  context.lineWidth = 2;
  context.beginPath();
  for (let x = left - height; x < left + width; x += 7) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

type Shape = (typeof outcomeLooks)[keyof typeof outcomeLooks]["shape"];

function drawSign(context: Context, shape: Shape, x: number, y: number, colour: string, ground: string): void {
  const path = (): void => {
    context.beginPath();
    if (shape !== "cross")
      return void context.arc(x, y, shape === "dot" ? signRadius * 0.7 : signRadius, 0, 2 * Math.PI);
    const arm = signRadius * 0.85;
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
  };
  path();
  // A rim of the ground's colour, so that it stands out on a candle of its own.
  context.strokeStyle = ground;
  context.lineWidth = 5;
  context.stroke();
  context.fillStyle = shape === "ring" ? ground : colour;
  if (shape !== "cross") context.fill();
  context.strokeStyle = colour;
  context.lineWidth = shape === "cross" ? 2.5 : 1.5;
  if (shape !== "dot") context.stroke();
}
