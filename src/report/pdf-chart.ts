import type { Content } from "pdfmake/interfaces.js";
import { chartGeometry, type Candle, type LevelMark } from "./chart-geometry.ts";
import { colours } from "./pdf-style.ts";
import type { Finished } from "./words.ts";

/** In the geometry's units, whose letters are 11 high; on paper they come out at about 8.6 points. */
const size = { width: 640, height: 236, sessions: 130 };

const levelColours = { entry: colours.accent, stop: colours.down, target: colours.up };

/**
 * The chart of the page, `width` points wide; nothing when there are no prices to draw. Colours stand at each part:
 * the reader of SVG knows no variables and no selectors with more than one step.
 */
export function pdfChart({ run, reports: { data, levels } }: Finished, width: number): Content[] {
  const chart = chartGeometry({ bars: run.manifest.chart, levels }, size);
  if (chart === null) return [];
  const { plot } = chart;
  const parts = [
    ...chart.prices.flatMap(({ y, text }) => [
      line(plot.left, y, plot.right, y, `stroke="${colours.line}" stroke-width="0.75"`),
      label(plot.left - 8, y + 4, text, `text-anchor="end" fill="${colours.quiet}"`),
    ]),
    ...chart.months.map(({ x, text }) => label(x, plot.bottom + 18, text, `fill="${colours.quiet}"`)),
    ...chart.candles.map(candle),
    line(chart.asOfX, plot.top - 8, chart.asOfX, plot.bottom, `stroke="${colours.quiet}" stroke-dasharray="3 3"`),
    label(
      chart.asOfX - 6,
      plot.top - 10,
      `as of ${data.session ?? ""}`,
      `text-anchor="end" font-weight="bold" fill="${colours.text}"`,
    ),
    ...chart.levels.flatMap((level) => levelMark(level, chart.levelsFrom, plot.right + 5)),
  ];
  const svg = `<svg viewBox="0 0 ${size.width} ${size.height}" font-family="Roboto" font-size="11">${parts.join("")}</svg>`;
  return [{ svg, width, margin: [0, 10, 0, 0] }];
}

function candle({ way, x, width, middle, high, low, top, height }: Candle): string {
  const body = `<rect x="${n(x)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${colours[way]}"/>`;
  return line(middle, high, middle, low, `stroke="${colours[way]}" stroke-width="0.75"`) + body;
}

function levelMark({ name, text, y, labelY }: LevelMark, from: number, end: number): string[] {
  const colour = levelColours[name];
  return [
    `<path d="M${n(from)} ${n(y)}H${n(end)}L${n(end + 8)} ${n(labelY)}h3" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
    label(end + 14, labelY + 4, text, `font-weight="bold" fill="${colour}"`),
  ];
}

function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" ${style}/>`;
}

function label(x: number, y: number, text: string, style: string): string {
  return `<text x="${n(x)}" y="${n(y)}" ${style}>${text}</text>`;
}

function n(value: number): string {
  return value.toFixed(1);
}
