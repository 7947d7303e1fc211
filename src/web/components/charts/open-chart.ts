import { ColorType, createChart, type ChartOptions, type DeepPartial, type IChartApi } from "lightweight-charts";
import { type ChartColours, chartColours, onThemeChange } from "./chart-look.ts";

/** How every chart looks and behaves, in the theme's colours. */
export function chartLook({ muted, line }: ChartColours) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: muted,
      fontSize: 11,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Its link may not stand inside a picture; the page names the library below it.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line },
    crosshair: { vertLine: { color: muted }, horzLine: { color: muted } },
    // The page scrolls over the chart; pinching and dragging move it.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
    // What is let go of rolls on by itself, but not for who wants no motion.
    kineticScroll: { touch: !window.matchMedia("(prefers-reduced-motion: reduce)").matches, mouse: false },
  } as const;
}

interface Opened {
  readonly chart: IChartApi;
  /** The theme's colours as they are now. */
  readonly colours: () => ChartColours;
  /** What to do when the box has another size, and when the theme has changed. */
  readonly follow: (changes: { readonly fit: () => void; readonly recolour: () => void }) => void;
  readonly remove: () => void;
}

/** A chart in a box, in the theme's colours. It follows the size of the box by itself. */
export function openChart(box: HTMLElement, look: (colours: ChartColours) => DeepPartial<ChartOptions>): Opened {
  let colours = chartColours();
  const chart = createChart(box, { autoSize: true, ...look(colours) });
  let stopListening: (() => void) | null = null;
  return {
    chart,
    colours: () => colours,
    follow({ fit, recolour }) {
      // A turned phone shows the same range again.
      chart.timeScale().subscribeSizeChange(fit);
      stopListening = onThemeChange(() => {
        colours = chartColours();
        chart.applyOptions(look(colours));
        recolour();
      });
    },
    remove() {
      stopListening?.();
      chart.remove();
    },
  };
}
