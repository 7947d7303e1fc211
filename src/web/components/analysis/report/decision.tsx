import { checkTitle, type Finished } from "#src/report/words.ts";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { Check } from "#src/contract/judgement.ts";
import { AgentSection } from "./agent-section.tsx";
import type { RunProse } from "./prose.tsx";
import { Section } from "./section.tsx";

const outcomes = {
  pass: { tone: "positive", label: "Pass" },
  fail: { tone: "negative", label: "Fail" },
  not_checked: { tone: "neutral", label: "Not checked" },
} as const satisfies Record<Check["outcome"], { tone: Tone; label: string }>;

/** What the trader proposed and the portfolio manager made of it, and how both stood up to the checks. */
export function Decision({ finished, prose }: { finished: Finished; prose: RunProse }) {
  const { trader, portfolio_manager: manager, checks } = finished.reports;
  const spoke = [trader, manager].filter((report) => report !== undefined);
  if (spoke.length === 0 && checks.length === 0) return null;
  return (
    <Section id="decision" title="Decision">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {spoke.map((report) => (
          <AgentSection key={report.agent} report={report} prose={prose} />
        ))}
      </div>
      {checks.length === 0 ? null : (
        <div className="min-w-0 rounded-lg border bg-surface py-2">
          <Table aria-label="Checks of the levels and the rating">
            <THead>
              <TR>
                <TH>Check</TH>
                <TH>Outcome</TH>
                <TH className="w-full max-sm:hidden">Detail</TH>
              </TR>
            </THead>
            <TBody>
              {checks.map(({ id, outcome, detail }) => (
                <TR key={id}>
                  <TD className="sm:whitespace-nowrap">
                    {checkTitle(id)}
                    <span className="mt-0.5 block text-xs text-muted sm:hidden">{detail}</span>
                  </TD>
                  <TD>
                    <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
                  </TD>
                  <TD className="text-muted max-sm:hidden">{detail}</TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </div>
      )}
    </Section>
  );
}
