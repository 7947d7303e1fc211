import Link from "next/link";
import type { Coverage } from "#src/contract/instruments.ts";
import type { Watchlist } from "#src/contract/signals.ts";
import { counted } from "#src/platform/number-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

interface Props {
  readonly list: Pick<Watchlist, "name" | "instruments">;
  readonly coverage: Readonly<Record<string, Coverage>>;
}

/** What a list holds: each symbol's company, and the data there is on it. */
export function Instruments({ list: { name, instruments }, coverage }: Props) {
  return (
    <details className="w-full text-sm">
      <summary className="w-fit cursor-pointer text-xs text-muted underline-offset-4 hover:underline">
        {counted(instruments.length, "instrument")}
        <span className="sr-only">
          {" "}
          of <bdi>{name}</bdi>
        </span>
        : names and data
      </summary>
      <div className="pt-2">
        <Table aria-label={`Instruments of ${name}`}>
          <THead>
            <TR>
              <TH>Symbol</TH>
              <TH>Company</TH>
              <TH>Prices</TH>
            </TR>
          </THead>
          <TBody>
            {instruments.map(({ symbol }) => (
              <TR key={symbol}>
                <TD>
                  <Link
                    href={`/instruments/${encodeURIComponent(symbol)}`}
                    className="font-medium underline-offset-4 hover:underline"
                  >
                    {symbol}
                  </Link>
                </TD>
                <Known coverage={coverage[symbol] ?? { status: "unchecked" }} />
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </details>
  );
}

function Known({ coverage }: { coverage: Coverage }) {
  if (coverage.status === "unchecked")
    return (
      <TD colSpan={2} className="text-muted">
        Not checked: looked up online when it runs
      </TD>
    );
  if (coverage.status === "absent")
    return (
      <TD colSpan={2}>
        <Badge tone="warning">No data</Badge>
      </TD>
    );
  if (coverage.status === "found")
    return (
      <>
        <TD>
          <bdi>{coverage.name}</bdi>
        </TD>
        <TD className="text-muted">Looked up online when it runs</TD>
      </>
    );
  const { name, from, to, synthetic } = coverage;
  return (
    <>
      <TD>
        <bdi>{name}</bdi> {synthetic ? <Badge tone="warning">Synthetic</Badge> : null}
      </TD>
      <TD className="whitespace-nowrap text-muted tabular-nums">
        {from === null || to === null ? "None" : `${from} to ${to}`}
      </TD>
    </>
  );
}
