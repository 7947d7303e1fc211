import { Download } from "lucide-react";
import type {
  BacktestValidity,
  ValidityReport,
  ValiditySection,
  ValidityTable,
  ValidityVerdict,
} from "#src/contract/backtests/validity.ts";
import { asSentence } from "#src/report/text/result-text.ts";
import {
  validityHeadline,
  figureText,
  sectionTitle,
  valueText,
  verdictTexts,
} from "#src/report/backtest/validity-report.ts";
import { getValidity } from "#src/product/backtests/backtests.ts";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import { Alert, Progress, Badge, type Tone, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { makeValidity } from "#src/web/actions/backtests.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { Table, TBody, TD, TH, THead, TR } from "../ui/table.tsx";

const everyMs = 2000;
/** Its name in an address. */
const validityPart = "validity";

/** What a backtest proves and what it does not, or how to find out. */
export async function ValidityPart({ id }: { readonly id: string }) {
  const validity = await getValidity(contextOf(await requireViewer()), id);
  const isOpen = validity?.status === "queued" || validity?.status === "running";
  const report = validity?.report ?? null;
  return (
    <Card
      id={validityPart}
      aria-labelledby="validity-title"
      className="mt-6 min-w-0 scroll-mt-20"
      title="Validity"
      titleId="validity-title"
      description={
        report === null
          ? "Tests whether the result rests on a leak, lenient costs, luck or memory: P1 to P6 of The Alpha Illusion, the deflated Sharpe ratio with every configuration you tried, the probability of overfitting, regimes, the training cut-off and the cost of models."
          : validityHeadline(report)
      }
      flush
    >
      <RefreshWhile active={isOpen} everyMs={everyMs} />
      <CardContent className="grid gap-4 pb-5">
        {validity !== null && isOpen ? <Making validity={validity} /> : null}
        {validity?.status === "failed" ? (
          <Alert tone="negative" title="The report could not be made">
            {validity.error === null ? null : asSentence(validity.error)}
          </Alert>
        ) : null}
        {isOpen ? null : <Start id={id} validity={validity} />}
      </CardContent>
      {report === null ? null : <Sections id={id} report={report} />}
    </Card>
  );
}

/** Behind a colon. */
function headlineIn(report: ValidityReport): string {
  const headline = validityHeadline(report);
  return `${headline.charAt(0).toLowerCase()}${headline.slice(1)}`;
}

/** The verdict in one line, for the top of the page; nothing without a report. */
export async function ValidityLine({ id }: { readonly id: string }) {
  const validity = await getValidity(contextOf(await requireViewer()), id);
  if (validity?.report == null) return null;
  return (
    <p className="mb-6 text-sm">
      Validity: {headlineIn(validity.report)} <TextLink href={`#${validityPart}`}>What was tested</TextLink>
    </p>
  );
}

function Making({ validity: { status } }: { readonly validity: BacktestValidity }) {
  return (
    <div className="grid gap-2">
      <Progress label="Validity report" value={null} max={1} />
      <output className="text-sm font-medium">{status === "running" ? "Deciding again" : "Queued"}</output>
      <p className="text-xs text-muted">You can leave this page. The report continues.</p>
    </div>
  );
}

function Start({ id, validity }: { readonly id: string; readonly validity: BacktestValidity | null }) {
  const made = validity?.status === "succeeded" ? validity.finished_at : null;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        {made === null ? (
          "It is free. Each date is decided again, with the rules engine or with stored answers."
        ) : (
          <>
            Made <Time at={made} />. Make it again to count what you have tried since.
          </>
        )}
      </p>
      <ActionForm action={makeValidity} hidden={{ id }}>
        <Submit size="sm" variant={validity?.report != null ? "secondary" : "primary"}>
          {validity?.report != null ? "Make the report again" : "Make validity report"}
        </Submit>
      </ActionForm>
    </div>
  );
}

function Sections({ id, report }: { readonly id: string; readonly report: ValidityReport }) {
  return (
    <>
      <ul className="divide-y border-t">
        {report.sections.map((section) => (
          <ValiditySectionView key={section.id} section={section} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 border-t px-5 py-4">
        {["validity.md", "validity.json"].map((file) => (
          <LinkButton href={`/backtests/${id}/${file}`} download key={file} variant="secondary" size="sm">
            <Download aria-hidden /> {file}
          </LinkButton>
        ))}
      </div>
    </>
  );
}

const tones: Readonly<Record<ValidityVerdict, Tone>> = { pass: "positive", fail: "negative", cannot_tell: "neutral" };

/** One test: its verdict and why, and what it rests on behind it. */
function ValiditySectionView({ section }: { readonly section: ValiditySection }) {
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
