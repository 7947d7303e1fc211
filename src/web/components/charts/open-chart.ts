import { createChart, type ChartOptions, type DeepPartial, type IChartApi } from "lightweight-charts";
import { chartColours, onThemeChange, type ChartColours } from "./chart-colours.ts";

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
