"use client";

import { CircleAlert } from "lucide-react";
import { agentNames } from "./agents.ts";
import type { LiveTurn } from "./live-run.ts";
import { pointsBySide, type SidedPoint, type Side } from "./points-by-side.ts";
import { useEndInView } from "./use-end-in-view.ts";

const sides = [
  { side: "for", title: "For", look: "text-positive", edge: "border-positive" },
  { side: "against", title: "Against", look: "text-negative", edge: "border-negative" },
] as const satisfies readonly { side: Side; title: string; look: string; edge: string }[];

/** The points made so far, one side against the other. Its height never changes, so that nothing below it moves. */
export function LivePoints({ turns }: { turns: readonly LiveTurn[] }) {
  const exchanges = pointsBySide(turns);
  const count = exchanges.reduce((sum, { for: pro, against }) => sum + pro.length + against.length, 0);
  const { ref, onScroll } = useEndInView<HTMLElement>(count);
  return (
    <div className="rounded-lg border bg-surface">
      <div className="grid grid-cols-2 gap-3 border-b px-4 py-2 text-xs font-semibold">
        {sides.map(({ side, title, look }) => (
          <h2 key={side} className={look}>
            {title} <span className="font-normal text-muted tabular-nums">{countOf(exchanges, side)}</span>
          </h2>
        ))}
      </div>
      <section
        ref={ref}
        aria-label="Points by side"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="h-64 overflow-y-auto px-4 py-3 -outline-offset-2"
      >
        {count > 0 ? null : <p className="text-xs text-muted">Points appear as each statement ends.</p>}
        {exchanges.map((exchange) => (
          <div key={exchange.title} className="grid grid-cols-2 gap-x-3 gap-y-1.5 not-first:mt-3">
            <h3 className="col-span-2 text-xs text-faint">{exchange.title}</h3>
            {sides.map(({ side, title, edge }) => (
              <div key={side} className="min-w-0">
                {exchange[side].length === 0 ? null : (
                  <ul aria-label={`${title}: ${exchange.title}`} className="grid gap-1.5">
                    {exchange[side].map((point, index) => (
                      <li key={index} className={`border-l-2 pl-2 text-xs ${edge}`}>
                        <PointText point={point} />
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            ))}
          </div>
        ))}
      </section>
    </div>
  );
}

function PointText({ point: { agent, claim, is_supported: isSupported } }: { point: SidedPoint }) {
  const isAnalyst = agent !== "bull" && agent !== "bear";
  return (
    <>
      {isSupported ? null : (
        <>
          <CircleAlert aria-hidden className="mr-1 inline size-3.5 align-text-bottom text-warning" />
          <span className="sr-only">Flagged: </span>
        </>
      )}
      <span dir="auto" className="break-words">
        {claim}
      </span>
      {isAnalyst ? <span className="text-muted"> {agentNames[agent]}</span> : null}
    </>
  );
}

function countOf(exchanges: ReturnType<typeof pointsBySide>, side: Side): number {
  return exchanges.reduce((sum, exchange) => sum + exchange[side].length, 0);
}
