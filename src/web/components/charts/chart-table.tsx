import { Fragment } from "react";
import { counted } from "#src/core/text/number-text.ts";
import type { ChartData, Slot } from "#src/contract/chart.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { marksAt } from "./chart-view.ts";
import { newRatingsAt } from "./rating-bands.ts";
import { markText, slotText } from "./slot-text.ts";
import { TextLink } from "#src/web/components/ui/links.tsx";

interface Props {
  readonly data: ChartData;
  /** Of the whole chart, and the first place of the range that is shown. */
  readonly slots: readonly Slot[];
  readonly from: number;
}

/** What the chart shows, as figures, newest first. Sessions without a price stand in one row. */
export function ChartTable({ data, slots, from }: Props) {
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
