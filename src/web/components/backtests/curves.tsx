"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { StrategyName } from "#src/contract/backtests/backtest.ts";
import { percentText } from "#src/core/text/number-text.ts";
import { ChartToolbar, savePicture } from "#src/web/components/charts/chart-toolbar.tsx";
import { filledRanges, type Scales } from "#src/web/components/charts/chart-view.ts";
import { PlaceSlider, sliderFocus } from "#src/web/components/charts/place-slider.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { firstDrawn, listedSessions, type StrategyLine, strategyStyles } from "./backtest-text.ts";
import type { Curve, CurveHandle, CurveView } from "./draw-curves.ts";
import { createCrosshairLink, type CrosshairLink } from "./linked-crosshair.ts";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

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

interface CurveChartProps {
  readonly sessions: readonly string[];
  readonly curves: readonly Curve[];
  readonly view: CurveView;
  /** What is seen, for those who do not. */
  readonly label: string;
  readonly className: string;
  readonly link: CrosshairLink;
  /** The drawing, once there is one; `null` when it is taken away. */
  readonly onDrawn: (drawing: CurveHandle | null) => void;
}

/** Its code is asked for when there is something to draw, and after the text; the box has its size before. */
function CurveChart({ sessions, curves, view, label, className, link, onDrawn }: CurveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<CurveHandle | null>(null);
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    let made: CurveHandle | null = null;
    let gone = false;
    const draw = async (): Promise<void> => {
      const { drawCurves } = await import("./draw-curves.ts");
      if (gone) return;
      made = drawCurves(place, sessions, curves, link);
      setHandle(made);
      onDrawn(made);
    };
    void draw();
    return () => {
      gone = true;
      setHandle(null);
      onDrawn(null);
      made?.remove();
    };
  }, [sessions, curves, link, onDrawn]);
  useEffect(() => handle?.show(view), [handle, view]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn on canvases
  return <div ref={box} role="img" aria-label={label} className={`w-full min-w-0 ${className}`} />;
}

interface CurveLegendProps {
  readonly lines: readonly StrategyLine[];
  readonly shown: readonly StrategyName[];
  /** The place that is pointed at. */
  readonly place: number;
  readonly onShown: (shown: readonly StrategyName[]) => void;
}

/** Which line is whose, what it is worth at the place that is pointed at, and whether it is drawn. */
function CurveLegend({ lines, shown, place, onShown }: CurveLegendProps) {
  return (
    <fieldset>
      <legend className="sr-only">Strategies shown</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {lines.map(({ strategy, title, returns }) => (
          <Checkbox
            key={strategy}
            checked={shown.includes(strategy)}
            onCheckedChange={(on) => onShown(on ? [...shown, strategy] : shown.filter((one) => one !== strategy))}
            label={
              <span className="inline-flex items-center gap-2 whitespace-nowrap">
                <span aria-hidden className={`w-4 border-t-2 ${strategyStyles[strategy].swatch}`} />
                {title}
                {shown.includes(strategy) ? (
                  <span className="text-muted tabular-nums">{percentText(returns[place] ?? 0, 1)}</span>
                ) : null}
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface CurveTableProps {
  readonly sessions: readonly string[];
  /** Those that are drawn. */
  readonly lines: readonly StrategyLine[];
  /** The first place of the range that is shown. */
  readonly from: number;
}

/** What the curves show, as figures, newest first. Over a long range it lists the last session of each month. */
function CurveTable({ sessions, lines, from }: CurveTableProps) {
  return (
    <div className="max-h-96 overflow-y-auto rounded-lg border bg-surface py-2">
      <Table aria-label="Return and drawdown by session">
        <THead>
          <TR>
            <TH>Session</TH>
            {lines.flatMap(({ strategy, title }) => [
              <TH key={strategy} numeric>
                {title}
              </TH>,
              <TH key={`${strategy} drawdown`} numeric>
                Drawdown
              </TH>,
            ])}
          </TR>
        </THead>
        <TBody>
          {listedSessions(sessions, from).map((at) => (
            <TR key={at}>
              <TD className="whitespace-nowrap">{sessions[at]}</TD>
              {lines.flatMap(({ strategy, returns, drawdowns }) => [
                <TD key={strategy} numeric>
                  {percentText(returns[at] ?? 0, 1)}
                </TD>,
                <TD key={`${strategy} drawdown`} numeric>
                  {percentText(drawdowns[at] ?? 0, 1)}
                </TD>,
              ])}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
