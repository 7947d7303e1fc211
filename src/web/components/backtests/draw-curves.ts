import { createChart, LineSeries, LineStyle } from "lightweight-charts";
import { chartColours, onThemeChange, type ChartColours } from "#src/web/components/charts/chart-colours.ts";
import { chartLook } from "#src/web/components/charts/chart-look.ts";

export interface Curve {
  readonly colour: keyof ChartColours;
  readonly dashed: boolean;
  readonly width: 1 | 2 | 3;
  /** Fractions; one for each session. */
  readonly values: readonly number[];
}

/** Draws lines into a box and follows its size and the theme. @returns how to take it away */
export function drawCurves(place: HTMLElement, sessions: readonly string[], curves: readonly Curve[]): () => void {
  const chart = createChart(place, { autoSize: true, ...chartLook(chartColours()) });
  const lines = curves.map((curve) => {
    const series = chart.addSeries(LineSeries, lineLook(curve, chartColours()));
    series.setData(sessions.map((time, index) => ({ time, value: curve.values[index] ?? 0 })));
    return { series, curve };
  });
  const { length } = sessions;
  // All of it, with room for the first date below the left edge; a turned phone shows all of it again.
  const fit = (): void => chart.timeScale().setVisibleLogicalRange({ from: -0.03 * length, to: 1.01 * length - 1 });
  chart.timeScale().subscribeSizeChange(fit);
  fit();
  const stopListening = onThemeChange(() => {
    const colours = chartColours();
    chart.applyOptions(chartLook(colours));
    for (const { series, curve } of lines) series.applyOptions(lineLook(curve, colours));
  });
  return () => {
    stopListening();
    chart.remove();
  };
}

function lineLook({ colour, dashed, width }: Curve, colours: ChartColours) {
  return {
    color: colours[colour],
    lineWidth: width,
    lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerRadius: 3,
    priceFormat: {
      type: "custom",
      formatter: (value: number) => `${value < 0 ? "\u2212" : ""}${Math.abs(value * 100).toFixed(1)} %`,
      minMove: 0.001,
    },
  } as const;
}
