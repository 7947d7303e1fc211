import { html, raw } from "hono/html";
import {
  chartGeometry,
  type Candle,
  type ChartGeometry,
  type ChartInput,
  type ChartSize,
  type LevelMark,
} from "./chart-geometry.ts";

type Markup = ReturnType<typeof html>;

/** One drawing for screens and paper, one for phones, where the first would be too small to read. */
const wide: ChartSize = { width: 920, height: 340, sessions: 130 };
const narrow: ChartSize = { width: 360, height: 300, sessions: 50 };

/**
 * Candles of the last sessions up to the as-of date, with entry, stop and target as lines to the right of it.
 * SVG that needs no script; colours come from the page's style by class.
 */
export function renderChart(input: ChartInput): Markup {
  return html`<figure class="chart">
    ${draw(input, wide, "wide-screen")}${draw(input, narrow, "narrow-screen")}
  </figure>`;
}

function draw(input: ChartInput, size: ChartSize, className: string): Markup {
  const chart = chartGeometry(input, size);
  if (chart === null) return html``;
  const { plot } = chart;
  return html`<svg
    class="${className}"
    viewBox="0 0 ${size.width} ${size.height}"
    role="img"
    aria-label="${description(input, chart)}"
  >
    ${chart.prices.map(({ y, text }) => html`<line class="grid" x1="${n(plot.left)}" x2="${n(plot.right)}" y1="${n(y)}" y2="${n(y)}" /><text class="tick" x="${n(plot.left - 8)}" y="${n(y + 4)}" text-anchor="end">${text}</text>`)}
    ${chart.months.map(({ x, text }) => html`<text class="tick" x="${n(x)}" y="${n(plot.bottom + 18)}">${text}</text>`)}
    ${chart.candles.map(candle)}
    <line class="as-of" x1="${n(chart.asOfX)}" x2="${n(chart.asOfX)}" y1="${n(plot.top - 8)}" y2="${n(plot.bottom)}" />
    <text class="as-of-label" x="${n(chart.asOfX - 6)}" y="${n(plot.top - 10)}" text-anchor="end">
      as of ${input.asOf}
    </text>
    ${chart.levels.map((level) => levelMark(level, chart))}
  </svg>`;
}

function candle({ way, x, width, middle, high, low, top, height }: Candle): Markup {
  return html`<g class="${way}"
    ><line x1="${n(middle)}" x2="${n(middle)}" y1="${n(high)}" y2="${n(low)}" /><rect
      x="${n(x)}"
      width="${n(width)}"
      y="${n(top)}"
      height="${n(height)}"
  /></g>`;
}

function levelMark({ name, text, y, labelY }: LevelMark, { levelsFrom, plot }: ChartGeometry): Markup {
  const end = plot.right + 5;
  return html`<path class="level ${name}" d="M${n(levelsFrom)} ${n(y)}H${n(end)}L${n(end + 8)} ${n(labelY)}h3" /><text
      class="level-label ${name}"
      x="${n(end + 14)}"
      y="${n(labelY + 4)}"
      >${text}</text
    >`;
}

function description({ bars, symbol, currency }: ChartInput, { levels }: ChartGeometry): string {
  const last = bars.at(-1);
  const said = [
    `Daily prices of ${symbol} in ${currency}`,
    last === undefined ? "" : `up to ${last.date}, last close ${last.close}`,
    ...levels.map(({ text }) => text),
  ];
  return said.filter((part) => part !== "").join(", ");
}

/** A tenth of a unit is finer than a screen. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export const chartStyle = raw(`
.chart { margin: 0; }
.chart svg { display: block; width: 100%; height: auto; font: 11px var(--font); font-variant-numeric: tabular-nums; }
.chart .narrow-screen { display: none; }
@media screen and (max-width: 600px) { .chart .wide-screen { display: none; } .chart .narrow-screen { display: block; } }
.chart .grid { stroke: var(--line); }
.chart .tick { fill: var(--quiet); }
.chart .up line { stroke: var(--up); } .chart .up rect { fill: var(--up); }
.chart .down line { stroke: var(--down); } .chart .down rect { fill: var(--down); }
.chart .as-of { stroke: var(--quiet); stroke-dasharray: 3 3; }
.chart .as-of-label { fill: var(--text); font-weight: 600; }
.chart .level { fill: none; stroke-width: 1.5; }
.chart .level.entry { stroke: var(--accent); } .chart .level-label.entry { fill: var(--accent); }
.chart .level.stop { stroke: var(--down); } .chart .level-label.stop { fill: var(--down); }
.chart .level.target { stroke: var(--up); } .chart .level-label.target { fill: var(--up); }
.chart .level-label { font-weight: 600; }
`);
