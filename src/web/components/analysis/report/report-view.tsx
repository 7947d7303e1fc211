import type { ReactNode } from "react";
import type { DrawnBar } from "#src/contract/chart.ts";
import type { ConditionState } from "#src/contract/run/conditions.ts";
import { buildDocument } from "#src/report/build-document.ts";
import type { Block, Part } from "#src/report/document.ts";
import { inPoints, instantText, type FinishedRun } from "#src/report/text/result-text.ts";
import { moveSince, moveText } from "#src/report/charts/run-chart.ts";
import { Blocks } from "./blocks.tsx";
import { ClosedPart, askPart } from "./closed-part.tsx";
import { EvidenceProvider } from "./evidence-popover.tsx";
import { Outline } from "./outline.tsx";

interface Props {
  readonly finished: FinishedRun;
  /** What came after the as-of date, for those who may see it. The run knew none of it. */
  readonly since?: ReactNode;
  /** Prices after the run, where the reader may see them: the chart keeps them behind a switch. */
  readonly later?: readonly DrawnBar[];
  /** Where the conditions of the rating stand by now, where they are watched. */
  readonly states?: readonly ConditionState[] | null;
  /** Questions to it stand below, see `AskReport`. */
  readonly asked?: boolean;
}

/** Parts of the first screen, and those that stand open below it. */
const head = ["verdict", "chart", "conditions", "reasons"];
const open = ["holdings", "stances", "debate"];

/** A finished run as a page: the answer on the first screen, then what led to it, closed until it is asked for. */
export function ReportView({ finished, since, later = [], states = null, asked = false }: Props) {
  const { parts, footer } = buildDocument(finished, later, states);
  const blocks = parts.flatMap((part) => part.blocks);
  const evidence = blocks.flatMap((block) => (block.kind === "evidence" ? block.items : []));
  const onChart = blocks.flatMap((block) => (block.kind === "chart" ? block.data.places.map(({ id }) => id) : []));
  const { as_of: asOf } = finished.reports.data;
  const below = parts.filter(({ id }) => !head.includes(id));
  const entries = [
    { id: "verdict", title: "Summary" },
    ...below.map(({ id, title }) => ({ id, title: title ?? "" })),
    ...(asked ? [{ id: askPart, title: "Ask" }] : []),
  ];
  return (
    <EvidenceProvider evidence={evidence} knownBy={asOf === null ? null : instantText(asOf)} onChart={onChart}>
      <div className="report -mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Outline entries={entries} />
        <Summary parts={parts}>
          <Since finished={finished} later={later}>
            {since}
          </Since>
        </Summary>
        {below.map((part) =>
          open.includes(part.id) ? (
            <Open key={part.id} part={part} />
          ) : (
            <ClosedPart key={part.id} id={part.id} title={part.title ?? ""} note={part.note}>
              <Blocks blocks={part.blocks} />
            </ClosedPart>
          ),
        )}
        <footer className="border-t pt-4 text-xs text-muted">{footer}</footer>
      </div>
    </EvidenceProvider>
  );
}

/** The first screen: rating and instruction, the chart beside them, what would change the view, for and against. */
function Summary({ parts, children }: { parts: readonly Part[]; children: ReactNode }) {
  const part = (id: string): Part | undefined => parts.find((one) => one.id === id);
  const verdict = part("verdict")?.blocks ?? [];
  const at = verdict.findIndex(({ kind }) => kind === "rating");
  // What must not be overlooked stands before what is only good to know.
  const [notices, notes] = [
    verdict.slice(0, at).filter(isWarning),
    verdict.slice(0, at).filter((one) => !isWarning(one)),
  ];
  const [chart, conditions, reasons] = [part("chart"), part("conditions"), part("reasons")];
  return (
    <section id="verdict" aria-label="Verdict" className="grid min-w-0 scroll-mt-28 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 [&>details[open]]:basis-full">
        <Blocks blocks={notices} />
        <Blocks blocks={notes} />
        {children}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 lg:grid-cols-[20.5rem_minmax(0,1fr)] print:grid-cols-[16.5rem_minmax(0,1fr)] print:gap-x-4">
        <div className="grid min-w-0 content-start gap-3 self-start rounded-lg border bg-surface p-4">
          <Blocks blocks={verdict.slice(at)} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
          {chart === undefined ? null : (
            <div id={chart.id} className="min-w-0">
              <Blocks blocks={chart.blocks} />
            </div>
          )}
          {conditions === undefined ? null : (
            <div id={conditions.id} className="grid gap-1">
              <h2 className="text-sm font-semibold text-ink">{conditions.title}</h2>
              <Blocks blocks={conditions.blocks.filter(({ kind }) => kind !== "folded")} />
              <div className="flex flex-wrap gap-x-5 gap-y-1 print:block [&>details[open]]:basis-full">
                <Blocks blocks={conditions.blocks.filter(({ kind }) => kind === "folded")} />
              </div>
            </div>
          )}
        </div>
      </div>
      {reasons === undefined ? null : <Reasons part={reasons} />}
    </section>
  );
}

function isWarning(block: Block): boolean {
  return block.kind === "paragraph" && block.tone === "warning";
}

function Reasons({ part: { id, title, blocks } }: { part: Part }) {
  const isSide = ({ kind }: Block): boolean => kind === "list";
  return (
    <div id={id} className="grid gap-3">
      <h2 className="sr-only">{title}</h2>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Blocks blocks={blocks.filter(isSide)} />
      </div>
      <Blocks blocks={blocks.filter((block) => !isSide(block))} />
    </div>
  );
}

/** Apart from all that the run knew, and closed: what nobody knew when the rating was given. */
function Since({ finished, later, children }: Pick<Props, "finished" | "later"> & { children: ReactNode }) {
  const moved = moveSince(finished, later ?? []);
  if (moved === null && children === undefined) return null;
  return (
    <details className="rounded-md border border-dashed text-xs print:hidden">
      <summary className="w-fit rounded-md px-3 py-1 text-muted hover:text-ink">Since then</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-3">
        {moved === null ? null : <Moved finished={finished} moved={moved} />}
        <p className="text-muted">The run ended before these prices and knew none of them.</p>
        {children}
      </div>
    </details>
  );
}

function Moved({ finished, moved }: { finished: FinishedRun; moved: NonNullable<ReturnType<typeof moveSince>> }) {
  const { move, to, after } = moveText(moved, inPoints(finished).reports.data.currency);
  return (
    <p>
      Since then: <strong className="font-semibold tabular-nums">{move}</strong> {to}{" "}
      <span className="whitespace-nowrap">({after})</span>
      {moved.isRestated ? ". Prices are in shares from before the split since then." : ""}
    </p>
  );
}

function Open({ part: { id, title, note, blocks } }: { part: Part }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 scroll-mt-8 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-lg font-semibold text-ink">
          {title}
        </h2>
        {note === null ? null : <p className="text-xs text-muted">{note}</p>}
      </div>
      <Blocks blocks={blocks} />
    </section>
  );
}
