import {
  type ChartData,
  type ChartMark,
  type IndicatorLine,
  type Slot,
  asOfPlace,
  placesOf,
} from "#src/contract/chart.ts";
import { counted, percentText, priceDigits } from "#src/core/text/number-text.ts";
import { ratingsAt } from "./rating-bands.ts";

/** Sessions of each range button. */
export const ranges = { "1M": 21, "3M": 63, "6M": 126, "1Y": 252, All: Number.POSITIVE_INFINITY } as const;
export type RangeName = keyof typeof ranges;

/** What the reader has set on any chart. */
export interface Scales {
  readonly range: RangeName;
  readonly log: boolean;
}

/** What the reader has set on a chart of prices. */
export interface ChartView extends Scales {
  /** Ids of the indicators that are drawn. */
  readonly indicators: readonly string[];
}

/** The ranges that the prices fill, and all of them. */
export function filledRanges(sessions: number): RangeName[] {
  const names: readonly RangeName[] = ["1M", "3M", "6M", "1Y"];
  return [...names.filter((name) => ranges[name] < sessions), "All"];
}

/** The range that a chart opens with: the longest of those wanted that is filled. Ratings are looked at over a year. */
export function openingRange({ bars, tracks }: Pick<ChartData, "bars" | "tracks">, isNarrow: boolean): RangeName {
  const [wide, narrow] = tracks.length > 0 ? (["1Y", "6M"] as const) : (["6M", "3M"] as const);
  const wanted = isNarrow ? narrow : wide;
  return filledRanges(bars.length).includes(wanted) ? wanted : "All";
}

/** Means that were cited are drawn from the start; the rest is a press away. */
export function openingIndicators({ indicators }: ChartData): string[] {
  return indicators.filter(({ id }) => id.startsWith("sma_")).map(({ id }) => id);
}

/** The first place that a range shows. */
export function firstPlace(slots: readonly Slot[], range: RangeName): number {
  return Math.max(0, asOfPlace(slots) + 1 - placesOf(slots, ranges[range]));
}

/** The smallest range that shows a place. */
export function rangeWith(slots: readonly Slot[], sessions: number, place: number): RangeName {
  return filledRanges(sessions).find((range) => firstPlace(slots, range) <= place) ?? "All";
}

/** The last place on or before a day; the first for a day before all. */
export function placeOf(slots: readonly Slot[], date: string): number {
  return Math.max(
    0,
    slots.findLastIndex((slot) => slot.date <= date),
  );
}

/** What happened at a place: on its day, or since the day of the place before it (a weekend's news). */
export function marksAt(slots: readonly Slot[], marks: readonly ChartMark[], place: number): ChartMark[] {
  const date = slots[place]?.date;
  if (date === undefined) return [];
  const next = slots[place + 1]?.date ?? "9999";
  return marks.filter((mark) => mark.date >= date && mark.date < next);
}

/** What a chart says of one place, in figures that are ready to be read. */
export interface SlotText {
  readonly date: string;
  /** `null`: there is no price. */
  readonly prices: readonly (readonly [name: "Open" | "High" | "Low" | "Close", value: string])[] | null;
  readonly change: { readonly text: string; readonly up: boolean } | null;
  readonly volume: string | null;
  /** Why there is no price, or that the run knew nothing of it. */
  readonly note: string | null;
}

export function slotText(slots: readonly Slot[], place: number): SlotText {
  const slot = slots[place];
  if (slot === undefined) return { date: "", prices: null, change: null, volume: null, note: null };
  const { date, bar, missing, later } = slot;
  if (bar === null) {
    const note = missing === 0 ? "No price on this date" : `No price, ${counted(missing, "session")} missing`;
    return { date, prices: null, change: null, volume: null, note };
  }
  return {
    date,
    prices: [
      ["Open", priceDigits(bar.open)],
      ["High", bar.rangeUnknown === true ? notKept : priceDigits(bar.high)],
      ["Low", bar.rangeUnknown === true ? notKept : priceDigits(bar.low)],
      ["Close", priceDigits(bar.close)],
    ],
    change: changeOf(slots, place, bar.close),
    volume: bar.volume == null ? null : volumes.format(bar.volume),
    note: later ? "After the as-of date" : null,
  };
}

/** What is drawn where nobody kept a price. */
const notKept = "–";

/** Of the four prices those that are known. */
export function known(prices: SlotText["prices"]): NonNullable<SlotText["prices"]> {
  return (prices ?? []).filter(([, value]) => value !== notKept);
}

const volumes = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Since the close before; where sessions are missing in between, it says since when. */
function changeOf(slots: readonly Slot[], place: number, close: number): SlotText["change"] {
  const at = slots.findLastIndex((slot, index) => index < place && slot.bar !== null);
  const before = slots[at];
  if (before === undefined || before.bar === null) return null;
  const share = close / before.bar.close - 1;
  const since = at === place - 1 ? "" : ` since ${before.date}`;
  return { text: `${share > 0 ? "+" : ""}${percentText(share, 2)}${since}`, up: share >= 0 };
}

/** The value of an indicator's line at a place. */
export function lineText({ values }: IndicatorLine, slot: Slot | undefined): string | null {
  const value = slot?.index == null ? null : (values[slot.index] ?? null);
  return value === null ? null : priceDigits(value).replace("-", "\u2212");
}

const markNames = {
  split: "Split",
  dividend: "Dividend",
  earnings: "Earnings",
  filing: "Filing",
  news: "News",
  post: "Post",
} as const satisfies Record<ChartMark["type"], string>;

export function markText({ type, label, evidence }: ChartMark): string {
  const id = evidence === null ? "" : ` ${evidence}`;
  return type === "split" || type === "dividend" ? label : `${markNames[type]}${id}: ${label}`;
}

/** A place in a sentence, for whoever hears it. */
export function spokenSlot(
  slots: readonly Slot[],
  place: number,
  { indicators, tracks }: Pick<ChartData, "indicators" | "tracks">,
  marks: readonly ChartMark[],
): string {
  const { date, prices, change, volume, note } = slotText(slots, place);
  const figures = known(prices).map(([name, value]) => `${name.toLowerCase()} ${value}`);
  const lines = indicators.flatMap(({ lines: drawn }) =>
    drawn.flatMap((line) => {
      const value = lineText(line, slots[place]);
      return value === null ? [] : [`${line.name} ${value}`];
    }),
  );
  return [
    date,
    ...(note === null ? [] : [note]),
    ...figures,
    ...(change === null ? [] : [`change ${change.text}`]),
    ...(volume === null ? [] : [`volume ${volume}`]),
    ...lines,
    ...spokenMarks(marks),
    ...ratingsAt(tracks, slots, place),
  ].join(", ");
}

/** Headlines are counted: read one after the other they would bury the figures. */
export function spokenMarks(marks: readonly ChartMark[]): string[] {
  const of = (type: ChartMark["type"]): number => marks.filter((mark) => mark.type === type).length;
  return [
    ...marks.filter(({ type }) => type !== "news" && type !== "post").map(markText),
    ...(of("news") === 0 ? [] : [counted(of("news"), "news item")]),
    ...(of("post") === 0 ? [] : [counted(of("post"), "post")]),
  ];
}
