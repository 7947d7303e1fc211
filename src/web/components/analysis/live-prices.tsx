"use client";

import type { Instant } from "#src/core/clock.ts";
import type { ChartData } from "#src/contract/chart.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import { LivePoints } from "./live-points.tsx";
import type { LiveTurn } from "./live-run.ts";
import { Timeline } from "./timeline.tsx";

/** What the agents see of prices; without a chart where the instrument has none. */
export interface SeenPrices {
  readonly chart: ChartData | null;
}

interface Props {
  /** `null` until the evidence is gathered. */
  readonly prices: SeenPrices | null;
  readonly turns: readonly LiveTurn[];
  readonly now: Instant | null;
  readonly over: boolean;
}

/** Beside the transcript: the prices that the agents see, and the points they have made. On a phone it is closed, above the transcript. */
export function LivePrices(props: Props) {
  return (
    <>
      <details className="rounded-lg border bg-surface xl:hidden">
        <summary className="rounded-lg px-5 py-3 text-sm font-medium">Prices and points</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t p-5">
          <Beside {...props} />
        </div>
      </details>
      <aside
        aria-label="Prices and points"
        className="sticky top-32 col-start-2 row-start-1 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 self-start max-xl:hidden"
      >
        <Beside {...props} />
      </aside>
    </>
  );
}

function Beside({ prices, turns, now, over }: Props) {
  return (
    <>
      {prices?.chart == null ? (
        <p className="grid h-80 place-items-center rounded-lg border border-dashed p-5 text-center text-sm text-muted sm:h-96">
          {prices === null && !over ? "Prices appear when the evidence is gathered." : "No prices."}
        </p>
      ) : (
        <Chart data={prices.chart} />
      )}
      <LivePoints turns={turns} />
      <details className="rounded-lg border bg-surface">
        <summary className="rounded-lg px-4 py-2 text-xs font-medium">Time of each statement</summary>
        <div className="border-t px-4 py-3">
          <Timeline turns={turns} now={now} over={over} />
        </div>
      </details>
    </>
  );
}
