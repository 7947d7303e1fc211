import { percentText } from "#src/platform/number-text.ts";
import { createChart, LineSeries, LineStyle } from "lightweight-charts";
import { chartColours, onThemeChange, type ChartColours } from "#src/web/components/charts/chart-colours.ts";
import { chartLook } from "#src/web/components/charts/chart-look.ts";
import type { CrosshairLink } from "./linked-crosshair.ts";

export interface Curve {
  readonly colour: keyof ChartColours;
  readonly dashed: boolean;
  readonly width: 1 | 2 | 3;
  /** Fractions; one for each session. */
  readonly values: readonly number[];
}

/** Draws lines into a box and follows its size and the theme. @returns how to take it away */
export function drawCurves(
  place: HTMLElement,
  sessions: readonly string[],
  curves: readonly Curve[],
  link: CrosshairLink,
): () => void {
  const chart = createChart(place, { autoSize: true, ...chartLook(chartColours()) });
  const lines = curves.map((curve) => {
    const series = chart.addSeries(LineSeries, lineLook(curve, chartColours()));
    series.setData(sessions.map((time, index) => ({ time, value: curve.values[index] ?? 0 })));
    return { series, curve };
  });
  const first = lines[0];
  const places = new Map<unknown, number>(sessions.map((session, index) => [session, index]));
  const leave =
    first === undefined
      ? null
      : link.join({
          chart,
          series: first.series,
          valueAt: (time) => first.curve.values[places.get(time) ?? -1] ?? null,
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
    leave?.();
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
      formatter: (value: number) => percentText(value, 1),
      minMove: 0.001,
    },
  } as const;
}
