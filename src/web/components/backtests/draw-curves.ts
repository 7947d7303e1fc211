import { percentText } from "#src/core/text/number-text.ts";
import { LineSeries, LineStyle, PriceScaleMode } from "lightweight-charts";
import type { ChartColours } from "#src/web/components/charts/chart-look.ts";
import { chartLook, openChart } from "#src/web/components/charts/open-chart.ts";
import type { CrosshairLink } from "./linked-crosshair.ts";

export interface Curve {
  readonly colour: keyof ChartColours;
  readonly dashed: boolean;
  readonly width: 1 | 2 | 3;
  /** Fractions; one for each session. */
  readonly values: readonly number[];
}

/** What is seen of the curves: from a place on, and to which scale. */
export interface CurveView {
  readonly from: number;
  readonly log: boolean;
}

export interface CurveHandle {
  readonly show: (view: CurveView) => void;
  readonly picture: () => HTMLCanvasElement;
  readonly remove: () => void;
}

/** Half of the date below the first session, with the scale of values beside it taken into account. */
const halfDatePx = 26;

/** Draws lines into a box and follows its size and the theme. */
export function drawCurves(
  place: HTMLElement,
  sessions: readonly string[],
  curves: readonly Curve[],
  link: CrosshairLink,
): CurveHandle {
  const { chart, colours, follow, remove } = openChart(place, (all) => {
    const { rightPriceScale, ...rest } = chartLook(all);
    // Else the figure at its upper end is cut.
    return { ...rest, rightPriceScale: { ...rightPriceScale, ensureEdgeTickMarksVisible: true } };
  });
  const lines = curves.map((curve) => {
    const series = chart.addSeries(LineSeries, lineLook(curve, colours()));
    series.setData(sessions.map((time, index) => ({ time, value: drawnAt(curve.values[index] ?? 0) })));
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
          valueAt(time) {
            const value = first.curve.values[places.get(time) ?? -1];
            return value === undefined ? null : drawnAt(value);
          },
        });
  let from = 0;
  const fit = (): void => {
    const length = sessions.length - from;
    // With room for the first date below the left edge, also on a phone.
    const room = Math.max(0.03, halfDatePx / Math.max(place.clientWidth, 1));
    chart.timeScale().setVisibleLogicalRange({ from: from - room * length, to: from + 1.01 * length - 1 });
  };
  fit();
  follow({
    fit,
    recolour() {
      for (const { series, curve } of lines) series.applyOptions(lineLook(curve, colours()));
    },
  });
  return {
    show(view) {
      from = view.from;
      fit();
      first?.series.priceScale().applyOptions({ mode: view.log ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal });
      // Behind the library's own drawing in this frame.
      requestAnimationFrame(link.restore);
    },
    picture: () => chart.takeScreenshot(true, false),
    remove() {
      leave?.();
      remove();
    },
  };
}

/** What one unit became: a logarithm has no place for a return of zero. */
function drawnAt(fraction: number): number {
  return 1 + fraction;
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
      formatter: (value: number) => percentText(value - 1, 1),
      minMove: 0.001,
    },
  } as const;
}
