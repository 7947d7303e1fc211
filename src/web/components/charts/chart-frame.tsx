"use client";

import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { ChartData } from "#src/contract/chart.ts";
import { chartSlots } from "#src/contract/chart-slots.ts";
import { levelOutcomes, type LevelOutcome } from "#src/contract/level-outcomes.ts";
import { priceDigits } from "#src/core/number-text.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartPlot } from "./chart-plot.tsx";
import { ChartTable } from "./chart-table.tsx";
import { ChartToolbar } from "./chart-toolbar.tsx";
import {
  filledRanges,
  firstPlace,
  marksAt,
  openingIndicators,
  openingRange,
  placeOf,
  rangeWith,
  type ChartView,
} from "./chart-view.ts";
import { PriceSwitches } from "./price-switches.tsx";
import { savePicture } from "./save-picture.ts";
import { onShowOnChart } from "./show-on-chart.ts";
import { spokenSlot } from "./slot-text.ts";
import { useChartHandle } from "./use-chart-handle.ts";
import { useNarrow } from "./use-narrow.ts";

interface Props {
  readonly data: ChartData;
  readonly later: "hidden" | "shown";
  readonly isShort: boolean;
  /** The same picture without a script. */
  readonly children: ReactNode;
}

/** What a reader can do with a chart; see `chart.tsx`. */
// oxlint-disable-next-line max-lines-per-function -- one state of the chart, and the small functions that share it
export function ChartFrame({ data, later, isShort, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const isNarrow = useNarrow();
  const [chosen, setView] = useState<ChartView | null>(null);
  const [hasLater, setLater] = useState(later === "shown" && data.later.length > 0);
  const [pointed, setPointed] = useState<number | null>(null);
  // By keyboard or by a link the crosshair follows the place; by pointer the place follows the crosshair.
  const [steered, setSteered] = useState<number | null>(null);
  const [hasTable, setTable] = useState(false);
  const sessions = data.bars.length;
  const view = useMemo(
    () => chosen ?? { range: openingRange(data, isNarrow), log: false, indicators: openingIndicators(data) },
    [chosen, isNarrow, data],
  );
  const slots = useMemo(() => chartSlots(hasLater ? data : { ...data, later: [] }), [data, hasLater]);
  const outcomes = useMemo(
    () => (hasLater ? levelOutcomes(data.levels, data.bars.at(-1)?.close ?? 0, data.later) : []),
    [data, hasLater],
  );
  const { isAlive, handle, wake } = useChartHandle(box, { data, slots, outcomes }, view, setPointed);
  useEffect(() => {
    if (steered !== null) handle?.moveTo(steered);
  }, [handle, steered]);

  const lastKnown = slots.findLastIndex((slot) => slot.index !== null);
  const place = Math.min(steered ?? pointed ?? lastKnown, slots.length - 1);
  const marks = marksAt(slots, data.marks, place);
  const drawn = data.indicators.filter(({ id }) => view.indicators.includes(id));

  const change = (next: Partial<ChartView>): void => {
    wake();
    setView({ ...view, ...next });
  };
  const steer = (at: number, indicators = view.indicators): void => {
    const isInView = at >= firstPlace(slots, view.range);
    change({ indicators, range: isInView ? view.range : rangeWith(slots, sessions, at) });
    setSteered(at);
  };
  const showEvidence = (id: string): boolean => {
    const found = data.places.find((one) => one.id === id);
    if (found === undefined) return false;
    const wanted = data.indicators.filter(({ id: one }) => one === found.indicator || view.indicators.includes(one));
    box.current?.scrollIntoView({ block: "center" });
    slider.current?.focus({ preventScroll: true });
    steer(
      placeOf(slots, found.date),
      wanted.map((one) => one.id),
    );
    return true;
  };
  useEffect(() => onShowOnChart(showEvidence));

  return (
    <div className={`grid min-w-0 grid-cols-[minmax(0,1fr)] ${isShort ? "gap-2" : "gap-3"}`}>
      <ChartToolbar
        label={`Chart of ${data.symbol}`}
        ranges={filledRanges(sessions)}
        view={view}
        hasTable={hasTable}
        onChange={change}
        onTable={setTable}
        onSave={handle === null ? null : () => savePicture([handle.picture()], pictureOf(data))}
        onWake={wake}
      >
        <PriceSwitches
          indicators={data.indicators}
          shown={view.indicators}
          later={data.later.length === 0 ? null : { asOf: data.asOf, isShown: hasLater }}
          onIndicators={(indicators) => change({ indicators })}
          onLater={(isShown) => {
            wake();
            setLater(isShown);
          }}
        />
      </ChartToolbar>
      <ChartLegend data={data} slots={slots} place={place} shown={view.indicators} marks={marks} isShort={isShort} />
      <ChartPlot
        data={data}
        box={box}
        slider={slider}
        last={slots.length - 1}
        place={place}
        spoken={spokenSlot(slots, place, { indicators: drawn, tracks: data.tracks }, marks)}
        ownPanes={drawn.filter(({ pane }) => pane === "own").length}
        isAlive={isAlive}
        isShort={isShort}
        onWake={wake}
        onSteer={steer}
        onLeave={() => {
          setSteered(null);
          handle?.moveTo(null);
        }}
      >
        {children}
      </ChartPlot>
      <Outcomes asOf={data.asOf} outcomes={outcomes} />
      {hasTable ? <ChartTable data={data} slots={slots} from={firstPlace(slots, view.range)} /> : null}
    </div>
  );
}

function pictureOf({ symbol, currency, asOf }: ChartData) {
  return { title: `${symbol}, daily prices in ${currency}, as of ${asOf}`, file: `${symbol}-${asOf}.png` };
}

/** What became of the levels, in words and apart from what the run knew. */
function Outcomes({ asOf, outcomes }: { asOf: string; outcomes: readonly LevelOutcome[] }) {
  if (outcomes.length === 0) return null;
  const said = outcomes.map(({ name, price, reached, through }) =>
    reached === null
      ? `${name} ${priceDigits(price)} not reached by ${through}`
      : `${name} ${priceDigits(price)} reached on ${reached}`,
  );
  return (
    <p className="rounded-md bg-sunken px-3 py-2 text-sm">
      After {asOf}, which the run did not know: {said.join(", ")}.
    </p>
  );
}
