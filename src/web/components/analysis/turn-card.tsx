"use client";

import { CircleAlert, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { usdText } from "#src/contract/usd.ts";
import { Skeleton } from "#src/web/components/ui/skeleton.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { between } from "./duration.ts";
import type { LiveTurn } from "./live-run.ts";

const edges = { bull: "border-l-2 border-l-positive", bear: "border-l-2 border-l-negative" } as const;

/** The place of one agent: empty until it speaks, then its turns. */
export function AgentPlace({ name, side, turns, over }: Props) {
  const speaking = turns.some(({ finishedAt }) => finishedAt === null) && !over;
  return (
    <section
      aria-label={name}
      className={classNames(
        "grid min-w-0 content-start gap-3 rounded-lg border bg-surface px-4 py-3.5",
        side === undefined ? "" : edges[side],
        speaking && "border-accent/60",
        turns.length === 0 && "border-dashed bg-transparent",
      )}
    >
      <h3 className="flex min-h-6 items-center justify-between gap-2 text-sm font-semibold">
        <span className={turns.length === 0 ? "text-muted" : "text-ink"}>{name}</span>
        {speaking ? (
          <span className="flex items-center gap-1.5 text-xs font-normal text-accent">
            <Spinner className="size-3.5" /> speaking
          </span>
        ) : null}
      </h3>
      {turns.length === 0 ? (
        <p className="text-xs text-faint">{over ? "Did not speak." : "Waits for its turn."}</p>
      ) : (
        turns.map((turn) => <Turn key={turn.round} name={name} turn={turn} several={turns.length > 1} over={over} />)
      )}
    </section>
  );
}

interface Props {
  readonly name: string;
  readonly side?: keyof typeof edges;
  readonly turns: readonly LiveTurn[];
  /** The run has ended: who was speaking was cut off. */
  readonly over: boolean;
}

interface TurnProps {
  readonly name: string;
  readonly turn: LiveTurn;
  readonly several: boolean;
  readonly over: boolean;
}

function Turn({ name, turn, several, over }: TurnProps) {
  const title = several ? <h4 className="text-xs font-medium text-muted">Round {turn.round}</h4> : null;
  if (turn.skipped !== null)
    return (
      <div className="grid gap-1">
        {title}
        <p className="text-sm text-muted">Not asked: {turn.skipped}</p>
      </div>
    );
  if (turn.finishedAt === null)
    return (
      <div className="grid min-w-0 gap-2">
        {title}
        <LookUps count={turn.lookUps} />
        {turn.text !== "" ? (
          <Speech text={turn.text} name={name} />
        ) : over ? (
          <p className="text-sm text-muted">Was cut off before it said anything.</p>
        ) : (
          <div className="grid gap-2 py-1">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        )}
      </div>
    );
  return (
    <div className="grid min-w-0 gap-2">
      {title}
      <p className="text-sm text-ink">{turn.headline}</p>
      {turn.text === "" ? null : (
        <details className="text-sm">
          <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">All it said</summary>
          <p className="mt-2 break-words whitespace-pre-wrap text-ink">{turn.text}</p>
        </details>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
        <span>{between(turn.startedAt, turn.finishedAt)}</span>
        {turn.costUsd === null || turn.costUsd === "0" ? null : <span>{usdText(turn.costUsd)}</span>}
        <LookUps count={turn.lookUps} />
        {turn.unsupported === 0 ? null : (
          <span className="flex items-center gap-1 text-warning">
            <CircleAlert aria-hidden className="size-3.5" />
            {turn.unsupported} {turn.unsupported === 1 ? "number" : "numbers"} flagged
          </span>
        )}
      </p>
    </div>
  );
}

function LookUps({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <Search aria-hidden className="size-3.5" />
      {count} {count === 1 ? "look-up" : "look-ups"}
    </span>
  );
}

/** Text as it comes; its end stays in view unless somebody has scrolled up. */
function Speech({ text, name }: { text: string; name: string }) {
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const length = text.length;
  useEffect(() => {
    const place = box.current;
    if (length > 0 && follows.current && place !== null) place.scrollTop = place.scrollHeight;
  }, [length]);
  return (
    <section
      ref={box}
      aria-label={`What ${name} says`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="max-h-56 overflow-y-auto text-sm break-words whitespace-pre-wrap text-ink -outline-offset-2"
    >
      {text}
    </section>
  );
}
