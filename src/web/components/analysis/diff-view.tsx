import type { ReactNode } from "react";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { type Change, type RunDiff, whatChanged } from "#src/report/text/diff.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
import { createReader } from "#src/report/text/prose.ts";
import {
  agentTitles,
  capitalised,
  instantText,
  readableText,
  valueText,
  type FinishedRun,
} from "#src/report/text/result-text.ts";
import { citedIn } from "#src/report/charts/run-chart.ts";
import { wordEdits } from "#src/report/text/word-diff.ts";
import { returnText } from "#src/web/components/signals/signal-text.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { ArgumentDiff, EditsLegend, Words, OverlaidCloses } from "./diff-parts.tsx";
import { stackedTable } from "./report/blocks.tsx";
import { Text } from "./report/prose.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";

const { thesis } = createReader(null);

interface Props {
  readonly diff: RunDiff;
  readonly before: FinishedRun;
  readonly after: FinishedRun;
}

/** What changed from one run to another: outcome and argument first, then the evidence and the setting. */
export function DiffView({ diff, before, after }: Props) {
  const { evidence } = diff;
  const cited = new Set([before, after].flatMap(citedKeys));
  const [used, unused] = [true, false].map((isUsed) => evidence.changed.filter(({ key }) => cited.has(key) === isUsed));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
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
        <EditsLegend />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          {diff.arguments.map(({ agent, added, removed, fields }) => (
            <article key={agent} className="grid min-w-0 content-start gap-3 rounded-lg border bg-surface p-5">
              <h3 className="text-base font-semibold">{agentTitles[agent]}</h3>
              {fields.length === 0 ? null : <Fields fields={fields} />}
              <ArgumentDiff
                added={added}
                removed={removed}
                before={before.reports[agent]}
                after={after.reports[agent]}
              />
            </article>
          ))}
        </div>
      </Part>
      <Part title="Evidence" same={evidence.changed.length + evidence.added.length + evidence.removed.length === 0}>
        {used?.length === 0 ? null : (
          <Changes changes={used ?? []} label="Changed values that the debate cites" measured />
        )}
        {unused === undefined || unused.length === 0 ? null : (
          <Folded title={`Not cited in either: ${counted(unused.length, "changed value")}`}>
            <Changes changes={unused} label="Other changed values" measured />
          </Folded>
        )}
        <Items title="Only in the first" items={evidence.removed} />
        <Items title="Only in the second" items={evidence.added} />
      </Part>
      <Part title="Settings" same={diff.setting.length === 0}>
        <Changes changes={diff.setting} label="Settings changes" />
      </Part>
    </div>
  );
}

/** Of the measures that the agents of a run cite. */
function citedKeys({ run, reports }: FinishedRun): string[] {
  const cited = citedIn(reports);
  return run.manifest.evidence.flatMap(({ id, key }) => (cited.has(id) ? [key] : []));
}

function Side({ title, finished: { run, reports } }: { title: string; finished: FinishedRun }) {
  const { data, review_reason: reason } = reports;
  return (
    <section className="grid content-start gap-4 rounded-lg border bg-surface p-5">
      <div>
        <p className="text-xs text-muted">{title}</p>
        <h2 className="text-base font-semibold">
          <TextLink href={`/analyses/${run.manifest.run_id}`} quiet>
            {data.symbol} as of {data.session ?? run.request.trade_date}
          </TextLink>
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

function isProse(value: Change["before"]): value is string {
  return typeof value === "string" && value.includes(" ");
}

interface ChangesProps {
  readonly changes: readonly (Change & { readonly unit?: string | null })[];
  readonly label: string;
  readonly measured?: boolean;
}

/** How far each figure moved, with its values; what has none is told before and after. */
function Changes({ changes, label, measured = false }: ChangesProps) {
  const moves = changes.some(({ before, after }) => deltaText(before, after, null) !== "");
  const columns = [measured ? "Measure" : "Field", "First", "Second", ...(moves ? ["Change"] : [])];
  return (
    <div className="@container min-w-0 rounded-lg border bg-surface py-2">
      <Table aria-label={label} className={stackedTable}>
        <THead>
          <TR>
            {columns.map((name, index) => (
              <TH key={name} numeric={index === 3 || (measured && index > 0)}>
                {name}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {changes.map(({ name, before, after, unit = null }) => (
            <TR key={name}>
              {[
                measured ? name : titleOf(name),
                text(before, unit ?? unitOf(name)),
                text(after, unit ?? unitOf(name)),
                ...(moves ? [deltaText(before, after, unit ?? unitOf(name))] : []),
              ].map((value, index) => (
                <TD
                  key={columns[index]}
                  numeric={index === 3 || (measured && index > 0)}
                  data-column={columns[index]}
                  className={cellLooks[index]}
                >
                  {value}
                </TD>
              ))}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

const cellLooks = [
  "min-w-24",
  "max-w-96 break-words text-muted",
  "max-w-96 break-words",
  "font-medium whitespace-nowrap @max-[38rem]:empty:hidden",
];

function Fields({ fields }: { fields: readonly Change[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {fields.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{titleOf(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums">
            {isProse(before) && isProse(after) ? (
              <Words edits={wordEdits(before, after)} />
            ) : (
              <>
                <span className="text-muted">{fieldText(name, before)}</span> → {fieldText(name, after)}{" "}
                <span className="text-xs text-muted">
                  {name === "score" ? "" : deltaText(before, after, unitOf(name))}
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="min-w-0 rounded-lg border bg-surface">
      <summary className="rounded-lg px-5 py-3 text-sm">{title}</summary>
      <div className="border-t">{children}</div>
    </details>
  );
}

function Items({ title, items }: { title: string; items: readonly Evidence[] }) {
  if (items.length === 0) return null;
  return (
    <Folded title={`${title}: ${counted(items.length, "piece")}`}>
      <ul className="grid gap-1.5 px-5 py-4 text-sm">
        {items.map((item) => (
          <li key={item.id} className="min-w-0 break-words">
            <span className="text-muted tabular-nums">{item.at}</span> {item.label}: {valueText(item)}
          </li>
        ))}
      </ul>
    </Folded>
  );
}

/** Names of fields whose own would not be said. */
const titles: Readonly<Record<string, string>> = {
  size_pct: "Size",
  trade_date: "As-of date",
  as_of: "Data known by",
  llm_provider: "Model provider",
  deep_think_llm: "Deep model",
  quick_think_llm: "Quick model",
};

function titleOf(name: string): string {
  return titles[name] ?? capitalised(name.replaceAll("_", " "));
}

/** How far a figure moved, and by which share where it has one; nothing for words. */
function deltaText(before: Change["before"], after: Change["before"], unit: string | null): string {
  if (typeof before !== "number" || typeof after !== "number") return "";
  const moved = after - before;
  const sign = moved > 0 ? "+" : "";
  const digits = Number(moved.toPrecision(12));
  // Of a share the difference is in points, and the share of a share would mislead.
  if (unit === "%") return `${sign}${readableText(digits, null)} pp`;
  const delta = `${sign}${figureText(digits, unit)}`;
  if (unit === "points" || before <= 0 || after <= 0) return delta;
  return `${delta} (${returnText(after / before - 1)})`;
}

/** A score stands with its sign, as everywhere. */
function fieldText(name: string, value: Change["before"]): string {
  return `${name === "score" && Number(value) > 0 ? "+" : ""}${text(value, unitOf(name))}`;
}

function unitOf(name: string): string | null {
  if (["entry", "stop", "target"].includes(name)) return price;
  return name.endsWith("_pct") ? "%" : null;
}

/** Of levels, which stand as the report shows them. */
const price = "price";

function figureText(value: number, unit: string | null): string {
  return unit === price ? priceDigits(value).replace("-", "\u2212") : readableText(value, unit);
}

function text(value: Change["before"], unit: string | null): string {
  if (value === null) return "none";
  if (typeof value === "number") return figureText(value, unit);
  const words = String(value);
  return /^\d{4}-\d\d-\d\dT/.test(words) ? instantText(words) : words;
}
