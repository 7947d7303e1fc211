import type { Reports } from "#src/contract/run.ts";
import type { Finished } from "#src/report/words.ts";
import { stages } from "../agents.ts";
import { citedIds } from "./cited.ts";
import { Cost } from "./cost.tsx";
import { DataNotes } from "./data-notes.tsx";
import { Debate, isDebate, partId } from "./debate.tsx";
import { Decision } from "./decision.tsx";
import { EvidenceRoom } from "./evidence-room.tsx";
import { EvidenceTable } from "./evidence-table.tsx";
import { proseOf } from "./prose.tsx";
import { Section } from "./section.tsx";
import { shown } from "./shown-evidence.ts";
import { Verdict } from "./verdict.tsx";

/** The parts below, to go to at once: a report is long. */
function Contents({ reports, evidence }: { reports: Reports; evidence: boolean }) {
  const spoke = stages.filter(({ title, agents }) => isDebate(title) && agents.some((agent) => reports[agent]));
  const parts = [
    ...(reports.trader === undefined ? [] : [{ id: "decision", title: "Decision" }]),
    ...spoke.map(({ title }) => ({ id: partId(title), title })),
    { id: "data", title: "Data" },
    ...(evidence ? [{ id: "evidence", title: "Evidence" }] : []),
    { id: "cost", title: "Cost" },
  ];
  return (
    <nav aria-label="Parts of the report" className="-mb-6 overflow-x-auto">
      <ul className="flex gap-5 text-sm whitespace-nowrap">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="rounded-sm text-muted underline-offset-4 hover:text-ink hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Of a piece of evidence in the table, as measured from 390 to 1280 px: the narrower, the more lines it takes. */
const rowHeight = "clamp(4.1rem, 9.9rem - 10.3vw, 7.4rem)";

/** A finished run as a page: the verdict first, then what led to it, then what it rests on. */
export function ReportView({ finished }: { finished: Finished }) {
  const { run, reports } = finished;
  const { evidence } = run.manifest;
  const prose = proseOf(evidence);
  const items = evidence.map(shown);
  const known = new Set(items.map(({ id }) => id));
  return (
    <EvidenceRoom evidence={items}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Contents reports={reports} evidence={items.length > 0} />
        <Verdict finished={finished} prose={prose} />
        <Decision finished={finished} prose={prose} />
        <Debate reports={reports} prose={prose} />
        <DataNotes reports={reports} />
        {items.length === 0 ? null : (
          <Section
            id="evidence"
            title="Evidence"
            note={reports.data.session === null ? undefined : `All of it known by the close of ${reports.data.session}`}
            height={`calc(${items.length} * ${rowHeight})`}
          >
            <EvidenceTable evidence={items} cited={citedIds(reports).filter((id) => known.has(id))} />
          </Section>
        )}
        <Cost finished={finished} />
      </div>
    </EvidenceRoom>
  );
}
