import { percentText } from "#src/platform/number-text.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { listedSessions } from "./curve-points.ts";
import type { StrategyLine } from "./strategies.ts";

interface Props {
  readonly sessions: readonly string[];
  /** Those that are drawn. */
  readonly lines: readonly StrategyLine[];
  /** The first place of the range that is shown. */
  readonly from: number;
}

/** What the curves show, as figures, newest first. Over a long range it lists the last session of each month. */
export function CurveTable({ sessions, lines, from }: Props) {
  return (
    <div className="max-h-96 overflow-y-auto rounded-lg border bg-surface py-2">
      <Table aria-label="Return and drawdown by session">
        <THead>
          <TR>
            <TH>Session</TH>
            {lines.flatMap(({ strategy, title }) => [
              <TH key={strategy} numeric>
                {title}
              </TH>,
              <TH key={`${strategy} drawdown`} numeric>
                Drawdown
              </TH>,
            ])}
          </TR>
        </THead>
        <TBody>
          {listedSessions(sessions, from).map((at) => (
            <TR key={at}>
              <TD className="whitespace-nowrap">{sessions[at]}</TD>
              {lines.flatMap(({ strategy, returns, drawdowns }) => [
                <TD key={strategy} numeric>
                  {percentText(returns[at] ?? 0, 1)}
                </TD>,
                <TD key={`${strategy} drawdown`} numeric>
                  {percentText(drawdowns[at] ?? 0, 1)}
                </TD>,
              ])}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
