"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ChartBar, Levels } from "#src/contract/run.ts";
import { namedLevels } from "./price-scale.ts";

interface Props {
  /** Ascending by date. */
  readonly bars: readonly ChartBar[];
  readonly levels: Levels | null;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
  readonly symbol: string;
  readonly currency: string;
  /** The same picture without a script, until somebody reaches for it. */
  readonly children: ReactNode;
}

/** Candles up to the as-of date, with the trader's levels as lines. The figures stand in a table below it as well. */
export function PriceChart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [alive, setAlive] = useState(false);
  const { bars, levels, asOf, children } = props;
  useEffect(() => {
    const place = box.current;
    if (place === null || !wanted) return undefined;
    let remove: (() => void) | null = null;
    let gone = false;
    const draw = async (): Promise<void> => {
      const { drawChart } = await import("./draw-chart.ts");
      if (gone) return;
      remove = drawChart(place, { bars, levels, asOf });
      // It paints in the next frame; until then the picture stays.
      requestAnimationFrame(() => {
        if (!gone) setAlive(true);
      });
    };
    void draw();
    return () => {
      gone = true;
      setAlive(false);
      remove?.();
    };
  }, [bars, levels, asOf, wanted]);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in several parts
      role="img"
      aria-label={describe(props)}
      className="relative h-80 w-full min-w-0 sm:h-96"
      // Whoever only reads has the picture; who points at it or touches it gets one that moves and tells prices.
      onPointerEnter={() => setWanted(true)}
    >
      <div className={alive ? "invisible size-full print:visible" : "size-full"}>{children}</div>
      <div ref={box} className="absolute inset-0 print:hidden" />
    </div>
  );
}

function describe({ bars, levels, symbol, currency, asOf }: Props): string {
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (first === undefined || last === undefined) return `There are no prices of ${symbol}.`;
  const named = namedLevels(levels).map(({ name, price }) => `${name} ${price}`);
  const said = `Daily prices of ${symbol} in ${currency} from ${first.date} to ${asOf}, last close ${last.close}`;
  return [said, ...named].join(", ");
}
