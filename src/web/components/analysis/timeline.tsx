"use client";

import { CircleCheck, CircleMinus } from "lucide-react";
import type { Instant } from "#src/core/clock.ts";
import { WorkingIcon } from "#src/web/components/ui/working-icon.tsx";
import { agentNames } from "./agents.ts";
import { between, durationText } from "./duration.ts";
import type { LiveTurn } from "./live-run.ts";

/** Every turn in the order in which it began, with its state and how long it took. */
export function Timeline({ turns, now, over }: { turns: readonly LiveTurn[]; now: Instant | null; over: boolean }) {
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
