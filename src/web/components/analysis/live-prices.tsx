"use client";

import type { Instant } from "#src/core/clock.ts";
import type { ChartData } from "#src/contract/chart.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import type { LiveTurn } from "./live-run.ts";
import { CircleCheck, CircleMinus, CircleAlert } from "lucide-react";
import { WorkingIcon } from "#src/web/components/ui/elements.tsx";
import { agentNames, between, durationText } from "./run-text.tsx";
import { pointsBySide, type SidedPoint, type Side } from "./transcript.ts";
import { useEndInView } from "./live-hooks.ts";

/** What the agents see of prices; without a chart where the instrument has none. */
export interface SeenPrices {
  readonly chart: ChartData | null;
}

interface Props {
  /** `null` until the evidence is gathered. */
  readonly prices: SeenPrices | null;
  readonly turns: readonly LiveTurn[];
  readonly now: Instant | null;
  readonly over: boolean;
}

/** Beside the transcript: the prices that the agents see, and the points they have made. On a phone it is closed, above the transcript. */
export function LivePrices(props: Props) {
  return (
    <>
      <details className="rounded-lg border bg-surface xl:hidden">
        <summary className="rounded-lg px-5 py-3 text-sm font-medium">Prices and points</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t p-5">
          <Beside {...props} />
        </div>
      </details>
      <aside
        aria-label="Prices and points"
        className="sticky top-32 col-start-2 row-start-1 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 self-start max-xl:hidden"
      >
        <Beside {...props} />
      </aside>
    </>
  );
}

function Beside({ prices, turns, now, over }: Props) {
  return (
    <>
      {prices?.chart == null ? (
        <p className="grid h-80 place-items-center rounded-lg border border-dashed p-5 text-center text-sm text-muted sm:h-96">
          {prices === null && !over ? "Prices appear when the evidence is gathered." : "No prices."}
        </p>
      ) : (
        <Chart data={prices.chart} />
      )}
      <LivePoints turns={turns} />
      <details className="rounded-lg border bg-surface">
        <summary className="rounded-lg px-4 py-2 text-xs font-medium">Time of each statement</summary>
        <div className="border-t px-4 py-3">
          <Timeline turns={turns} now={now} over={over} />
        </div>
      </details>
    </>
  );
}

/** Every turn in the order in which it began, with its state and how long it took. */
function Timeline({ turns, now, over }: { turns: readonly LiveTurn[]; now: Instant | null; over: boolean }) {
  if (turns.length === 0) return <p className="text-sm text-muted">No statements yet.</p>;
  return (
    <ol className="grid gap-1.5">
      {turns.map((turn) => {
        const { Icon, state, look } = stateOf(turn, over);
        return (
          <li key={`${turn.agent}/${turn.round}`} className="flex items-center gap-2 text-sm">
            <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
            <span className="min-w-0 flex-1 truncate">
              {agentNames[turn.agent]}
              {turn.round > 1 ? <span className="text-muted"> round {turn.round}</span> : null}
              <span className="sr-only">: {state}</span>
            </span>
            <span className="text-xs text-muted tabular-nums">{timeOf(turn, now, over)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf({ finishedAt, skipped }: LiveTurn, over: boolean) {
  if (skipped !== null) return { Icon: CircleMinus, state: "did not speak", look: "text-faint" };
  if (finishedAt !== null) return { Icon: CircleCheck, state: "done", look: "text-positive" };
  if (over) return { Icon: CircleMinus, state: "interrupted", look: "text-faint" };
  return { Icon: WorkingIcon, state: "speaking", look: "text-accent" };
}

function timeOf({ startedAt, finishedAt, skipped }: LiveTurn, now: Instant | null, over: boolean): string {
  if (skipped !== null) return "silent";
  if (finishedAt !== null) return between(startedAt, finishedAt);
  return now === null || over ? "" : durationText(now - Date.parse(startedAt));
}

const sides = [
  { side: "for", title: "For", look: "text-positive", edge: "border-positive" },
  { side: "against", title: "Against", look: "text-negative", edge: "border-negative" },
] as const satisfies readonly { side: Side; title: string; look: string; edge: string }[];

/** The points made so far, one side against the other. Its height never changes, so that nothing below it moves. */
function LivePoints({ turns }: { turns: readonly LiveTurn[] }) {
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
