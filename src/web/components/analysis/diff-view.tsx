import type { ReactNode } from "react";
import Link from "next/link";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Change, RunDiff } from "#src/contract/run-diff.ts";
import { counted } from "#src/platform/number-text.ts";
import { agentTitles, capitalised, exactText, valueText, type FinishedRun } from "#src/report/result-text.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { whatChanged } from "#src/report/what-changed.ts";
import { createReader } from "#src/report/prose.ts";
import { OverlaidCloses } from "./overlaid-closes.tsx";
import { Text } from "./report/prose.tsx";
import { returnText } from "#src/web/components/signals/signal-text.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const { thesis } = createReader(null);

interface Props {
  readonly diff: RunDiff;
  readonly before: FinishedRun;
  readonly after: FinishedRun;
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
      <p className="max-w-prose text-base">
        {whatChanged(diff, { before: before.run.result.rating, after: after.run.result.rating })}
      </p>
      <OverlaidCloses before={before} after={after} />
      <Part title="Outcome" same={diff.outcome.length === 0}>
        <Changes changes={diff.outcome} label="Outcome changes" />
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
        {evidence.changed.length === 0 ? null : <Changes changes={evidence.changed} label="Changed values" measured />}
        <Items title="Only in the first" items={evidence.removed} />
        <Items title="Only in the second" items={evidence.added} />
      </Part>
      <Part title="Settings" same={diff.setting.length === 0}>
        <Changes changes={diff.setting} label="Settings changes" />
      </Part>
    </div>
  );
}

function Side({ title, finished: { run, reports } }: { title: string; finished: FinishedRun }) {
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
      <p className="text-sm text-muted">{reason ?? <Text line={thesis(reports)} linked={false} />}</p>
    </section>
  );
}

function Part({ title, same, children }: { title: string; same: boolean; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {same ? <p className="text-sm text-muted">No differences.</p> : children}
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
            <TH>{measured ? "Measure" : "Field"}</TH>
            <TH numeric={measured}>First</TH>
            <TH numeric={measured}>Second</TH>
            <TH numeric>Change</TH>
          </TR>
        </THead>
        <TBody>
          {changes.map(({ name, before, after, unit = null }) => (
            <TR key={name}>
              <TD className="min-w-24">{measured ? name : titleOf(name)}</TD>
              <TD numeric={measured} className="max-w-96 break-words text-muted">
                {text(before, unit)}
              </TD>
              <TD numeric={measured} className="max-w-96 break-words">
                {text(after, unit)}
              </TD>
              <TD numeric className="whitespace-nowrap text-muted">
                {deltaText(before, after, unit)}
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
          <dt className="text-muted">{titleOf(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums">
            <span className="text-muted">{text(before, null)}</span> → {text(after, null)}{" "}
            <span className="text-xs text-muted">{deltaText(before, after, null)}</span>
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
        {title}: {counted(items.length, "piece")}
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

function titleOf(name: string): string {
  return capitalised(name.replaceAll("_", " "));
}

/** How far a figure moved, and by which share where it has one; nothing for words. */
function deltaText(before: Change["before"], after: Change["before"], unit: string | null): string {
  if (typeof before !== "number" || typeof after !== "number") return "";
  const moved = after - before;
  const delta = `${moved > 0 ? "+" : ""}${exactText(Number(moved.toPrecision(12)), unit)}`;
  // Of a share the difference is in points, and the share of a share would mislead.
  if (unit === "%" || unit === "points" || before <= 0 || after <= 0) return delta;
  return `${delta} (${returnText(after / before - 1)})`;
}

function text(value: Change["before"], unit: string | null): string {
  if (value === null) return "none";
  return typeof value === "number" ? exactText(value, unit) : String(value);
}
