import type { ReactNode } from "react";
import type { ChartData } from "#src/contract/chart.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { PriceSketch } from "./price-sketch.tsx";

interface Props {
  readonly data: ChartData;
  /** Below the chart: what it shows, in a sentence. */
  readonly caption?: ReactNode;
  /** Prices after the as-of date are behind a switch; `shown` turns it on from the start. Without such prices there is none. */
  readonly later?: "hidden" | "shown";
  /** Beside other things on one screen. */
  readonly isShort?: boolean;
}

/**
 * The one chart of prices, for a report, a live run, a signal and an instrument.
 *
 * - Its data come from `chartData` in `src/report/chart-data.ts`, or of a finished run from `runChart` in
 *   `src/report/run-chart.ts`. Prices after the as-of date come from `readLaterPrices` in
 *   `src/product/analyses/read-later-prices.ts`, which says who may see them.
 * - It is drawn on the server (`price-sketch.tsx`), and again by the library once the reader reaches for it: by pointer,
 *   by touch, by keyboard or by a button. Both are the same size and show the same.
 * - `showOnChart(id)` in `show-on-chart.ts` brings the chart that holds a piece of evidence into view, draws the
 *   indicator that the evidence is a value of, and points at its day. `data.places` says which evidence that is.
 */
export function Chart({ data, caption, later = "hidden", isShort = false }: Props) {
  return (
    <figure
      aria-label={`Prices of ${data.symbol} up to ${data.asOf}`}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] ${isShort ? "gap-1" : "gap-3"}`}
    >
      <ChartFrame data={data} later={later} isShort={isShort}>
        <PriceSketch data={data} />
      </ChartFrame>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-2xs text-muted">
        {caption}
        <span>
          Drawn with{" "}
          <a href="https://www.tradingview.com/" className="underline underline-offset-4" rel="noreferrer">
            TradingView Lightweight Charts
          </a>
        </span>
      </figcaption>
    </figure>
  );
}
