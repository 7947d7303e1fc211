"use client";

import { useEffect, useMemo, useRef, useState, type ReactNode, useSyncExternalStore } from "react";
import { type ChartData, type ChartMark, type ChartIndicator, chartSlots, type Slot } from "#src/contract/chart.ts";
import { levelOutcomes, type LevelOutcome } from "#src/contract/backtests/levels.ts";
import { priceDigits } from "#src/core/text/number-text.ts";
import { ChartPlot, ChartTable, useChartHandle } from "./chart-plot.tsx";
import { ChartToolbar, ToolbarGroup, ToolbarToggle, savePicture } from "./chart-toolbar.tsx";
import {
  filledRanges,
  firstPlace,
  marksAt,
  openingIndicators,
  openingRange,
  placeOf,
  rangeWith,
  type ChartView,
  spokenSlot,
  known,
  lineText,
  markText,
  slotText,
  spokenMarks,
} from "./chart-view.ts";
import { onShowOnChart } from "./show-on-chart.ts";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { toneOf } from "./chart-look.ts";
import { ratingsAt } from "./rating-bands.ts";

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

interface ChartLegendProps {
  readonly data: ChartData;
  readonly slots: readonly Slot[];
  readonly place: number;
  /** Of the indicators that are drawn. */
  readonly shown: readonly string[];
  readonly marks: readonly ChartMark[];
  readonly isShort: boolean;
}

/** The figures of the place that is pointed at. Its room is the same with all of them and without, so nothing moves. */
function ChartLegend({ data, slots, place, shown, marks, isShort }: ChartLegendProps) {
  const { date, prices, change, volume, note } = slotText(slots, place);
  const indicators = data.indicators.filter(({ id }) => shown.includes(id));
  const events = (
    <p className="line-clamp-2 text-muted sm:line-clamp-1">
      {[...ratingsAt(data.tracks, slots, place), ...(marks.length > 1 ? spokenMarks(marks) : marks.map(markText))].join(
        " · ",
      )}
    </p>
  );
  return (
    <div
      aria-hidden
      className={classNames(
        "grid min-h-24 grid-cols-[minmax(0,1fr)] content-start gap-1 text-xs tabular-nums",
        isShort ? "sm:min-h-10" : "sm:min-h-16",
      )}
    >
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold text-ink">
          {data.symbol} {date}
        </span>
        {known(prices).map(([name, value]) => (
          <span key={name}>
            <span className="text-muted">{name.slice(0, 1)}</span> {value}
          </span>
        ))}
        {change === null ? null : <span className={change.up ? "text-positive" : "text-negative"}>{change.text}</span>}
        {volume === null ? null : (
          <span>
            <span className="text-muted">Volume</span> {volume}
          </span>
        )}
        {note === null ? null : <span className="text-muted">{note}</span>}
      </p>
      <div className={isShort ? "gap-x-3 sm:flex" : ""}>
        <p className={classNames("flex flex-wrap gap-x-3", isShort && "sm:shrink-0")}>
          {indicators.map(({ id, lines }, index) =>
            lines.map((line) => (
              <span key={`${id} ${line.name}`} className="inline-flex items-center gap-1.5">
                <span
                  className={classNames("w-3 border-t-2", line.look === "line" ? toneOf(index).swatch : "border-muted")}
                />
                <span className="text-muted">{line.name}</span> {lineText(line, slots[place]) ?? "–"}
              </span>
            )),
          )}
        </p>
        {events}
      </div>
    </div>
  );
}

interface PriceSwitchesProps {
  readonly indicators: readonly ChartIndicator[];
  /** Ids of those that are drawn. */
  readonly shown: readonly string[];
  /** `null`: there is nothing after the as-of date to see. */
  readonly later: { readonly asOf: string; readonly isShown: boolean } | null;
  readonly onIndicators: (shown: readonly string[]) => void;
  readonly onLater: (isShown: boolean) => void;
}

/** What a chart of prices has beside ranges and scale. */
function PriceSwitches({ indicators, shown, later, onIndicators, onLater }: PriceSwitchesProps) {
  const toggled = (id: string): string[] => (shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <>
      {indicators.length === 0 ? null : (
        <ToolbarGroup label="Cited indicators" isOneLine>
          {indicators.map(({ id, title }) => (
            <ToolbarToggle
              key={id}
              isOn={shown.includes(id)}
              // In the order in which they are listed, so that each keeps its colour.
              onPress={() => onIndicators(indicators.map((one) => one.id).filter((one) => toggled(id).includes(one)))}
            >
              {title}
            </ToolbarToggle>
          ))}
        </ToolbarGroup>
      )}
      {later === null ? null : (
        <ToolbarToggle isOn={later.isShown} onPress={() => onLater(!later.isShown)}>
          After {later.asOf}
        </ToolbarToggle>
      )}
    </>
  );
}

const query = "(width < 40rem)";

/** Whether the window is as narrow as a phone's. The server takes it as wide. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
