"use client";

import { ArrowDown } from "lucide-react";
import { useEffect, type ReactNode, useRef, useState } from "react";
import type { AnalysisRequest } from "#src/contract/analysis.ts";
import type { ShapeEstimate } from "#src/contract/estimate.ts";
import { Alert, Button, Progress } from "#src/web/components/ui/elements.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { useRefresh } from "#src/web/components/ui/use-refresh.ts";
import { agentNames } from "./agents.ts";
import { LiveFacts } from "./live-facts.tsx";
import { isOver, type LiveRun, emptyRun, applyEvent } from "./live-run.ts";
import { LivePrices, type SeenPrices } from "./live-prices.tsx";
import { StageRail } from "./stage-rail.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { liveStages, placeId, speakerOf, type LiveStage, type Rounds } from "./transcript.ts";
import { TurnCard } from "./turn-card.tsx";
import { useDraft, type DraftView } from "./use-draft.ts";
import { type Connection, useEvents } from "./use-events.ts";
import { goToTop, useFollow } from "./use-follow.ts";
import { useNow } from "./use-now.ts";
import { useTurned } from "./use-turned.ts";
import { DebateEvent } from "#src/contract/events.ts";
import { JobEvent } from "#src/contract/jobs.ts";

interface Props {
  readonly id: string;
  readonly request: AnalysisRequest;
  readonly description: string;
  readonly actions: ReactNode;
  /** What became of a run that ended without a result. */
  readonly notice: ReactNode;
  readonly first: LiveRun;
  /** Of a whole run. */
  readonly statements: number;
  readonly rounds: Rounds;
  readonly budgetUsd: string | null;
  readonly expected: Pick<ShapeEstimate, "costUsd" | "seconds"> | null;
  readonly free: boolean;
  readonly prices: SeenPrices | null;
}

/** A run as its agents speak; when it succeeds the page turns into its report. */
export function LiveView(props: Props) {
  const { id, request, first, statements, prices } = props;
  const { run, connection } = useLiveRun(id, first);
  const over = isOver(run);
  const now = useNow(!over);
  const Draft = useDraft();
  const { following, follow } = useFollow(over ? null : speakerOf(run));
  const refresh = useRefresh();
  const changed = run.status !== first.status;
  const done = run.turns.filter(({ finishedAt }) => finishedAt !== null).length;
  useTurned(over && changed, following ? goToTop : null);
  // Prices are there once the evidence is gathered, which is before anybody speaks. With each statement it is asked again.
  const due = prices === null && !over && run.turns.length > 0 ? done + 1 : 0;
  useEffect(() => {
    if (due > 0) void refresh();
  }, [due, refresh]);
  const stages = liveStages(run, request, props.rounds);
  const shown = stages.filter(({ rounds }) => rounds.length > 0);
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {request.ticker} as of {request.trade_date} <StatusBadge status={run.status} />
          </span>
        }
        description={props.description}
        actions={props.actions}
      />
      {props.notice}
      <section aria-label="Progress" className="mb-2 grid gap-4 rounded-lg border bg-surface p-5">
        <LiveFacts run={run} now={now} done={done} {...props} />
        <Progress label="Statements made" value={run.status === "queued" ? null : done} max={statements} />
      </section>
      {/* In view while the transcript scrolls: below the header of the application. */}
      <div className="sticky top-14 z-10 -mx-1 mb-4 border-b bg-paper px-1 py-2.5">
        <StageRail stages={stages} over={over} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <LivePrices prices={prices} turns={run.turns} now={now} over={over} />
        <div className="grid min-h-[70vh] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 pb-24 xl:col-start-1 xl:row-start-1">
          <Lost connection={connection} over={over} />
          {shown.length > 0 ? null : (
            <p className="text-sm text-muted">
              {over ? "No statements were made." : "No statements yet. The analysts speak first."}
            </p>
          )}
          {shown.map((stage) => (
            <Stage key={stage.title} stage={stage} over={over} Draft={Draft} />
          ))}
        </div>
      </div>
      {following || over ? null : (
        <Button className="fixed bottom-6 left-1/2 z-20 -translate-x-1/2 shadow-raised" onClick={follow}>
          <ArrowDown aria-hidden /> Follow
        </Button>
      )}
      <p aria-live="polite" className="sr-only">
        {newsOf(run, done, statements)}
      </p>
    </>
  );
}

const columns = ["", "", "md:grid-cols-2", "", "md:grid-cols-2"];

function Stage({ stage, over, Draft }: { stage: LiveStage; over: boolean; Draft: DraftView | null }) {
  const { title, rounds } = stage;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      {rounds.map(({ round, places }) => (
        <div key={round} className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 ${columns[places.length] ?? ""}`}>
          {places.map(({ agent, turn }) => (
            <TurnCard
              key={agent}
              id={placeId({ agent, round })}
              agent={agent}
              name={`${agentNames[agent]}${stage.of > places.length ? `, round ${round}` : ""}`}
              turn={turn}
              over={over}
              Draft={Draft}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Lost({ connection, over }: { connection: Connection; over: boolean }) {
  if (over) return null;
  if (connection === "signed-out")
    return (
      <Alert tone="warning" title="You are signed out">
        The run continues.{" "}
        <Button variant="link" onClick={() => window.location.reload()}>
          Sign in again
        </Button>{" "}
        to follow it.
      </Alert>
    );
  if (connection === "lost")
    return (
      <Alert tone="warning" title="The connection is interrupted">
        The run continues, and this page updates when the connection is back.
      </Alert>
    );
  return null;
}

/** What screen readers hear: who has ended, and how far the run is. Not each word. */
function newsOf(run: LiveRun, done: number, of: number): string {
  if (isOver(run)) return `The analysis has ${run.status === "succeeded" ? "ended" : run.status}.`;
  const last = run.turns.filter(({ finishedAt }) => finishedAt !== null).at(-1);
  if (last === undefined) return run.status === "queued" ? "The analysis is queued." : "The analysis has started.";
  const what = last.skipped === null ? (last.headline ?? "has spoken") : "did not speak";
  return `${agentNames[last.agent]}: ${what}. ${done} of ${of} statements.`;
}

const jobTypes = ["job.queued", "job.running", "job.succeeded", "job.failed", "job.cancelled"];
const types = [...jobTypes, ...DebateEvent.options.map((option) => option.shape.type.value), "reset"];

/** Several agents speak at once, in pieces of a few words: drawn one by one they would leave the page no time for more. */
const drawEveryMs = 80;

/** A run as it goes on, from where the page found it. */
function useLiveRun(id: string, first: LiveRun): { run: LiveRun; connection: Connection } {
  const [run, setRun] = useState(first);
  // What the next event is added to: several may come before React renders.
  const latest = useRef(first);
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(due.current), []);
  const connection = useEvents({
    url: isOver(first) ? null : `/v1/analyses/${id}/events`,
    probe: `/v1/analyses/${id}`,
    types,
    after: () => latest.current.seq,
    onEvent: ({ type, data }) => {
      const event = type === "reset" ? null : JobEvent.safeParse(JSON.parse(data));
      if (event === null) latest.current = emptyRun(first.createdAt);
      else if (event.success) latest.current = applyEvent(latest.current, event.data);
      due.current ??= setTimeout(() => {
        due.current = undefined;
        setRun(latest.current);
      }, drawEveryMs);
      return !isOver(latest.current);
    },
  });
  return { run, connection };
}
