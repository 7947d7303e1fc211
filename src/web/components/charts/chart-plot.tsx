import { Fragment, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ChartData, Slot } from "#src/contract/chart.ts";
import { type LevelOutcome, namedLevels } from "#src/contract/backtests/levels.ts";
import { type ChartView, markText, marksAt, slotText } from "./chart-view.ts";
import type { ChartHandle } from "./draw-chart.ts";
import { PlaceSlider, sliderFocus } from "./place-slider.tsx";
import { counted } from "#src/core/text/number-text.ts";
import { TBody, TD, TH, THead, TR, Table } from "#src/web/components/ui/table.tsx";
import { newRatingsAt } from "./rating-bands.ts";
import { TextLink } from "#src/web/components/ui/elements.tsx";

interface Drawn {
  /** The library's drawing has taken the sketch's place. */
  readonly isAlive: boolean;
  readonly handle: ChartHandle | null;
  /** Asks for the library; it is not sent to who only reads. */
  readonly wake: () => void;
}

/** The library's drawing in `box`, made with the first wish for it and kept as the reader has set it. */
export function useChartHandle(
  box: RefObject<HTMLDivElement | null>,
  content: { readonly data: ChartData; readonly slots: readonly Slot[]; readonly outcomes: readonly LevelOutcome[] },
  view: ChartView,
  onMove: (place: number | null) => void,
): Drawn {
  const [isWanted, setWanted] = useState(false);
  const [isAlive, setAlive] = useState(false);
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const { data, slots, outcomes } = content;
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const place = box.current;
    if (place === null || !isWanted) return undefined;
    let made: ChartHandle | null = null;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { drawChart } = await import("./draw-chart.ts");
      if (isGone) return;
      made = drawChart(place, { data, slots, outcomes }, (at) => latest.current(at));
      setHandle(made);
      // It paints in the next frame; until then the sketch stays.
      requestAnimationFrame(() => {
        if (!isGone) setAlive(true);
      });
    };
    void draw();
    return () => {
      isGone = true;
      setHandle(null);
      made?.remove();
    };
  }, [box, data, slots, outcomes, isWanted]);
  useEffect(() => handle?.show(view), [handle, view]);
  return { isAlive, handle, wake: useCallback(() => setWanted(true), []) };
}

interface Props {
  readonly data: ChartData;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly slider: RefObject<HTMLInputElement | null>;
  /** The last place, the one that is pointed at, and that in words. */
  readonly last: number;
  readonly place: number;
  readonly spoken: string;
  /** Panes below the prices, for which the box grows. */
  readonly ownPanes: number;
  /** The library's drawing covers the sketch. */
  readonly isAlive: boolean;
  readonly isShort: boolean;
  readonly onWake: () => void;
  /** By keyboard. */
  readonly onSteer: (place: number) => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** The picture, and beside it its slider. */
export function ChartPlot(props: Props) {
  const { data, box, slider, last, place, spoken, ownPanes, isAlive, isShort, onWake, onSteer, onLeave, children } =
    props;
  return (
    <div className={`relative min-w-0 ${sliderFocus}`}>
      <PlaceSlider
        label="Session on the chart"
        slider={slider}
        last={last}
        place={place}
        spoken={spoken}
        onFocus={onWake}
        onLeave={onLeave}
        onSteer={onSteer}
      />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in several parts
        role="img"
        aria-label={describe(data)}
        className={`relative w-full min-w-0 ${isShort ? "h-52" : "h-80 sm:h-96"}`}
        style={ownPanes === 0 ? {} : { marginBottom: `${ownPanes * 6}rem` }}
        // Who only reads has the sketch; who points at it or touches it gets a chart that moves.
        onPointerEnter={onWake}
      >
        <div className={isAlive ? "invisible size-full print:visible" : "size-full"}>{children}</div>
        <div
          ref={box}
          className="absolute inset-x-0 top-0 print:hidden"
          style={{ height: ownPanes === 0 ? "100%" : `calc(100% + ${ownPanes * 6}rem)` }}
        />
      </div>
    </div>
  );
}

function describe({ bars, levels, symbol, currency, asOf, holes }: ChartData): string {
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (first === undefined || last === undefined) return `No prices for ${symbol}.`;
  const missing = holes.reduce((sum, { sessions }) => sum + sessions, 0);
  const named = namedLevels(levels).map(({ name, price }) => `${name} ${price}`);
  const said = `Daily prices of ${symbol} in ${currency} from ${first.date} to ${asOf}, last close ${last.close}`;
  return [said, ...(missing === 0 ? [] : [`${missing} sessions without a price`]), ...named].join(", ");
}

interface TableProps {
  readonly data: ChartData;
  /** Of the whole chart, and the first place of the range that is shown. */
  readonly slots: readonly Slot[];
  readonly from: number;
}

/** What the chart shows, as figures, newest first. Sessions without a price stand in one row. */
export function ChartTable({ data, slots, from }: TableProps) {
  const rows = slots
    .map((slot, place) => ({ slot, place }))
    .filter(({ slot, place }) => place >= from && (slot.missing === 0 || slots[place - 1]?.missing !== slot.missing))
    .toReversed();
  const hasVolume = slots.some(({ bar }) => bar?.volume != null);
  return (
    <div className="max-h-96 overflow-y-auto rounded-lg border bg-surface py-2">
      <Table aria-label={`Prices of ${data.symbol} in ${data.currency}`}>
        <THead>
          <TR>
            <TH>Session</TH>
            {["Open", "High", "Low", "Close", "Change", ...(hasVolume ? ["Volume"] : [])].map((name) => (
              <TH key={name} numeric>
                {name}
              </TH>
            ))}
            <TH className="w-full">{data.tracks.length > 0 ? "Ratings" : "Events"}</TH>
          </TR>
        </THead>
        <TBody>
          {rows.map(({ slot, place }) => {
            const { date, prices, change, volume, note } = slotText(slots, place);
            const events = marksAt(slots, data.marks, place).map(markText).join("; ");
            return (
              <TR key={date}>
                <TD className="whitespace-nowrap">{date}</TD>
                {prices === null ? (
                  <TD colSpan={hasVolume ? 6 : 5} className="text-muted">
                    {slot.missing === 0 ? note : `No price for ${counted(slot.missing, "session")}`}
                  </TD>
                ) : (
                  [...prices.map(([, value]) => value), change?.text ?? "–", ...(hasVolume ? [volume ?? "–"] : [])].map(
                    (value, index) => (
                      <TD key={index} numeric>
                        {value}
                      </TD>
                    ),
                  )
                )}
                <TD>
                  {[...(prices !== null && note !== null ? [note] : []), events]
                    .filter((text) => text !== "")
                    .join("; ")}
                  {newRatingsAt(data.tracks, slots, place).map(({ text, href }, index) => (
                    <Fragment key={text}>
                      {index === 0 ? null : "; "}
                      {href === null ? (
                        text
                      ) : (
                        <TextLink href={href} prefetch={false}>
                          {text}
                        </TextLink>
                      )}
                    </Fragment>
                  ))}
                </TD>
              </TR>
            );
          })}
        </TBody>
      </Table>
    </div>
  );
}
