import type { Job, JobStatus, Rating } from "#src/contract/jobs/analysis.ts";
import { DebateEvent, type SpokenPoint } from "#src/contract/run/events.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { sumUsd } from "#src/contract/accounts/money.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";

/** One agent's turn as a viewer sees it. */
export interface LiveTurn {
  readonly agent: Agent;
  readonly round: number;
  readonly startedAt: string;
  /** `null` while it speaks. */
  readonly finishedAt: string | null;
  readonly text: string;
  readonly lookUps: number;
  readonly headline: string | null;
  readonly tokens: number;
  /** `null`: not known, or not yet. */
  readonly costUsd: Usd | null;
  readonly unsupported: number;
  /** Of a finished turn. */
  readonly points: readonly SpokenPoint[];
  /** Where the figures and words of its text stand, which is known when it has ended. */
  readonly spans: readonly TextSpan[];
  /** Why it was not asked. */
  readonly skipped: string | null;
}

/** A run as its events tell it, up to one of them. */
export interface LiveRun {
  readonly seq: number;
  readonly status: JobStatus;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: string | null;
  readonly rating: Rating | null;
  readonly turns: readonly LiveTurn[];
  /** Those who argue about the owner's holdings; `null`: none were given, or not yet. */
  readonly holdings: { readonly done: number; readonly of: number } | null;
}

/** Before its first event. */
export function emptyRun(createdAt: string): LiveRun {
  return {
    seq: 0,
    status: "queued",
    createdAt,
    startedAt: null,
    endedAt: null,
    error: null,
    rating: null,
    turns: [],
    holdings: null,
  };
}

export function liveRun(job: Job, events: readonly JobEvent[]): LiveRun {
  return events.reduce(applyEvent, emptyRun(job.created_at));
}

/** The run after an event. One that was heard already changes nothing; of a kind that is not known, only its number counts. */
export function applyEvent(run: LiveRun, event: JobEvent): LiveRun {
  if (event.seq <= run.seq) return run;
  const next = { ...run, seq: event.seq };
  const at = event.created_at;
  switch (event.type) {
    case "job.running":
      return { ...next, status: "running", startedAt: run.startedAt ?? at };
    case "job.succeeded":
      return { ...next, status: "succeeded", endedAt: at };
    case "job.cancelled":
      return { ...next, status: "cancelled", endedAt: at };
    case "job.failed":
      return { ...next, status: "failed", endedAt: at, error: String(event.data["error"] ?? "") };
    default: {
      const said = DebateEvent.safeParse({ type: event.type, ...event.data });
      return said.success ? applyDebateEvent(next, said.data, at) : next;
    }
  }
}

function applyDebateEvent(run: LiveRun, event: DebateEvent, at: string): LiveRun {
  if (event.type === "debate.finished") return { ...run, rating: event.rating };
  if (event.type === "holdings.progress") return { ...run, holdings: { done: event.done, of: event.of } };
  // Of several repetitions the first is followed; the rest is waited for.
  if (event.type === "repetition.finished") return run;
  const { agent, round } = event;
  const index = run.turns.findLastIndex((turn) => turn.agent === agent && turn.round === round);
  const known = run.turns[index] ?? newTurn(agent, round, at);
  const turn = changed(known, event, at);
  return { ...run, turns: index === -1 ? [...run.turns, turn] : run.turns.with(index, turn) };
}

function newTurn(agent: Agent, round: number, at: string): LiveTurn {
  return {
    agent,
    round,
    startedAt: at,
    finishedAt: null,
    text: "",
    lookUps: 0,
    headline: null,
    tokens: 0,
    costUsd: null,
    unsupported: 0,
    points: [],
    spans: [],
    skipped: null,
  };
}

function changed(
  turn: LiveTurn,
  event: Exclude<DebateEvent, { type: "debate.finished" | "repetition.finished" | "holdings.progress" }>,
  at: string,
): LiveTurn {
  switch (event.type) {
    case "agent.started":
      return turn;
    case "agent.tool":
      return { ...turn, lookUps: turn.lookUps + 1 };
    case "agent.restarted":
      return { ...turn, text: "" };
    case "agent.delta":
      return { ...turn, text: turn.text + event.text };
    case "agent.finished":
      return {
        ...turn,
        finishedAt: at,
        headline: event.headline,
        tokens: event.tokens.input_tokens + event.tokens.output_tokens,
        costUsd: event.cost_usd,
        unsupported: event.unsupported_numbers,
        points: event.points ?? [],
        // It was asked again, and said something else.
        text: event.text ?? turn.text,
        spans: event.spans ?? [],
        skipped: event.skipped,
      };
  }
}

export function isOver({ status }: LiveRun): boolean {
  return status !== "queued" && status !== "running";
}

/** What the finished turns have cost; `null` when a price among them is not known. */
export function spent({ turns }: LiveRun): Usd | null {
  const asked = turns.filter(({ finishedAt, skipped }) => finishedAt !== null && skipped === null);
  const costs = asked.flatMap(({ costUsd }) => costUsd ?? []);
  return costs.length < asked.length ? null : sumUsd(costs);
}
