"use client";

import { useState } from "react";
import { systemClock } from "#src/core/clock.ts";
import { useNow } from "#src/web/components/analysis/live-hooks.ts";
import { Progress } from "#src/web/components/ui/elements.tsx";

interface Props {
  /** Milliseconds since the epoch, by the server's clock. */
  readonly from: number;
  readonly until: number;
  /** The server's time when the page was made: the reader's clock may be wrong, and only runs on from there. */
  readonly now: number;
}

/** The time left to pay. When it is over it says so, before the server does. */
export function Countdown({ from, until, now }: Props) {
  const ticked = useNow(true);
  const [start] = useState(() => ({ server: now, here: systemClock.now() }));
  const leftMs = until - (ticked === null ? now : start.server + (ticked - start.here));
  if (leftMs <= 0)
    return (
      <p className="text-sm font-medium text-warning">
        This payment has expired. Do not send to this address. Payments you have already sent still count.
      </p>
    );
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted">Time left to pay</span>
        <span role="timer" aria-live="off" className="font-medium tabular-nums">
          {clockText(leftMs)}
        </span>
      </p>
      <Progress label="Time left to pay" value={leftMs} max={until - from} />
    </div>
  );
}

/** `1:02:09`, `19:05`. */
function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const tail = `${minutes < 60 ? minutes : two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}
