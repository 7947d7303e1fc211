import {
  CandlestickSeries,
  createChart,
  LineStyle,
  type AutoscaleInfo,
  type IPriceLine,
  type ISeriesApi,
} from "lightweight-charts";
import type { ChartBar, Levels } from "#src/contract/run.ts";
import { AsOfLine } from "./as-of-line.ts";
import { chartColours, onThemeChange, type ChartColours } from "./chart-colours.ts";
import { chartLook } from "./chart-look.ts";
import {
  emptyBars,
  levelNames,
  margins,
  namedLevels,
  precisionOf,
  priceScaleWidth,
  sessionsShown,
  timeScaleHeight,
} from "./price-scale.ts";

interface Drawing {
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  readonly asOf: string;
}

/** Draws into a box and follows its size and the theme. @returns how to take it away */
export function drawChart(place: HTMLElement, { bars, levels, asOf }: Drawing): () => void {
  let colours = chartColours();
  const chart = createChart(place, { autoSize: true, ...priceChartLook(colours, bars) });
  chart.timeScale().applyOptions({ barSpacing: spacing(bars, place.clientWidth) });
  const series = chart.addSeries(CandlestickSeries, {
    ...seriesLook(colours, bars),
    // Levels far from the price are in the picture too.
    autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => withLevels(usual(), levels),
  });
  series.setData(bars.map(({ date, open, high, low, close }) => ({ time: date, open, high, low, close })));
  series.attachPrimitive(
    new AsOfLine(asOf, bars.at(-1)?.date ?? asOf, () => ({
      line: colours.accent,
      unknown: colours.sunken,
      text: colours.accent,
    })),
  );
  const lines = levelLines(series, levels, colours);
  const stopListening = onThemeChange(() => {
    colours = chartColours();
    chart.applyOptions(priceChartLook(colours, bars));
    series.applyOptions(seriesLook(colours, bars));
    for (const [index, line] of lines.entries()) line.applyOptions({ color: levelColour(lines[index], colours) });
  });
  return () => {
    stopListening();
    chart.remove();
  };
}

/** Such that the last months fill the box, with the empty field behind them. */
function spacing(bars: readonly ChartBar[], width: number): number {
  const shown = Math.min(bars.length, width < 500 ? sessionsShown.narrow : sessionsShown.wide);
  return Math.max(2, width - priceScaleWidth(bars)) / (shown + emptyBars);
}

function priceChartLook(colours: ChartColours, bars: readonly ChartBar[]) {
  const { rightPriceScale, timeScale, ...look } = chartLook(colours);
  return {
    ...look,
    rightPriceScale: { ...rightPriceScale, minimumWidth: priceScaleWidth(bars), scaleMargins: margins },
    timeScale: { ...timeScale, rightOffset: emptyBars, minimumHeight: timeScaleHeight },
  } as const;
}

function seriesLook({ positive, negative }: ChartColours, bars: readonly ChartBar[]) {
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

function levelLines(series: ISeriesApi<"Candlestick">, levels: Levels | null, colours: ChartColours): IPriceLine[] {
  return namedLevels(levels).map(({ name: title, price }) =>
    series.createPriceLine({
      price,
      title,
      color: colours[levelTones[title]],
      lineWidth: 2,
      lineStyle: LineStyle.Dashed,
    }),
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

const levelTones = { entry: "ink", stop: "negative", target: "positive" } as const;

function levelColour(line: IPriceLine | undefined, colours: ChartColours): string {
  const name = levelNames.find((one) => one === line?.options().title) ?? "entry";
  return colours[levelTones[name]];
}
