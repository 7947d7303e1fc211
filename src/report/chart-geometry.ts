import { scaleBand, scaleLinear } from "d3-scale";
import type { ChartBar, Levels } from "#src/contract/run.ts";
import { priceDigits } from "./words.ts";

/** What a chart is drawn from. Prices in one currency, bars ascending by date. */
export interface ChartInput {
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly symbol: string;
  readonly currency: string;
}

/** How large a drawing is, in its own units, and how many of the last sessions it shows. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly sessions: number;
}

export interface Candle {
  readonly date: string;
  readonly way: "up" | "down";
  /** Left edge and width of the body, and the wick in its middle. */
  readonly x: number;
  readonly width: number;
  readonly middle: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly height: number;
}

export interface LevelMark {
  readonly name: "entry" | "stop" | "target";
  readonly price: number;
  readonly text: string;
  /** Where the price is, and where its label is: pushed away from other labels. */
  readonly y: number;
  readonly labelY: number;
}

export interface ChartGeometry {
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly candles: readonly Candle[];
  readonly prices: readonly { readonly y: number; readonly text: string }[];
  readonly months: readonly { readonly x: number; readonly text: string }[];
  readonly levels: readonly LevelMark[];
  /** Where level lines begin: the month before the as-of date. */
  readonly levelsFrom: number;
  /** The right edge of the data. */
  readonly asOfX: number;
}

/** Of a letter of the chart's 11-unit font, on the safe side. */
const letterWidth = 6.8;
export const labelHeight = 14;
const top = 24;
const bottomBand = 26;
const widestCandle = 9;

/** Everything that is drawn, in the drawing's units; `null` when there is no bar. */
export function chartGeometry(
  { bars: all, levels }: Pick<ChartInput, "bars" | "levels">,
  size: ChartSize,
): ChartGeometry | null {
  const bars = all.slice(-size.sessions);
  if (bars.length === 0) return null;
  const named = namedLevels(levels);
  const y = scaleLinear()
    .domain(domainOf([...bars.flatMap((bar) => [bar.low, bar.high]), ...named.map(({ price }) => price)]))
    .nice(5)
    .range([size.height - bottomBand, top]);
  const format = y.tickFormat(5, ",f");
  const prices = y.ticks(5).map((price) => ({ y: y(price), text: format(price) }));
  const left = roomFor(prices.map(({ text }) => text)) + 8;
  const labels = named.map((level) => ({ ...level, text: `${level.name} ${priceDigits(level.price)}` }));
  const right = size.width - (labels.length === 0 ? 12 : roomFor(labels.map(({ text }) => text)) + 20);
  const plot = { left, right, top, bottom: size.height - bottomBand };
  const x = scaleBand<number>().domain(bars.keys()).range([left, right]).paddingInner(0.3).paddingOuter(0.2);
  const candles = bars.map((bar, index) =>
    candleOf(bar, (x(index) ?? left) + x.bandwidth() / 2, Math.min(widestCandle, x.bandwidth()), y),
  );
  return {
    plot,
    candles,
    prices,
    months: monthLabels(candles, plot),
    levels: apart(
      labels.map((level) => ({ ...level, y: y(level.price) })),
      plot,
    ),
    levelsFrom: candles[Math.max(0, candles.length - 22)]?.x ?? left,
    asOfX: right,
  };
}

function namedLevels(levels: Levels | null): Pick<LevelMark, "name" | "price">[] {
  return (["entry", "stop", "target"] as const).flatMap((name) => {
    const price = levels?.[name] ?? null;
    return price === null ? [] : [{ name, price }];
  });
}

/** From the lowest to the highest; a flat line gets a hundredth of room above and below. */
function domainOf(prices: readonly number[]): [number, number] {
  const least = Math.min(...prices);
  const most = Math.max(...prices);
  const room = most > least ? 0 : Math.max(Math.abs(most) / 100, Number.MIN_VALUE * 1e12);
  return [least - room, most + room];
}

function candleOf(bar: ChartBar, middle: number, width: number, y: (price: number) => number): Candle {
  const bodyTop = y(Math.max(bar.open, bar.close));
  return {
    date: bar.date,
    way: bar.close >= bar.open ? "up" : "down",
    x: middle - width / 2,
    width,
    middle,
    high: y(bar.high),
    low: y(bar.low),
    top: bodyTop,
    height: Math.max(1, y(Math.min(bar.open, bar.close)) - bodyTop),
  };
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The first session of each month, as long as its label has room; the year stands with the first and each January. */
function monthLabels(candles: readonly Candle[], plot: ChartGeometry["plot"]): { x: number; text: string }[] {
  const labels: { x: number; text: string }[] = [];
  let free = plot.left;
  for (const [index, candle] of candles.entries()) {
    const before = candles[index - 1];
    if (before === undefined || before.date.slice(0, 7) === candle.date.slice(0, 7)) continue;
    const month = monthNames[Number(candle.date.slice(5, 7)) - 1] ?? "";
    const text = labels.length === 0 || month === "Jan" ? `${month} ${candle.date.slice(0, 4)}` : month;
    const end = candle.x + roomFor([text]);
    if (candle.x < free || end > plot.right) continue;
    labels.push({ x: candle.x, text });
    free = end + letterWidth;
  }
  return labels;
}

/** Labels from top to bottom: pushed down where prices lie close together, then up again where they leave the plot. */
function apart(lines: readonly Omit<LevelMark, "labelY">[], plot: ChartGeometry["plot"]): LevelMark[] {
  const marks = lines.toSorted((a, b) => a.y - b.y).map((line) => ({ ...line, labelY: line.y }));
  let free = plot.top;
  for (const mark of marks) {
    mark.labelY = Math.max(mark.labelY, free);
    free = mark.labelY + labelHeight;
  }
  let most = plot.bottom;
  for (const mark of marks.toReversed()) {
    mark.labelY = Math.min(mark.labelY, most);
    most = mark.labelY - labelHeight;
  }
  return marks;
}

function roomFor(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length * letterWidth));
}
