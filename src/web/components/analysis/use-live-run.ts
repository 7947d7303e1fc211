"use client";

import { useEffect, useRef, useState } from "react";
import { DebateEvent } from "#src/contract/events.ts";
import { JobEvent } from "#src/contract/jobs.ts";
import { emptyRun, applyEvent, isOver, type LiveRun } from "./live-run.ts";
import { useEvents, type Connection } from "./use-events.ts";

const jobTypes = ["job.queued", "job.running", "job.succeeded", "job.failed", "job.cancelled"];
const types = [...jobTypes, ...DebateEvent.options.map((option) => option.shape.type.value), "reset"];

/** Several agents speak at once, in pieces of a few words: drawn one by one they would leave the page no time for more. */
const drawEveryMs = 80;

/** A run as it goes on, from where the page found it. */
export function useLiveRun(id: string, first: LiveRun): { run: LiveRun; connection: Connection } {
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
