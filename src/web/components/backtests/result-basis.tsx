import type { BacktestResult } from "#src/contract/backtest.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

/** Assumptions, notes on the data, and which archives and code it was made with. */
export function ResultBasis({ result }: { result: BacktestResult }) {
  const { assumptions, instruments, settings } = result;
  const notes = instruments.flatMap(({ symbol, notes: own }) => own.map((note) => ({ symbol, note })));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="rounded-md border">
        <Table aria-label="Instruments">
          <THead>
            <TR>
              <TH>Symbol</TH>
              <TH>First price</TH>
              <TH>Last price</TH>
              <TH numeric>Sessions</TH>
              <TH numeric>Missing prices</TH>
              <TH numeric>Splits</TH>
              <TH numeric>Dividends</TH>
            </TR>
          </THead>
          <TBody>
            {instruments.map((one) => (
              <TR key={one.symbol}>
                <TD className="font-medium" title={one.name}>
                  {one.symbol}
                </TD>
                <TD className="whitespace-nowrap tabular-nums">{one.first_session}</TD>
                <TD className="whitespace-nowrap tabular-nums">{one.last_session}</TD>
                <TD numeric>{one.sessions}</TD>
                <TD numeric>{one.sessions_without_price}</TD>
                <TD numeric>{one.splits}</TD>
                <TD numeric>{one.dividends}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
      {notes.length === 0 ? null : (
        <ul className="grid gap-1 text-muted">
          {notes.map(({ symbol, note }) => (
            <li key={`${symbol} ${note}`}>
              {symbol}: {note}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-1 text-xs text-muted">
        {settings.archives.map(({ name, sha256 }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>Archive {name}, SHA-256</dt>
            <dd className="font-mono wrap-anywhere">{sha256}</dd>
          </div>
        ))}
        <div className="flex flex-wrap gap-x-2">
          <dt>Code</dt>
          <dd className="font-mono wrap-anywhere">{settings.code_version}</dd>
        </div>
      </dl>
    </div>
  );
}
