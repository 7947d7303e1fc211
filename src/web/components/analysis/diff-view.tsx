import type { ReactNode } from "react";
import Link from "next/link";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Change, RunDiff } from "#src/contract/run-diff.ts";
import { agentTitles, valueText, type Finished } from "#src/report/words.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { proseOf } from "./report/prose.tsx";
import { exactText } from "./report/shown-evidence.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

/** The evidence has no place on this page to link to. */
const { Thesis } = proseOf([]);

interface Props {
  readonly diff: RunDiff;
  readonly before: Finished;
  readonly after: Finished;
}

/** What changed from one run to another: outcome and argument first, then the evidence and the setting. */
export function DiffView({ diff, before, after }: Props) {
  const { evidence } = diff;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-4 md:grid-cols-2">
        <Side title="First" finished={before} />
        <Side title="Second" finished={after} />
      </div>
      <Part title="Outcome" same={diff.outcome.length === 0}>
        <Changes changes={diff.outcome} label="Changes of the outcome" />
      </Part>
      <Part title="Argument" same={diff.arguments.length === 0}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          {diff.arguments.map(({ agent, added, removed, fields }) => (
            <article key={agent} className="grid min-w-0 content-start gap-3 rounded-lg border bg-surface p-5">
              <h3 className="text-base font-semibold">{agentTitles[agent]}</h3>
              {fields.length === 0 ? null : <Fields fields={fields} />}
              <Claims mark="−" word="Only in the first" claims={removed} look="text-negative" />
              <Claims mark="+" word="Only in the second" claims={added} look="text-positive" />
            </article>
          ))}
        </div>
      </Part>
      <Part title="Evidence" same={evidence.changed.length + evidence.added.length + evidence.removed.length === 0}>
        {evidence.changed.length === 0 ? null : (
          <Changes changes={evidence.changed} label="Measures with another value" measured />
        )}
        <Items title="Only in the first" items={evidence.removed} />
        <Items title="Only in the second" items={evidence.added} />
      </Part>
      <Part title="Setting" same={diff.setting.length === 0}>
        <Changes changes={diff.setting} label="Changes of the setting" />
      </Part>
    </div>
  );
}

function Side({ title, finished: { run, reports } }: { title: string; finished: Finished }) {
  const { data, review_reason: reason } = reports;
  return (
    <section className="grid content-start gap-4 rounded-lg border bg-surface p-5">
      <div>
        <p className="text-xs text-muted">{title}</p>
        <h2 className="text-base font-semibold">
          <Link href={`/analyses/${run.manifest.run_id}`} className="rounded-sm underline-offset-4 hover:underline">
            {data.symbol} as of {data.session ?? run.request.trade_date}
          </Link>
        </h2>
      </div>
      <RatingScale rating={run.result.rating} />
      <p className="text-sm text-muted">{reason ?? <Thesis reports={reports} />}</p>
    </section>
  );
}

function Part({ title, same, children }: { title: string; same: boolean; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {same ? <p className="text-sm text-muted">The same in both.</p> : children}
    </section>
  );
}

/** Before and after in a table; measures with their unit and how far they moved. */
function Changes({ changes, label, measured = false }: ChangesProps) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface py-2">
      <Table aria-label={label}>
        <THead>
          <TR>
            <TH>{measured ? "Measure" : "What"}</TH>
            <TH numeric={measured}>First</TH>
            <TH numeric={measured}>Second</TH>
          </TR>
        </THead>
        <TBody>
          {changes.map(({ name, before, after, unit = null }) => (
            <TR key={name}>
              <TD className="min-w-24">{measured ? name : words(name)}</TD>
              <TD numeric={measured} className="max-w-96 break-words text-muted">
                {text(before, unit)}
              </TD>
              <TD numeric={measured} className="max-w-96 break-words">
                {text(after, unit)}
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

interface ChangesProps {
  readonly changes: readonly (Change & { readonly unit?: string | null })[];
  readonly label: string;
  readonly measured?: boolean;
}

function Fields({ fields }: { fields: readonly Change[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {fields.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{words(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums">
            <span className="text-muted">{text(before, null)}</span> → {text(after, null)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ClaimsProps {
  readonly mark: string;
  readonly word: string;
  readonly claims: readonly string[];
  readonly look: string;
}

function Claims({ mark, word, claims, look }: ClaimsProps) {
  if (claims.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <p className={classNames("text-xs font-medium", look)}>{word}</p>
      <ul className="grid gap-1 text-sm">
        {claims.map((claim) => (
          <li key={claim} className="flex gap-2">
            <span aria-hidden className={classNames("font-mono", look)}>
              {mark}
            </span>
            <span className="min-w-0 break-words">{claim}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Items({ title, items }: { title: string; items: readonly Evidence[] }) {
  if (items.length === 0) return null;
  return (
    <details className="min-w-0 rounded-lg border bg-surface">
      <summary className="rounded-lg px-5 py-3 text-sm">
        {title}: {items.length} {items.length === 1 ? "piece" : "pieces"}
      </summary>
      <ul className="grid gap-1.5 border-t px-5 py-4 text-sm">
        {items.map((item) => (
          <li key={item.id} className="min-w-0 break-words">
            <span className="text-muted tabular-nums">{item.at}</span> {item.label}: {valueText(item)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

function text(value: Change["before"], unit: string | null): string {
  if (value === null) return "none";
  return typeof value === "number" ? exactText(value, unit) : String(value);
}
