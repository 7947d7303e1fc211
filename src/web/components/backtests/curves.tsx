"use client";

import { useMemo, useState } from "react";
import type { StrategyName } from "#src/contract/backtest.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { percentText } from "#src/platform/number-text.ts";
import { CurveChart } from "./curve-chart.tsx";
import { createCrosshairLink } from "./linked-crosshair.ts";
import { strategyStyles } from "./strategies.ts";

export interface StrategyLine {
  readonly strategy: StrategyName;
  readonly title: string;
  /** Return since the start, at each session; 0.1 is 10 %. */
  readonly returns: readonly number[];
  /** Below the highest equity so far: 0 or below. */
  readonly drawdowns: readonly number[];
}

interface Props {
  readonly sessions: readonly string[];
  readonly lines: readonly StrategyLine[];
}

/** Equity and drawdown of the strategies that are ticked. The figures stand in the tables as well. */
export function Curves({ sessions, lines }: Props) {
  const [shown, setShown] = useState<readonly StrategyName[]>(["debate", "buy_and_hold"]);
  const [session, setSession] = useState<string | null>(null);
  const link = useMemo(() => createCrosshairLink((time) => setSession(typeof time === "string" ? time : null)), []);
  const at = session === null ? sessions.length - 1 : sessions.indexOf(session);
  const figures = (line: StrategyLine): string =>
    `${percentText(line.returns[at] ?? 0, 1)}, drawdown ${percentText(line.drawdowns[at] ?? 0, 1)}`;
  const [returns, drawdowns] = useMemo(() => {
    const drawn = lines.filter(({ strategy }) => shown.includes(strategy));
    const curveOf = (strategy: StrategyName, values: readonly number[]) => {
      const { colour, dashed } = strategyStyles[strategy];
      return { colour, dashed, values, width: strategy === "debate" ? (3 as const) : (2 as const) };
    };
    // The debate lies on top.
    const order = drawn.toReversed();
    return [
      order.map((line) => curveOf(line.strategy, line.returns)),
      order.map((line) => curveOf(line.strategy, line.drawdowns)),
    ];
  }, [lines, shown]);
  const named = lines.filter(({ strategy }) => shown.includes(strategy)).map(({ title }) => title);
  const over = `from ${sessions[0] ?? ""} to ${sessions.at(-1) ?? ""}: ${named.join(", ")}. See the table for final values.`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fieldset>
        <legend className="sr-only">Strategies shown</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {lines.map((line) => {
            const { strategy, title } = line;
            return (
              <Checkbox
                key={strategy}
                checked={shown.includes(strategy)}
                onCheckedChange={(on) => setShown(on ? [...shown, strategy] : shown.filter((one) => one !== strategy))}
                label={
                  <span className="inline-flex items-center gap-2 whitespace-nowrap">
                    <span aria-hidden className={`w-4 border-t-2 ${strategyStyles[strategy].swatch}`} />
                    {title}
                    {shown.includes(strategy) ? (
                      <span className="text-muted tabular-nums">{percentText(line.returns[at] ?? 0, 1)}</span>
                    ) : null}
                  </span>
                }
              />
            );
          })}
        </div>
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-sm has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-4 has-[input:focus-visible]:outline-accent">
        <input
          type="range"
          aria-label="Session on both charts"
          min={0}
          max={Math.max(0, sessions.length - 1)}
          value={at}
          aria-valuetext={[
            sessions[at] ?? "",
            ...lines.filter(({ strategy }) => shown.includes(strategy)).map((line) => `${line.title} ${figures(line)}`),
          ].join("; ")}
          onChange={({ target }) => {
            const wanted = sessions[Number(target.value)] ?? null;
            link.moveTo(wanted);
            setSession(wanted);
          }}
          onBlur={() => {
            link.moveTo(null);
            setSession(null);
          }}
          className="sr-only"
        />
        <p className="text-xs text-muted tabular-nums">{session === null ? "At the end" : `On ${session}`}</p>
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <figcaption className="text-xs text-muted">Return since the first decision, after costs</figcaption>
          <CurveChart
            sessions={sessions}
            curves={returns}
            label={`Return ${over}`}
            className="h-72 sm:h-80"
            link={link}
          />
        </figure>
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <figcaption className="text-xs text-muted">Drawdown from the highest equity so far</figcaption>
          <CurveChart sessions={sessions} curves={drawdowns} label={`Drawdown ${over}`} className="h-44" link={link} />
        </figure>
      </div>
      <p className="text-xs text-faint">
        Charts by{" "}
        <a href="https://www.tradingview.com/lightweight-charts/" className="underline underline-offset-2">
          TradingView Lightweight Charts
        </a>
      </p>
    </div>
  );
}
