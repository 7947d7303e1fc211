import { Fragment } from "react";
import { valueText } from "#src/report/result-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { DemoRun } from "./demo-run.ts";

/** Bull and bear side by side, the trader's decision, and the evidence that all of them cite. */
export function ReportExcerpt({ run }: { run: DemoRun }) {
  return (
    <article className="overflow-hidden rounded-lg border bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-4">
        <h3 className="text-base font-semibold">
          {run.name}, {run.session}
        </h3>
        <div className="flex flex-wrap gap-2">
          <Badge tone="warning">Synthetic data</Badge>
          <Badge>Rules engine, no language model</Badge>
        </div>
      </header>
      <div className="grid divide-y md:grid-cols-2 md:divide-x md:divide-y-0">
        <Side title="Bull" rule="bg-positive" points={run.bull} evidence={run.evidence} />
        <Side title="Bear" rule="bg-negative" points={run.bear} evidence={run.evidence} />
      </div>
      <div className="grid gap-2 border-t px-5 py-5">
        <h4 className="text-sm font-semibold">Trader</h4>
        <p className="max-w-3xl text-base text-ink">
          <Cited text={run.decision} evidence={run.evidence} />
        </p>
      </div>
      <div className="border-t">
        <Table aria-label="Evidence cited above">
          <THead>
            <TR>
              <TH>ID</TH>
              <TH>Evidence</TH>
              <TH numeric>Value</TH>
              <TH className="max-sm:hidden">Date</TH>
              <TH className="max-sm:hidden">Source</TH>
            </TR>
          </THead>
          <TBody>
            {run.evidence.map(({ id, label, value, unit, at, source }) => (
              <TR key={id} id={`evidence-${id}`} className="scroll-mt-20 target:bg-accent-soft">
                <TD className="font-mono text-xs text-accent">{id}</TD>
                <TD className="sm:min-w-56">{label}</TD>
                <TD numeric className="whitespace-nowrap">
                  {valueText({ value, unit, text: null })}
                </TD>
                <TD className="whitespace-nowrap text-muted tabular-nums max-sm:hidden">{at}</TD>
                <TD className="whitespace-nowrap text-muted max-sm:hidden">{source}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  readonly rule: string;
  readonly points: readonly string[];
  readonly evidence: DemoRun["evidence"];
}

function Side({ title, rule, points, evidence }: SideProps) {
  return (
    <section className="grid content-start gap-3 px-5 py-5">
      <h4 className="flex items-center gap-2 text-sm font-semibold">
        <span aria-hidden className={`h-3.5 w-1 rounded-full ${rule}`} />
        {title}
      </h4>
      <ul className="grid gap-3 text-sm">
        {points.map((point) => (
          <li key={point}>
            <Cited text={point} evidence={evidence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A text of a run whose `[M6]` lead to the table of evidence below. */
function Cited({ text, evidence }: { text: string; evidence: DemoRun["evidence"] }) {
  const known = new Map(evidence.map((item) => [item.id, item]));
  const parts = text.split(/(\[[MSNFD]\d+\])/);
  let offset = 0;
  return parts.map((part) => {
    offset += part.length;
    const item = known.get(part.slice(1, -1));
    if (item === undefined) return <Fragment key={offset}>{part}</Fragment>;
    return (
      <a
        key={offset}
        href={`#evidence-${item.id}`}
        aria-label={`Evidence ${item.id}: ${item.label}`}
        className="rounded-sm bg-accent-soft px-1 font-mono text-xs whitespace-nowrap text-accent hover:underline"
      >
        {item.id}
      </a>
    );
  });
}
