import type { BacktestResult } from "#src/contract/backtest.ts";
import { asSentence } from "#src/report/result-text.ts";
import { counted } from "#src/core/number-text.ts";
import { figures, headings, titleOf } from "#src/report/backtest-figures.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

/** Where the cut-off lies, and the figures before and after it. */
export function CutoffNote({ result }: { result: BacktestResult }) {
  const { date, source, periods } = result.cutoff;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <p>
        {date === null ? (
          <>No cut-off. {asSentence(source)}</>
        ) : (
          <>
            <strong className="tabular-nums">{date}</strong>, {source}. The model may have learned what happened before
            this date. Only the period after it tests judgement.
            {periods.length === 2 ? "" : " The whole period is on one side of the cut-off."}
          </>
        )}
      </p>
      {result.masking.on ? (
        <p>The instrument was hidden from the model. What cannot be hidden: {result.masking.cannot_hide.join("; ")}.</p>
      ) : null}
      {periods.map(({ name, from, to, decisions, strategies }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-medium tabular-nums">
            {name === "before the cut-off" ? "Before" : "After"}: {from} to {to}, {counted(decisions, "decision")}
          </h3>
          <div className="rounded-md border">
            <Table aria-label={`Strategies ${name}`}>
              <THead>
                <TR>
                  <TH>Strategy</TH>
                  {headings.map((heading) => (
                    <TH key={heading} numeric>
                      {heading}
                    </TH>
                  ))}
                </TR>
              </THead>
              <TBody>
                {strategies.map(({ strategy, metrics }) => (
                  <TR key={strategy}>
                    <TD className="whitespace-nowrap">{titleOf(result, strategy)}</TD>
                    {figures(metrics).map((figure, index) => (
                      <TD key={headings[index]} numeric className="whitespace-nowrap">
                        {figure}
                      </TD>
                    ))}
                  </TR>
                ))}
              </TBody>
            </Table>
          </div>
        </div>
      ))}
    </div>
  );
}
