"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { AnalysisRequest } from "#src/contract/analysis.ts";
import type { Agent } from "#src/contract/answers.ts";
import { usdText } from "#src/contract/usd.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { Progress } from "#src/web/components/ui/progress.tsx";
import { agentNames, stages } from "./agents.ts";
import { durationText } from "./duration.ts";
import { isOver, spent, type LiveRun, type LiveTurn } from "./live-run.ts";
import { Timeline } from "./timeline.tsx";
import { AgentPlace } from "./turn-card.tsx";
import { useLiveRun } from "./use-live-run.ts";
import { useNow } from "./use-now.ts";
import type { Connection } from "./use-events.ts";

interface Props {
  readonly id: string;
  readonly request: AnalysisRequest;
  readonly first: LiveRun;
  /** Of a whole run. */
  readonly statements: number;
  readonly budgetUsd: string | null;
  readonly free: boolean;
}

const columns = { 4: "md:grid-cols-2", 3: "md:grid-cols-3", 2: "md:grid-cols-2", 1: "" } as const;

/** A run as its agents speak; when it succeeds the page turns into its report. */
export function LiveView({ id, request, first, statements, budgetUsd, free }: Props) {
  const { run, connection } = useLiveRun(id, first);
  const over = isOver(run);
  const now = useNow(!over);
  const router = useRouter();
  const changed = run.status !== first.status;
  useEffect(() => {
    // The server says what an ended run looks like.
    if (over && changed) router.refresh();
  }, [over, changed, router]);
  const done = run.turns.filter(({ finishedAt }) => finishedAt !== null).length;
  return (
    <div className="grid gap-6 xl:grid-cols-[1fr_17rem]">
      <div className="grid min-w-0 content-start gap-6">
        <Lost connection={connection} over={over} />
        {stages.map(({ title, agents }) => (
          <Stage key={title} title={title} agents={shownAgents(agents, request)} run={run} over={over} />
        ))}
      </div>
      <aside
        aria-label="How far it is"
        className="order-first grid content-start gap-4 xl:sticky xl:top-20 xl:order-none xl:self-start"
      >
        <Card>
          <CardContent className="grid gap-4">
            <div className="grid gap-2">
              <p className="flex justify-between text-sm">
                <span className="font-medium">
                  {over ? "Ended" : run.status === "queued" ? "In the queue" : "Running"}
                </span>
                <span className="text-muted tabular-nums">
                  {done} of {statements}
                </span>
              </p>
              <Progress label="Statements made" value={run.status === "queued" ? null : done} max={statements} />
            </div>
            <Facts run={run} now={now} budgetUsd={budgetUsd} free={free} />
          </CardContent>
        </Card>
        <section className="rounded-lg border bg-surface max-xl:hidden">
          <h2 className="px-5 py-3 text-sm font-medium">Turns</h2>
          <div className="border-t px-5 py-4">
            <Timeline turns={run.turns} now={now} over={over} />
          </div>
        </section>
        <details className="rounded-lg border bg-surface xl:hidden">
          <summary className="rounded-lg px-5 py-3 text-sm font-medium">Turns</summary>
          <div className="border-t px-5 py-4">
            <Timeline turns={run.turns} now={now} over={over} />
          </div>
        </details>
      </aside>
      <p aria-live="polite" className="sr-only">
        {newsOf(run, done, statements)}
      </p>
    </div>
  );
}

/** Analysts who were not asked for have no place; everybody else speaks in each run. */
function shownAgents(agents: readonly Agent[], { analysts }: AnalysisRequest): Agent[] {
  const isAnalyst = (agent: Agent): boolean => ["market", "social", "news", "fundamentals"].includes(agent);
  return agents.filter((agent) => !isAnalyst(agent) || analysts.some((analyst) => analyst === agent));
}

function Stage({ title, agents, run, over }: { title: string; agents: Agent[]; run: LiveRun; over: boolean }) {
  const turnsOf = (agent: Agent): LiveTurn[] => run.turns.filter((turn) => turn.agent === agent);
  const count = agents.length === 3 || agents.length === 2 || agents.length === 4 ? agents.length : 1;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className={classNames("text-sm font-semibold text-muted", agents.length === 1 && "sr-only")}>{title}</h2>
      <div className={classNames("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3", columns[count])}>
        {agents.map((agent) => (
          <AgentPlace
            key={agent}
            name={agentNames[agent]}
            turns={turnsOf(agent)}
            over={over}
            {...(agent === "bull" || agent === "bear" ? { side: agent } : {})}
          />
        ))}
      </div>
    </section>
  );
}

function Facts({
  run,
  now,
  budgetUsd,
  free,
}: { run: LiveRun; now: number | null } & Pick<Props, "budgetUsd" | "free">) {
  const cost = spent(run);
  const from = run.startedAt ?? run.createdAt;
  const to = run.endedAt === null ? now : Date.parse(run.endedAt);
  const tokens = run.turns.reduce((sum, turn) => sum + turn.tokens, 0);
  const facts = [
    {
      label: run.startedAt === null ? "Waiting for" : "Time",
      value: to === null ? "…" : durationText(to - Date.parse(from)),
    },
    {
      label: "Spent so far",
      value: free && cost === "0" ? "nothing (rules)" : cost === null ? "price not known" : usdText(cost),
    },
    ...(free || budgetUsd === null ? [] : [{ label: "At most", value: usdText(budgetUsd) }]),
    ...(free ? [] : [{ label: "Tokens", value: tokens.toLocaleString("en-US") }]),
  ];
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lost({ connection, over }: { connection: Connection; over: boolean }) {
  if (over) return null;
  if (connection === "signed-out")
    return (
      <Alert tone="warning" title="You are signed out">
        The run goes on.{" "}
        <Button variant="link" onClick={() => window.location.reload()}>
          Sign in again
        </Button>{" "}
        to follow it.
      </Alert>
    );
  if (connection === "lost")
    return (
      <Alert tone="warning" title="The connection is interrupted">
        The run goes on, and this page catches up as soon as the server answers.
      </Alert>
    );
  return null;
}

/** What screen readers hear: who has ended, and how far the run is. Not each word. */
function newsOf(run: LiveRun, done: number, of: number): string {
  if (isOver(run)) return `The analysis has ${run.status === "succeeded" ? "ended" : run.status}.`;
  const last = run.turns.filter(({ finishedAt }) => finishedAt !== null).at(-1);
  if (last === undefined)
    return run.status === "queued" ? "The analysis waits in the queue." : "The analysis has begun.";
  const what = last.skipped === null ? (last.headline ?? "has spoken") : "was not asked";
  return `${agentNames[last.agent]}: ${what}. ${done} of ${of} statements.`;
}
