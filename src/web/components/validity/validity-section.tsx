import type { ValiditySection, ValidityTable, ValidityVerdict } from "#src/contract/validity.ts";
import { figureText, sectionTitle, valueText, verdictTexts } from "#src/report/validity-report.ts";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const tones: Readonly<Record<ValidityVerdict, Tone>> = { pass: "positive", fail: "negative", cannot_tell: "neutral" };

/** One test: its verdict and why, and what it rests on behind it. */
export function ValiditySectionView({ section }: { readonly section: ValiditySection }) {
  const { id, verdict, text, figures, tables, notes } = section;
  const isMore = figures.length + tables.length + notes.length > 0;
  return (
    <li id={`validity-${id}`} className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-1.5 px-5 py-4">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
        {sectionTitle(section)} <Badge tone={tones[verdict]}>{verdictTexts[verdict]}</Badge>
      </h3>
      <p className="text-sm text-muted">{text}</p>
      {isMore ? (
        <details className="min-w-0 text-sm">
          <summary className="cursor-pointer text-muted underline-offset-4 hover:underline">
            Figures and sources
            <span className="sr-only"> of {sectionTitle(section)}</span>
          </summary>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
            {figures.length === 0 ? null : <FigureList figures={figures} />}
            {tables.map((table) => (
              <DataTable key={table.title} table={table} of={sectionTitle(section)} />
            ))}
            {notes.map((note) => (
              <p key={note} className="text-xs text-muted">
                {note}
              </p>
            ))}
          </div>
        </details>
      ) : null}
    </li>
  );
}

/** A list and not a table: formulas are sentences, and a phone has no room for four columns. */
function FigureList({ figures }: Pick<ValiditySection, "figures">) {
  return (
    <dl className="divide-y rounded-md border">
      {figures.map((figure) => (
        <div
          key={figure.key}
          className="grid gap-x-6 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] sm:items-baseline"
        >
          <dt className="font-medium">{figure.label}</dt>
          <dd className="tabular-nums sm:text-right">{figureText(figure)}</dd>
          <dd className="text-xs text-muted sm:col-span-2">
            {figure.formula}. Source: {figure.source}.
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DataTable({ table: { title, columns, rows }, of }: { readonly table: ValidityTable; readonly of: string }) {
  return (
    <div className="min-w-0">
      <h4 className="text-xs font-medium text-muted">{title}</h4>
      <Table aria-label={`${of}: ${title}`}>
        <THead>
          <TR>
            {columns.map(({ name, unit }) => (
              <TH key={name} numeric={unit !== "text"}>
                {name === "" ? <span className="sr-only">What</span> : name}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {rows.map((row) => (
            <TR key={String(row[0])}>
              {row.map((cell, index) => {
                const { name = "", unit = "text" } = columns[index] ?? {};
                return (
                  <TD key={name} numeric={unit !== "text"} className="whitespace-nowrap">
                    {valueText(cell, unit)}
                  </TD>
                );
              })}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
