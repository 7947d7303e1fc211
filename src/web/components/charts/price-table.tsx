import type { ChartBar } from "#src/contract/run.ts";
import { priceDigits } from "#src/report/words.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

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
          <TBody>
            {shown.map(({ date, open, high, low, close }) => (
              <TR key={date}>
                <TD className="whitespace-nowrap tabular-nums">{date}</TD>
                {[open, high, low, close].map((price, index) => (
                  <TD key={["open", "high", "low", "close"][index]} numeric>
                    {priceDigits(price)}
                  </TD>
                ))}
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </details>
  );
}
