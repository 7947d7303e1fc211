import type { ChartData, ChartMark, IndicatorLine, Slot } from "#src/contract/chart.ts";
import { counted, percentText, priceDigits } from "#src/core/text/number-text.ts";
import { ratingsAt } from "./rating-bands.ts";

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
