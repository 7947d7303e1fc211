import { scaleBand, scaleLinear } from "d3-scale";
import { html as markup, raw } from "hono/html";
import type { ChartBar } from "#src/contract/run/run.ts";
import { priceDigits } from "#src/core/text/number-text.ts";
import { type ChartData, type Slot, chartSlots, gapsOf, placesOf } from "#src/contract/chart.ts";
import { type LevelName, namedLevels } from "#src/contract/backtests/levels.ts";

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
  readonly name: LevelName;
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
  /** Where the run stands in time: behind the place of its date, which may lie after the last price. */
  readonly asOfX: number;
  readonly gaps: readonly Gap[];
}

/** Places in a row that have no price. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** `null` where it has no room. */
  readonly text: string | null;
}

/** Of a letter of the chart's 11-unit font, on the safe side. */
const letterWidth = 6.8;
export const labelHeight = 14;
const top = 24;
const bottomBand = 26;
const widestCandle = 9;

/** Everything that is drawn, in the drawing's units; `null` when there is no bar. */
export function chartGeometry(
  chart: Pick<ChartData, "bars" | "levels" | "holes" | "asOf">,
  size: ChartSize,
): ChartGeometry | null {
  const all = chartSlots(chart);
  const slots = all.slice(-placesOf(all, size.sessions));
  const bars = slots.flatMap(({ bar }) => bar ?? []);
  if (bars.length === 0) return null;
  const named = namedLevels(chart.levels);
  const y = scaleLinear()
    .domain(domainOf([...bars.flatMap((bar) => [bar.low, bar.high]), ...named.map(({ price }) => price)]))
    .nice(5)
    .range([size.height - bottomBand, top]);
  const format = y.tickFormat(5, ",f");
  const prices = y.ticks(5).map((price) => ({ y: y(price), text: format(price) }));
  const left = widthOf(prices.map(({ text }) => text)) + 8;
  const labels = named.map((level) => ({ ...level, text: `${level.name} ${priceDigits(level.price)}` }));
  const right = size.width - (labels.length === 0 ? 12 : widthOf(labels.map(({ text }) => text)) + 20);
  const plot = { left, right, top, bottom: size.height - bottomBand };
  const x = scaleBand<number>().domain(slots.keys()).range([left, right]).paddingInner(0.3).paddingOuter(0.2);
  const first = x(0) ?? left;
  const middle = (index: number): number => first + index * x.step() + x.bandwidth() / 2;
  const candles = slots.flatMap(({ bar }, index) =>
    bar === null ? [] : candleOf(bar, middle(index), Math.min(widestCandle, x.bandwidth()), y),
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
    gaps: gapMarks(slots, (index) => middle(index) - x.step() / 2),
  };
}

/** Where each gap begins and ends, and how many sessions it is. */
function gapMarks(slots: readonly Slot[], leftOf: (index: number) => number): Gap[] {
  return gapsOf(slots).map(({ from, to, missing }) => {
    const [left, right] = [leftOf(from), leftOf(to)];
    const text = `${missing} missing`;
    return { from: left, to: right, text: right - left >= widthOf([text]) ? text : null };
  });
}

/** From the lowest to the highest; a flat line gets a hundredth of room above and below. */
function domainOf(prices: readonly number[]): [number, number] {
  const least = Math.min(...prices);
  const most = Math.max(...prices);
  const margin = most > least ? 0 : Math.max(Math.abs(most) / 100, Number.MIN_VALUE * 1e12);
  return [least - margin, most + margin];
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
    const end = candle.x + widthOf([text]);
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

function widthOf(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length * letterWidth));
}

type Markup = ReturnType<typeof markup>;

/** Colours of a drawing, as SVG has them: on screens names that the page's style fills. */
export interface ChartColours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
}

const byStyle: ChartColours = {
  text: "var(--text)",
  quiet: "var(--quiet)",
  line: "var(--line)",
  accent: "var(--accent)",
  up: "var(--up)",
  down: "var(--down)",
};

/** One drawing for screens and paper, one for phones, where the first would be too small to read. */
export function drawChart(chart: ChartData): Markup {
  const wide = chartSvg(chart, { width: 920, height: 340, sessions: 130 }, byStyle, "wide-screen");
  return markup`${wide}${chartSvg(chart, { width: 360, height: 300, sessions: 50 }, byStyle, "narrow-screen")}`;
}

/**
 * Candles of the last sessions up to the as-of date, with entry, stop and target as lines to the right of it. Colours
 * stand at each part: the reader of SVG that makes PDFs knows no style.
 */
export function chartSvg(chart: ChartData, size: ChartSize, colours: ChartColours, name = ""): Markup {
  const drawn = chartGeometry(chart, size);
  if (drawn === null) return raw("");
  const { plot, asOfX } = drawn;
  const { quiet, text } = colours;
  return markup`<svg class="${name}" viewBox="0 0 ${size.width} ${size.height}" font-size="11" role="img" aria-label="${description(chart, drawn)}">${[
    ...drawn.prices.map(
      ({ y, text: price }) =>
        markup`<path d="M${n(plot.left)} ${n(y)}H${n(plot.right)}" stroke="${colours.line}" stroke-width="0.75"/>${label(plot.left - 8, y + 4, price, quiet, "end")}`,
    ),
    ...drawn.months.map((month) => label(month.x, plot.bottom + 18, month.text, quiet)),
    ...drawn.candles.map((candle) => drawCandle(candle, colours[candle.way])),
    ...drawn.gaps.map((gap) => drawGap(gap, drawn, colours)),
    markup`<path d="M${n(asOfX)} ${n(plot.top - 8)}V${n(plot.bottom)}" stroke="${quiet}" stroke-dasharray="3 3"/>`,
    label(asOfX - 6, plot.top - 10, `as of ${chart.asOf}`, text, "end", true),
    ...drawn.levels.map((level) => drawLevel(level, drawn, colours)),
  ]}</svg>`;
}

function drawCandle({ x, width, middle, high, low, top: y, height }: Candle, colour: string): Markup {
  return markup`<path d="M${n(middle)} ${n(high)}V${n(low)}" stroke="${colour}" stroke-width="0.75"/><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${colour}"/>`;
}

/** Sessions without a price: an empty field, and how many they are where that has room. */
function drawGap({ from, to, text }: Gap, { plot }: ChartGeometry, colours: ChartColours): Markup {
  const field = markup`<rect x="${n(from)}" y="${n(plot.top)}" width="${n(to - from)}" height="${n(plot.bottom - plot.top)}" fill="${colours.line}" fill-opacity="0.35"/>`;
  return text === null
    ? field
    : markup`${field}${label((from + to) / 2, plot.bottom - 6, text, colours.quiet, "middle")}`;
}

function drawLevel(
  { name, text, y, labelY }: LevelMark,
  { levelsFrom, plot }: ChartGeometry,
  colours: ChartColours,
): Markup {
  const colour = { entry: colours.accent, stop: colours.down, target: colours.up }[name];
  const end = plot.right + 5;
  return markup`<path d="M${n(levelsFrom)} ${n(y)}H${n(end)}L${n(end + 8)} ${n(labelY)}h3" fill="none" stroke="${colour}" stroke-width="1.5"/>${label(end + 14, labelY + 4, text, colour, "start", true)}`;
}

function label(x: number, y: number, text: string, colour: string, anchor = "start", bold = false): Markup {
  return markup`<text x="${n(x)}" y="${n(y)}" fill="${colour}" text-anchor="${anchor}"${bold ? raw(' font-weight="bold"') : ""}>${text}</text>`;
}

function description({ bars, symbol, currency }: ChartData, { levels }: ChartGeometry): string {
  const last = bars.at(-1);
  const ends = last === undefined ? [] : [`up to ${last.date}, last close ${last.close}`];
  return [`Daily prices of ${symbol} in ${currency}`, ...ends, ...levels.map(({ text }) => text)].join(", ");
}

/** A tenth of a unit is finer than a screen. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
