import { type ChartData, gapsOf, type Slot } from "#src/contract/chart.ts";
import type { LevelName } from "#src/contract/backtests/levels.ts";
import { countText } from "#src/core/text/number-text.ts";
import { marksAt } from "./chart-view.ts";
import { markLetters, markRadius, markRow, emptyBars } from "./chart-look.ts";

/* What is written over and below the chart as the server draws it. */

export const fills = { entry: "fill-ink", stop: "fill-negative", target: "fill-positive" } as const;
/** In units of the drawing, of which a screen shows less than one as a pixel: whole numbers keep the page small. */
export const height = 1000;
interface LabelsProps {
  readonly data: ChartData;
  readonly slots: readonly Slot[];
  /** Places over the whole width. */
  readonly units: number;
  readonly isNarrow: boolean;
  readonly marks: readonly { readonly name: LevelName; readonly labelAt: number }[];
}

/** What is written over the picture: the date it ends at, gaps, events and levels. */
export function Labels({ data, slots, units, isNarrow, marks }: LabelsProps) {
  return (
    <svg className="absolute inset-0 size-full stroke-surface stroke-3 [paint-order:stroke]">
      <text x={percent(slots.length / units)} dx="-6" y="14" textAnchor="end" className="fill-accent font-medium">
        as of {data.asOf}
      </text>
      {gapLabels(slots, isNarrow).map(({ middle, text }) => (
        <text key={middle} x={percent(middle / units)} y="32" textAnchor="middle" className="fill-muted">
          {text}
        </text>
      ))}
      {eventMarks(data, slots, isNarrow).map(({ at, row, letter }) => (
        <svg key={`${at} ${row}`} x={percent((at + 0.5) / units)} y="100%" className="overflow-visible stroke-none">
          <g transform={`translate(0 ${-markRadius - 3 - row * (2 * markRadius + 3)})`}>
            <circle
              r={markRadius}
              className={row === 0 ? "fill-surface stroke-accent" : "fill-surface stroke-muted"}
              strokeWidth="1"
            />
            <text
              y="3"
              textAnchor="middle"
              className={`text-[9px] font-semibold ${row === 0 ? "fill-accent" : "fill-muted"}`}
            >
              {letter}
            </text>
          </g>
        </svg>
      ))}
      {marks.map(({ name, labelAt }) => (
        <text
          key={name}
          x="100%"
          dx="-6"
          y={percent(labelAt / height)}
          dy="-5"
          textAnchor="end"
          className={fills[name]}
        >
          {name}
        </text>
      ))}
    </svg>
  );
}

export function Months({ slots, units }: Pick<LabelsProps, "slots" | "units">) {
  return (
    <svg className="size-full overflow-visible">
      {months(slots).map(({ index, text, year }) => (
        <text
          key={index}
          x={percent((index + 0.5) / units)}
          y="16"
          textAnchor="middle"
          className={year ? "fill-muted font-semibold" : "fill-muted"}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
/** Events in two rows, each with room for its circle on a box of the usual width. */
function eventMarks(data: ChartData, slots: readonly Slot[], isNarrow: boolean) {
  const apartBy = (2 * markRadius + 1) / placeWidth(slots, isNarrow);
  const free = [0, 0];
  return slots.flatMap((_, at) =>
    marksAt(slots, data.marks, at).flatMap(({ type }) => {
      const row = markRow(type);
      if (at < (free[row] ?? 0)) return [];
      free[row] = at + apartBy;
      return [{ at, row, letter: markLetters[type] }];
    }),
  );
}
const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Places that a month's label needs. */
const sessionsPerMonthLabel = 6;

/** The first session of each month, where it has room; with January stands the year. */
function months(slots: readonly Slot[]): { index: number; text: string; year: boolean }[] {
  let free = 0;
  return slots.flatMap(({ date, missing }, index) => {
    const before = slots[index - 1];
    if (before === undefined || before.date.slice(0, 7) === date.slice(0, 7) || missing > 0 || index < free) return [];
    free = index + sessionsPerMonthLabel;
    const month = monthNames[Number(date.slice(5, 7)) - 1] ?? "";
    return [{ index, text: month === "Jan" ? date.slice(0, 4) : month, year: month === "Jan" }];
  });
}

/** How many sessions a gap is, where it has room for the words. */
function gapLabels(slots: readonly Slot[], isNarrow: boolean): { middle: number; text: string }[] {
  return gapsOf(slots).flatMap(({ from, to, missing }) => {
    const text = `${countText(missing)} missing`;
    const fits = (to - from) * placeWidth(slots, isNarrow) >= text.length * letterWidth;
    return fits ? [{ middle: (from + to) / 2, text }] : [];
  });
}

/** Of a letter, about, in pixels. */
const letterWidth = 6;

/** Of a place on a box of the usual width, in pixels. */
function placeWidth(slots: readonly Slot[], isNarrow: boolean): number {
  return (isNarrow ? 280 : 900) / (slots.length + emptyBars);
}
export function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
