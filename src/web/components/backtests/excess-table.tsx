import type { DebateExcess } from "#src/contract/backtest.ts";
import { excessHeadings, excessRow } from "#src/report/debate-excess.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

/** The debate beside who decides on the same evidence without one. */
export function ExcessTable({ lines }: { lines: readonly DebateExcess[] }) {
  return (
    <Table aria-label="What the debate adds" className="[&_td]:whitespace-nowrap">
      <THead>
        <TR>
          {excessHeadings.map((heading, index) => (
            <TH key={heading} numeric={index > 0}>
              {heading}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {lines.map((line) => (
          <TR key={line.over}>
            {excessRow(line).map((cell, index) => (
              <TD key={excessHeadings[index]} numeric={index > 0} className={index === 0 ? "font-medium" : undefined}>
                {cell}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
