"use client";

import { useMemo, useState } from "react";
import type { StrategyName } from "#src/contract/backtest.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { CurveChart } from "./curve-chart.tsx";
import { looks } from "./strategies.ts";

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
  const [returns, drawdowns] = useMemo(() => {
    const drawn = lines.filter(({ strategy }) => shown.includes(strategy));
    const curveOf = (strategy: StrategyName, values: readonly number[]) => {
      const { colour, dashed } = looks[strategy];
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
  const over = `from ${sessions[0] ?? ""} to ${sessions.at(-1) ?? ""}: ${named.join(", ")}. The table of figures has their ends.`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fieldset>
        <legend className="sr-only">Strategies that are drawn</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {lines.map(({ strategy, title }) => (
            <Checkbox
              key={strategy}
              checked={shown.includes(strategy)}
              onCheckedChange={(on) => setShown(on ? [...shown, strategy] : shown.filter((one) => one !== strategy))}
              label={
                <span className="inline-flex items-center gap-2 whitespace-nowrap">
                  <span aria-hidden className={`w-4 border-t-2 ${looks[strategy].swatch}`} />
                  {title}
                </span>
              }
            />
          ))}
        </div>
      </fieldset>
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <figcaption className="text-xs text-muted">Return since the first decision, after costs</figcaption>
        <CurveChart sessions={sessions} curves={returns} label={`Return ${over}`} className="h-72 sm:h-80" />
      </figure>
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <figcaption className="text-xs text-muted">Drawdown: below the highest equity so far</figcaption>
        <CurveChart sessions={sessions} curves={drawdowns} label={`Drawdown ${over}`} className="h-44" />
      </figure>
      <p className="text-xs text-faint">
        Charts by{" "}
        <a href="https://www.tradingview.com/lightweight-charts/" className="underline underline-offset-2">
          TradingView Lightweight Charts
        </a>
      </p>
    </div>
  );
}
