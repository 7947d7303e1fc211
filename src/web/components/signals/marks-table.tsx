import type { Mark } from "#src/contract/signals.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { priceText, returnText, sessionsText } from "./signal-text.ts";

/** What became of one signal, horizon by horizon. */
export function MarksTable({ marks }: { marks: readonly Mark[] }) {
  return (
    <Table aria-label="Outcome">
      <THead>
        <TR>
          <TH>After</TH>
          <TH>Exit</TH>
          <TH numeric>Price</TH>
          <TH numeric>Return</TH>
          <TH numeric>After costs</TH>
          <TH numeric>Benchmark</TH>
          <TH numeric>Excess</TH>
          <TH>Result</TH>
        </TR>
      </THead>
      <TBody>
        {marks.map((mark) => (
          <TR key={mark.horizon}>
            <TD className="font-medium whitespace-nowrap">{sessionsText(mark.horizon)}</TD>
            <TD className="whitespace-nowrap">{mark.exit_session ?? "–"}</TD>
            <TD numeric>{priceText(mark.exit_price)}</TD>
            <TD numeric>{returnText(mark.return)}</TD>
            <TD numeric>{returnText(mark.net_return)}</TD>
            <TD numeric>{returnText(mark.benchmark_return)}</TD>
            <TD numeric>{returnText(mark.excess_return)}</TD>
            <TD>
              <Verdict mark={mark} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function Verdict({ mark: { status, hit } }: { mark: Mark }) {
  if (status === "open") return <Badge>Open</Badge>;
  if (hit === null) return <span className="text-xs text-muted">No direction</span>;
  return <Badge tone={hit ? "positive" : "negative"}>{hit ? "Right" : "Wrong"}</Badge>;
}
