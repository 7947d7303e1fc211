"use client";

import { useEffect, useRef } from "react";
import type { ChartBar, Levels } from "#src/contract/run.ts";

interface Props {
  /** Ascending by date. */
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
  readonly symbol: string;
  readonly currency: string;
}

/** Candles up to the as-of date, with the trader's levels as lines. The figures stand in a table below it as well. */
export function PriceChart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { bars, levels, asOf } = props;
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    let remove: (() => void) | null = null;
    let gone = false;
    // Its code is asked for when there is a chart to draw, and after the text.
    const draw = async (): Promise<void> => {
      const { drawChart } = await import("./draw-chart.ts");
      if (!gone) remove = drawChart(place, { bars, levels, asOf });
    };
    void draw();
    return () => {
      gone = true;
      remove?.();
    };
  }, [bars, levels, asOf]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn on canvases
  return <div ref={box} role="img" aria-label={describe(props)} className="h-80 w-full min-w-0 sm:h-96" />;
}

function describe({ bars, levels, symbol, currency, asOf }: Props): string {
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (first === undefined || last === undefined) return `There are no prices of ${symbol}.`;
  const named = (["entry", "stop", "target"] as const).flatMap((name) =>
    levels?.[name] == null ? [] : [`${name} ${levels[name]}`],
  );
  const said = `Daily prices of ${symbol} in ${currency} from ${first.date} to ${asOf}, last close ${last.close}`;
  return [said, ...named].join(", ");
}
