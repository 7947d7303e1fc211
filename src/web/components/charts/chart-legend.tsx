import type { ChartData, ChartMark } from "#src/contract/chart.ts";
import type { Slot } from "#src/contract/chart-slots.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { toneOf } from "./chart-look.ts";
import { ratingsAt } from "./rating-bands.ts";
import { known, lineText, markText, slotText, spokenMarks } from "./slot-text.ts";

interface Props {
  readonly data: ChartData;
  readonly slots: readonly Slot[];
  readonly place: number;
  /** Of the indicators that are drawn. */
  readonly shown: readonly string[];
  readonly marks: readonly ChartMark[];
  readonly isShort: boolean;
}

/** The figures of the place that is pointed at. Its room is the same with all of them and without, so nothing moves. */
export function ChartLegend({ data, slots, place, shown, marks, isShort }: Props) {
  const { date, prices, change, volume, note } = slotText(slots, place);
  const indicators = data.indicators.filter(({ id }) => shown.includes(id));
  const events = (
    <p className="truncate text-muted">
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
