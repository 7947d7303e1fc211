"use client";

import { ArrowDown, CircleCheck, Circle } from "lucide-react";
import { useEffect, type ReactNode, useRef, useState } from "react";
import type { AnalysisRequest, JobStatus } from "#src/contract/jobs/analysis.ts";
import type { ShapeEstimate } from "#src/contract/jobs/usage.ts";
import { Button, Progress, WorkingIcon, classNames } from "#src/web/components/ui/elements.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { useRefresh } from "#src/web/components/ui/refresh.tsx";
import { agentNames, durationText, StatusBadge } from "./run-text.tsx";
import { isOver, type LiveRun, emptyRun, applyEvent, spent } from "./live-run.ts";
import { LivePrices, type SeenPrices } from "./live-prices.tsx";
import { LostConnection } from "./connection-light.tsx";
import { liveStages, placeId, speakerOf, type LiveStage, type Rounds } from "./transcript.ts";
import { TurnCard } from "./turn-card.tsx";
import {
  useDraft,
  type DraftView,
  type Connection,
  useEvents,
  goToTop,
  useFollow,
  useTurned,
  useNow,
} from "./live-hooks.ts";
import { DebateEvent } from "#src/contract/run/events.ts";
import { JobEvent } from "#src/contract/jobs/jobs.ts";
import type { Instant } from "#src/core/clock.ts";
import { countText } from "#src/core/text/number-text.ts";
import { usdText } from "#src/contract/accounts/money.ts";

interface Props {
  readonly id: string;
  readonly request: AnalysisRequest;
  readonly description: string;
  readonly actions: ReactNode;
  /** What became of a run that ended without a result. */
  readonly notice: ReactNode;
  /** What the page was drawn for, which the run may have left behind since. */
  readonly shownAs: JobStatus;
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
  const { id, request, shownAs, first, statements, prices } = props;
  const { run, connection } = useLiveRun(id, first);
  const over = isOver(run);
  const now = useNow(!over);
  const Draft = useDraft();
  const { following, follow } = useFollow(over ? null : speakerOf(run));
  const refresh = useRefresh();
  const done = run.turns.filter(({ finishedAt }) => finishedAt !== null).length;
  useTurned(over && run.status !== shownAs, following ? goToTop : null);
  // Prices are there once the evidence is gathered, which is before anybody speaks. With each statement it is asked again.
  const due = prices === null && !over && run.turns.length > 0 ? done + 1 : 0;
  useEffect(() => {
    if (due > 0) void refresh();
  }, [due, refresh]);
  const stages = liveStages(run, request, props.rounds);
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
      {over && stages.every(({ rounds }) => rounds.length === 0) ? (
        <p className="text-sm text-muted">No statements were made.</p>
      ) : (
        <Debate {...props} {...{ run, connection, now, done, over, stages, Draft }} />
      )}
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

interface DebateProps extends Props {
  readonly run: LiveRun;
  readonly connection: Connection;
  readonly now: number | null;
  readonly done: number;
  readonly over: boolean;
  readonly stages: readonly LiveStage[];
  readonly Draft: DraftView | null;
}

/** How far the run is, what it has cost, and what was said so far beside the prices. */
function Debate(props: DebateProps) {
  const { run, connection, now, done, over, stages, Draft, statements, prices } = props;
  const shown = stages.filter(({ rounds }) => rounds.length > 0);
  return (
    <>
      <section aria-label="Progress" className="mb-2 grid gap-4 rounded-lg border bg-surface p-5">
        <LiveFacts {...props} />
        <Progress label="Statements made" value={run.status === "queued" ? null : done} max={statements} />
      </section>
      {/* In view while the transcript scrolls: below the header of the application. */}
      <div className="sticky top-14 z-10 -mx-1 mb-4 border-b bg-paper px-1 py-2.5">
        <StageRail stages={stages} over={over} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <LivePrices prices={prices} turns={run.turns} now={now} over={over} />
        <div className="grid min-h-[70vh] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 pb-24 xl:col-start-1 xl:row-start-1">
          <LostConnection connection={connection} over={over} />
          {shown.length > 0 ? null : <p className="text-sm text-muted">No statements yet. The analysts speak first.</p>}
          {shown.map((stage) => (
            <Stage key={stage.title} stage={stage} over={over} Draft={Draft} />
          ))}
        </div>
      </div>
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

interface LiveFactsProps {
  readonly run: LiveRun;
  /** `null` before the page is alive. */
  readonly now: Instant | null;
  readonly done: number;
  readonly statements: number;
  readonly budgetUsd: string | null;
  readonly expected: Pick<ShapeEstimate, "costUsd" | "seconds"> | null;
  readonly free: boolean;
}

/** How far a run is, how long it takes and what it costs, each beside what was expected. */
function LiveFacts({ run, now, done, statements, budgetUsd, expected, free }: LiveFactsProps) {
  const cost = spent(run);
  const to = run.endedAt === null ? now : Date.parse(run.endedAt);
  const elapsed = to === null ? "…" : durationText(to - Date.parse(run.startedAt ?? run.createdAt));
  const tokens = run.turns.reduce((sum, turn) => sum + turn.tokens, 0);
  const seconds = expected?.seconds ?? null;
  const costUsd = expected?.costUsd ?? null;
  const facts = [
    { label: "Statements", value: String(done), note: `of ${statements}` },
    {
      label: run.startedAt === null ? "Waiting" : "Time",
      value: elapsed,
      note: seconds === null || free ? null : `of about ${durationText(Math.ceil(seconds / 5) * 5000)}`,
    },
    {
      label: "Spent so far",
      value: free && cost === "0" ? "$0 (rules)" : cost === null ? "Unknown price" : usdText(cost),
      note: free || costUsd === null ? null : `of about ${usdText(costUsd)}`,
    },
    ...(run.holdings === null
      ? []
      : [{ label: "Your holdings", value: String(run.holdings.done), note: `of ${run.holdings.of} voices` }]),
    ...(free || budgetUsd === null ? [] : [{ label: "Budget", value: usdText(budgetUsd), note: "at most" }]),
    ...(free ? [] : [{ label: "Tokens", value: countText(tokens), note: null }]),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-5">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          {/* Each on a line of its own, there or not: figures that grow move nothing. */}
          <dd className="tabular-nums">
            <span className="block truncate font-semibold">{value}</span>
            <span className="block min-h-[1lh] truncate text-xs text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const looks = {
  waiting: { Icon: Circle, look: "text-faint", said: "waiting" },
  speaking: { Icon: WorkingIcon, look: "text-accent", said: "in progress" },
  done: { Icon: CircleCheck, look: "text-positive", said: "done" },
} as const;

/** From the analysts to the decision, and how far the run is. */
function StageRail({ stages, over }: { stages: readonly LiveStage[]; over: boolean }) {
  return (
    <ol aria-label="Stages" className="grid grid-cols-6 gap-x-1.5 text-2xs sm:gap-x-4 sm:text-sm">
      {stages.map(({ name, state, done, of }) => {
        const { Icon, look, said } = looks[over && state === "speaking" ? "waiting" : state];
        return (
          <li key={name} aria-current={said === "in progress" ? "step" : undefined} className="grid gap-1.5">
            <span
              aria-hidden
              className={classNames(
                "h-1 rounded-full",
                state === "done" ? "bg-positive" : said === "in progress" ? "bg-accent" : "bg-line",
              )}
            />
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden className={`size-4 shrink-0 max-sm:hidden ${look}`} />
              <span className={state === "waiting" ? "text-muted" : "font-medium text-ink"}>{name}</span>
              <span className="sr-only">: {said}</span>
              {of > 1 ? (
                <span className="ml-auto text-xs text-muted tabular-nums max-sm:hidden">
                  {done}/{of}
                </span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
