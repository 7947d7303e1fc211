import { Fragment, type ReactNode } from "react";
import type { DrawnBar } from "#src/contract/chart.ts";
import type { ConditionState } from "#src/contract/conditions.ts";
import { buildDocument } from "#src/report/build-document.ts";
import type { Block, Part } from "#src/report/document.ts";
import { inPoints } from "#src/report/index-points.ts";
import { moveSince, moveText } from "#src/report/move-since.ts";
import { instantText, type FinishedRun } from "#src/report/result-text.ts";
import { askPart } from "#src/web/components/assistant/ask-part.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { Blocks, Verdict } from "./blocks.tsx";
import { EvidenceProvider } from "./evidence-provider.tsx";
import { stageId } from "./exchange.tsx";

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

/** A finished run as a page: the verdict first, then what led to it, then what it rests on. */
export function ReportView({ finished, since, later = [], states = null, asked = false }: Props) {
  const { parts, footer } = buildDocument(finished, later, states);
  const blocks = parts.flatMap((part) => part.blocks);
  const evidence = blocks.flatMap((block) => (block.kind === "evidence" ? block.items : []));
  const onChart = blocks.flatMap((block) => (block.kind === "chart" ? block.data.places.map(({ id }) => id) : []));
  const { as_of: asOf } = finished.reports.data;
  return (
    <EvidenceProvider evidence={evidence} knownBy={asOf === null ? null : instantText(asOf)} onChart={onChart}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Contents parts={parts} asked={asked} />
        {parts.map((part) => (
          <Fragment key={part.id}>
            {part.title === null ? (
              <Head part={part} move={<Moved finished={finished} later={later} />} />
            ) : (
              <Section part={part} title={part.title} />
            )}
            {part.title === null && since !== undefined ? <Since>{since}</Since> : null}
          </Fragment>
        ))}
        <footer className="border-t pt-4 text-xs text-muted">{footer}</footer>
      </div>
    </EvidenceProvider>
  );
}

function Since({ children }: { children: ReactNode }) {
  return (
    <details className="-mt-6 rounded-lg border border-dashed">
      <summary className="rounded-lg px-5 py-3 text-sm font-medium">Outcome since then</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-dashed p-5">
        <p className="text-sm text-muted">The run knew none of this. It was published before these prices.</p>
        {children}
      </div>
    </details>
  );
}

/** The parts below, to go to at once: a report is long. */
function Contents({ parts, asked }: { parts: readonly Part[]; asked: boolean }) {
  const entries = parts.flatMap(({ id, title, blocks }) => {
    const stages = blocks.flatMap((block) => (block.kind === "stage" && block.title !== null ? [block.title] : []));
    if (stages.length > 0) return stages.map((stage) => ({ id: stageId(stage), title: stage }));
    return title === null ? [] : [{ id, title }];
  });
  return (
    <nav
      aria-label="Parts of the report"
      // In view while the reader is in the report: below the header of the application.
      className="sticky top-14 z-20 -mx-1 -mb-6 border-b bg-paper print:static"
    >
      {/* Fades where it goes on beyond the edge. */}
      <ul className="flex gap-4 overflow-x-auto mask-r-from-[calc(100%-1.5rem)] py-2.5 pr-6 pl-1 text-sm whitespace-nowrap">
        {[...entries, ...(asked ? [{ id: askPart, title: "Ask" }] : [])].map(({ id, title }) => (
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

/** Of a part with long evidence: it is laid out only when it comes near the screen, is searched for or led to. */
function heightOf([first]: readonly Block[]): string | null {
  return first?.kind === "evidence" ? `auto calc(${first.items.length} * ${rowHeight})` : null;
}

function Head({ part: { id, blocks }, move }: { part: Part; move: ReactNode }) {
  return (
    <section
      id={id}
      aria-label="Verdict"
      data-verdict=""
      // The thesis stands beside the rating where there is room for both.
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 rounded-lg border bg-surface p-5 lg:grid-cols-[24rem_minmax(0,1fr)] lg:*:col-span-2"
    >
      {blocks.map((block, index) =>
        block.kind === "rating" ? (
          <Verdict key={index} rating={block.rating}>
            {move}
          </Verdict>
        ) : (
          <Blocks key={index} blocks={[block]} />
        ),
      )}
    </section>
  );
}

/** Below the rating and parted from it: what nobody knew when it was given. */
function Moved({ finished, later }: { finished: FinishedRun; later: readonly DrawnBar[] }) {
  const moved = moveSince(finished, later);
  if (moved === null) return null;
  const { move, to, after } = moveText(moved, inPoints(finished).reports.data.currency);
  return (
    <div className="grid gap-0.5 rounded-md border border-dashed border-line-strong px-3 py-2">
      <p className="text-sm">
        Since then: <strong className="font-semibold tabular-nums">{move}</strong> {to}{" "}
        <span className="whitespace-nowrap">({after})</span>
      </p>
      <p className="text-xs text-muted">
        The run knew none of this.{moved.isRestated ? " Prices are in shares from before the split since then." : ""}
      </p>
    </div>
  );
}

function Section({ part: { id, note, blocks }, title }: { part: Part; title: string }) {
  const height = heightOf(blocks);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(
        "grid min-w-0 scroll-mt-8 grid-cols-[minmax(0,1fr)] gap-4",
        // Rings of focus at its edges would be cut off without some room; paper has all of it.
        height !== null && "-m-1.5 p-1.5 print:[content-visibility:visible]!",
      )}
      style={height === null ? {} : { contentVisibility: "auto", containIntrinsicBlockSize: height }}
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
