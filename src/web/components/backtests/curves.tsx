"use client";

import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { StrategyName } from "#src/contract/backtest.ts";
import { percentText } from "#src/platform/number-text.ts";
import { ChartToolbar } from "#src/web/components/charts/chart-toolbar.tsx";
import { filledRanges, type Scales } from "#src/web/components/charts/chart-view.ts";
import { PlaceSlider, sliderFocus } from "#src/web/components/charts/place-slider.tsx";
import { savePicture } from "#src/web/components/charts/save-picture.ts";
import { CurveChart } from "./curve-chart.tsx";
import { CurveLegend } from "./curve-legend.tsx";
import { firstDrawn } from "./curve-points.ts";
import { CurveTable } from "./curve-table.tsx";
import type { CurveHandle } from "./draw-curves.ts";
import { createCrosshairLink } from "./linked-crosshair.ts";
import { strategyStyles, type StrategyLine } from "./strategies.ts";

interface Props {
  /** Of the file of its picture. */
  readonly name?: string;
  /** Those that are drawn, of how many. */
  readonly sessions: readonly string[];
  readonly total: number;
  readonly lines: readonly StrategyLine[];
}

/** Equity and drawdown of the strategies that are ticked, with all that a chart of prices can do. */
// oxlint-disable-next-line max-lines-per-function -- one state of the chart, and the small functions that share it
export function Curves({ name = "backtest", sessions, total, lines }: Props) {
  const [shown, setShown] = useState<readonly StrategyName[]>(["debate", "buy_and_hold"]);
  const [scales, setScales] = useState<Scales>({ range: "All", log: false });
  const [hasTable, setTable] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  // By keyboard the crosshairs follow the session; by pointer the session follows them.
  const [steered, setSteered] = useState<string | null>(null);
  const [upper, setUpper] = useState<CurveHandle | null>(null);
  const [lower, setLower] = useState<CurveHandle | null>(null);
  const link = useMemo(() => createCrosshairLink((time) => setPointed(typeof time === "string" ? time : null)), []);
  const ranges = filledRanges(total);
  const from = firstDrawn(sessions.length, total, scales.range);
  const [returnsView, drawdownsView] = useMemo(
    () => [
      { from, log: scales.log },
      { from, log: false },
    ],
    [from, scales.log],
  );
  const drawn = useMemo(() => lines.filter(({ strategy }) => shown.includes(strategy)), [lines, shown]);
  const [returns, drawdowns] = useMemo(() => curvesOf(drawn), [drawn]);
  useEffect(() => link.moveTo(steered), [link, steered]);
  const session = steered ?? pointed;
  const at = session === null ? sessions.length - 1 : sessions.indexOf(session);
  const span = `${sessions[0] ?? ""} to ${sessions.at(-1) ?? ""}`;
  const over = `from ${span}: ${drawn.map(({ title }) => title).join(", ")}. See the table for final values.`;
  const steer = (place: number): void => {
    if (place < from) {
      const range = ranges.find((one) => firstDrawn(sessions.length, total, one) <= place) ?? "All";
      setScales({ ...scales, range });
    }
    setSteered(sessions[place] ?? null);
  };
  const save = (one: CurveHandle, other: CurveHandle): void => {
    const keys = drawn.map(({ strategy, title }) => ({ name: title, colour: strategyStyles[strategy].colour }));
    const file = `${name}-${sessions[0] ?? ""}-${sessions.at(-1) ?? ""}.png`;
    savePicture([one.picture(), other.picture()], { title: `Return and drawdown, ${span}`, file, keys });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ChartToolbar
        label="Return and drawdown"
        ranges={ranges}
        view={scales}
        hasTable={hasTable}
        onChange={(next) => setScales({ ...scales, ...next })}
        onTable={setTable}
        onSave={upper === null || lower === null ? null : () => save(upper, lower)}
      />
      <CurveLegend lines={lines} shown={shown} place={at} onShown={setShown} />
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${sliderFocus}`}>
        <PlaceSlider
          label="Session on both charts"
          last={Math.max(0, sessions.length - 1)}
          place={at}
          spoken={[sessions[at] ?? "", ...drawn.map((line) => `${line.title} ${figuresAt(line, at)}`)].join("; ")}
          onSteer={steer}
          onLeave={() => setSteered(null)}
        />
        <p className="text-xs text-muted tabular-nums">
          {session === null ? `On ${sessions.at(-1) ?? ""}, the last session` : `On ${session}`}
        </p>
        <Titled title="Return since the first decision, after costs">
          <CurveChart
            sessions={sessions}
            curves={returns}
            view={returnsView}
            label={`Return ${over}`}
            className="h-72 sm:h-80"
            link={link}
            onDrawn={setUpper}
          />
        </Titled>
        <Titled title="Drawdown from the highest equity so far">
          <CurveChart
            sessions={sessions}
            curves={drawdowns}
            view={drawdownsView}
            label={`Drawdown ${over}`}
            className="h-44"
            link={link}
            onDrawn={setLower}
          />
        </Titled>
      </div>
      {hasTable ? <CurveTable sessions={sessions} lines={drawn} from={from} /> : null}
      <ChartsBy />
    </div>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="text-xs text-muted">{title}</figcaption>
      {children}
    </figure>
  );
}

function ChartsBy() {
  return (
    <p className="text-xs text-faint">
      Charts by{" "}
      <a href="https://www.tradingview.com/lightweight-charts/" className="underline underline-offset-2">
        TradingView Lightweight Charts
      </a>
    </p>
  );
}

function figuresAt({ returns, drawdowns }: StrategyLine, at: number): string {
  return `${percentText(returns[at] ?? 0, 1)}, drawdown ${percentText(drawdowns[at] ?? 0, 1)}`;
}

/** How the lines of both charts are drawn. */
function curvesOf(drawn: readonly StrategyLine[]) {
  const curveOf = (strategy: StrategyName, values: readonly number[]) => {
    const { colour, dashed } = strategyStyles[strategy];
    return { colour, dashed, values, width: strategy === "debate" ? (3 as const) : (2 as const) };
  };
  // The debate lies on top.
  const order = drawn.toReversed();
  return [
    order.map((line) => curveOf(line.strategy, line.returns)),
    order.map((line) => curveOf(line.strategy, line.drawdowns)),
  ] as const;
}
