import type { LevelResults } from "#src/contract/backtest-levels.ts";
import { levelHeadings, levelRow, unsettledText } from "#src/report/level-results.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

/** What became of the proposed positions, in one row. */
export function LevelTable({ levels }: { levels: LevelResults }) {
  const unsettled = unsettledText(levels);
  return (
    <>
      <Table aria-label="What the levels did" className="[&_td]:whitespace-nowrap">
        <THead>
          <TR>
            {levelHeadings.map((heading) => (
              <TH key={heading} numeric>
                {heading}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          <TR>
            {levelRow(levels).map((cell, index) => (
              <TD key={levelHeadings[index]} numeric>
                {cell}
              </TD>
            ))}
          </TR>
        </TBody>
      </Table>
      {unsettled === null ? null : <p className="px-6 py-4 text-sm text-muted">{unsettled}</p>}
    </>
  );
}
