import type { Content } from "pdfmake/interfaces.js";
import { chartStyle, renderChart } from "./chart.ts";
import { pdfColours } from "./pdf-colours.ts";
import { printable } from "./pdf-prose.ts";
import type { Finished } from "./words.ts";

/** The page's chart, in the page's light colours. Empty when there are no prices to draw. */
export function pdfChart({ run, reports }: Finished, width: number): Content[] {
  const { chart } = run.manifest;
  if (chart.length === 0) return [];
  const { data, levels } = reports;
  const figure = String(
    renderChart({ bars: chart, levels, asOf: data.session ?? "", symbol: data.symbol, currency: data.currency }),
  );
  // The first drawing is the wide one.
  const [, viewBox = "", drawing = ""] = /<svg[^>]*(viewBox="[^"]*")[^>]*>([\s\S]*?)<\/svg>/.exec(figure) ?? [];
  return [
    {
      svg: printable(`<svg ${viewBox} class="chart"><style>${printedStyle}</style>${drawing}</svg>`),
      width,
      margin: [0, 10, 0, 0],
    },
  ];
}

/** The reader of SVG knows neither variables nor media rules. */
const printedStyle = String(chartStyle)
  .split("\n")
  .filter((line) => !line.startsWith("@media") && !line.includes(" svg "))
  .join("\n")
  .replaceAll(
    /var\(--(\w+)\)/g,
    (_whole, name: string) => Object.entries(pdfColours).find(([each]) => each === name)?.[1] ?? "none",
  );
