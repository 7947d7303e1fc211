import { scaleBand, scaleLinear } from "d3-scale";
import { html, raw } from "hono/html";
import type { ChartBar, Levels } from "#src/contract/run.ts";

const size = { width: 920, height: 340, left: 8, right: 150, top: 16, bottom: 28 };

export interface ChartInput {
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  readonly asOf: string;
  readonly symbol: string;
  readonly currency: string;
}

type Markup = ReturnType<typeof html>;

/**
 * Candles of the last sessions up to the as-of date, with entry, stop and target as lines to the right of it.
 * One SVG that needs no script; colours come from the page's style by class.
 */
export function renderChart(input: ChartInput): Markup {
  const { bars, levels } = input;
  const last = bars.at(-1);
  if (last === undefined) return html`<p class="quiet">There are no prices to draw.</p>`;
  const x = scaleBand<string>()
    .domain(bars.map((bar) => bar.date))
    .range([size.left, size.width - size.right])
    .padding(0.3);
  const lines = levelLines(levels);
  const prices = [...bars.flatMap((bar) => [bar.low, bar.high]), ...lines.map((line) => line.price)];
  const y = scaleLinear()
    .domain([Math.min(...prices), Math.max(...prices)])
    .nice(6)
    .range([size.height - size.bottom, size.top]);
  const edge = size.width - size.right;
  const description = `Daily prices of ${input.symbol} in ${input.currency} up to ${last.date}, last close ${last.close}${lines.map((line) => `, ${line.name} ${line.price}`).join("")}`;
  return html`<figure class="chart">
    <svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${description}">
      ${y.ticks(6).map((tick) => html`<line class="grid" x1="${size.left}" x2="${edge}" y1="${y(tick)}" y2="${y(tick)}" /><text class="tick" x="${edge + 6}" y="${y(tick) + 4}">${tick.toLocaleString("en-US")}</text>`)}
      ${monthStarts(bars).map((bar) => html`<text class="tick" x="${x(bar.date) ?? 0}" y="${size.height - 8}">${bar.date.slice(0, 7)}</text>`)}
      ${bars.map((bar) => candle(bar, x(bar.date) ?? 0, x.bandwidth(), y))}
      <line class="as-of" x1="${edge}" x2="${edge}" y1="${size.top}" y2="${size.height - size.bottom}" />
      <text class="as-of-label" x="${edge}" y="${size.top - 4}" text-anchor="end">as of ${input.asOf}</text>
      ${spread(lines, y).map(
        (line) => html`<line class="level ${line.name}" x1="${(x(bars[Math.max(0, bars.length - 22)]?.date ?? last.date) ?? 0).toFixed(1)}" x2="${edge + 50}" y1="${y(line.price)}" y2="${y(line.price)}" /><text class="level-label ${line.name}" x="${edge + 54}" y="${line.labelY + 4}">${line.name} ${line.price.toLocaleString("en-US")}</text>`,
      )}
    </svg>
  </figure>`;
}

function candle(bar: ChartBar, left: number, width: number, y: (price: number) => number): Markup {
  const way = bar.close >= bar.open ? "up" : "down";
  const top = y(Math.max(bar.open, bar.close));
  const height = Math.max(1, y(Math.min(bar.open, bar.close)) - top);
  const middle = (left + width / 2).toFixed(1);
  return html`<g class="${way}"><line x1="${middle}" x2="${middle}" y1="${y(bar.high).toFixed(1)}" y2="${y(bar.low).toFixed(1)}" /><rect x="${left.toFixed(1)}" width="${width.toFixed(1)}" y="${top.toFixed(1)}" height="${height.toFixed(1)}" /></g>`;
}

interface LevelLine {
  readonly name: "entry" | "stop" | "target";
  readonly price: number;
}

function levelLines(levels: Levels | null): LevelLine[] {
  return (["entry", "stop", "target"] as const).flatMap((name) => {
    const price = levels?.[name] ?? null;
    return price === null ? [] : [{ name, price }];
  });
}

const labelHeight = 14;

/** Labels from top to bottom, pushed apart where prices lie close together. */
function spread(lines: readonly LevelLine[], y: (price: number) => number): (LevelLine & { labelY: number })[] {
  let free = size.top;
  return lines
    .toSorted((a, b) => b.price - a.price)
    .map((line) => {
      const labelY = Math.max(y(line.price), free);
      free = labelY + labelHeight;
      return { ...line, labelY };
    });
}

/** The first bar of each month, without one that would run into the as-of line. */
function monthStarts(bars: readonly ChartBar[]): ChartBar[] {
  return bars.filter((bar, index) => {
    const before = bars[index - 1];
    return before !== undefined && before.date.slice(0, 7) !== bar.date.slice(0, 7) && bars.length - index > 8;
  });
}

export const chartStyle = raw(`
.chart { margin: 0; overflow-x: auto; }
.chart svg { width: 100%; min-width: 560px; height: auto; font: 11px var(--font); }
.chart .grid { stroke: var(--line); }
.chart .tick { fill: var(--quiet); }
.chart .up line { stroke: var(--up); } .chart .up rect { fill: var(--up); }
.chart .down line { stroke: var(--down); } .chart .down rect { fill: var(--down); }
.chart .as-of { stroke: var(--text); stroke-dasharray: 3 3; }
.chart .as-of-label { fill: var(--text); font-weight: 600; }
.chart .level { stroke-width: 1.5; }
.chart .level.entry { stroke: var(--accent); } .chart .level-label.entry { fill: var(--accent); }
.chart .level.stop { stroke: var(--down); } .chart .level-label.stop { fill: var(--down); }
.chart .level.target { stroke: var(--up); } .chart .level-label.target { fill: var(--up); }
.chart .level-label { font-weight: 600; font-variant-numeric: tabular-nums; }
`);
