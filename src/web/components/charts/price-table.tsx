import type { ChartBar } from "#src/contract/run.ts";
import { priceDigits } from "#src/report/words.ts";
import { Table, TBody, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const sessions = 60;

/** The chart's last sessions as figures, newest first. */
export function PriceTable({ bars, currency }: { bars: readonly ChartBar[]; currency: string }) {
  const shown = bars.slice(-sessions).toReversed();
  return (
    <details className="min-w-0 rounded-md border">
      <summary className="rounded-md px-4 py-2.5 text-xs text-muted hover:text-ink">
        The last {shown.length} sessions as figures
      </summary>
      <div className="max-h-80 overflow-y-auto border-t">
        <Table aria-label={`Daily prices in ${currency}`}>
          <THead>
            <TR>
              <TH className="w-full">Session</TH>
              <TH numeric>Open</TH>
              <TH numeric>High</TH>
              <TH numeric>Low</TH>
              <TH numeric>Close</TH>
            </TR>
          </THead>
          {/* Said once for all cells: as class names of each they would outweigh the figures. */}
          <TBody className="text-right tabular-nums [&_td]:px-3 [&_td]:py-2.5 [&_td]:align-baseline [&_td:first-child]:pl-5 [&_td:first-child]:text-left [&_td:first-child]:whitespace-nowrap [&_td:last-child]:pr-5">
            {shown.map(({ date, open, high, low, close }) => (
              <tr key={date}>
                <td>{date}</td>
                <td>{priceDigits(open)}</td>
                <td>{priceDigits(high)}</td>
                <td>{priceDigits(low)}</td>
                <td>{priceDigits(close)}</td>
              </tr>
            ))}
          </TBody>
        </Table>
      </div>
    </details>
  );
}
