import { dataNotes, instantText } from "#src/report/words.ts";
import type { Reports } from "#src/contract/run.ts";
import { Section } from "./section.tsx";

/** Where the evidence came from, and what was missing, refused or stale as of the date. */
export function DataNotes({ reports }: { reports: Reports }) {
  const { sources, as_of: asOf, historical } = reports.data;
  const notes = dataNotes(reports);
  return (
    <Section id="data" title="About the data">
      <div className="grid gap-4 rounded-lg border bg-surface p-5 text-sm">
        {asOf === null ? null : (
          <p>
            Every piece of evidence was public by <strong className="font-semibold">{instantText(asOf)}</strong>: what
            became known later, or whose publication is not known, was kept from the agents by code.
            {historical ? " Sources that show only the present were refused." : ""}
          </p>
        )}
        {sources.length === 0 ? null : <p className="text-muted">Sources: {sources.join(", ")}</p>}
        {notes.length === 0 ? (
          <p className="text-muted">Nothing was missing, refused or stale.</p>
        ) : (
          <ul className="grid list-disc gap-1.5 pl-5">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
