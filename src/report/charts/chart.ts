import { html as markup, raw } from "hono/html";
import {
  chartGeometry,
  type Candle,
  type ChartGeometry,
  type ChartSize,
  type Gap,
  type LevelMark,
} from "./chart-geometry.ts";
import type { ChartData } from "#src/contract/chart.ts";

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

function drawCandle({ x, width, middle, high, low, top, height }: Candle, colour: string): Markup {
  return markup`<path d="M${n(middle)} ${n(high)}V${n(low)}" stroke="${colour}" stroke-width="0.75"/><rect x="${n(x)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${colour}"/>`;
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
