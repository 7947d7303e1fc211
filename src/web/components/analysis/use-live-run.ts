"use client";

import { useRef, useState } from "react";
import { DebateEvent } from "#src/contract/events.ts";
import { JobEvent } from "#src/contract/jobs.ts";
import { beginRun, hear, isOver, type LiveRun } from "./live-run.ts";
import { useEvents, type Connection } from "./use-events.ts";

const jobTypes = ["job.queued", "job.running", "job.succeeded", "job.failed", "job.cancelled"];
const types = [...jobTypes, ...DebateEvent.options.map((option) => option.shape.type.value), "reset"];

/** A run as it goes on, from where the page found it. */
export function useLiveRun(id: string, first: LiveRun): { run: LiveRun; connection: Connection } {
  const [run, setRun] = useState(first);
  // What the next event is added to: several may come before React renders.
  const latest = useRef(first);
  const connection = useEvents({
    url: isOver(first) ? null : `/v1/analyses/${id}/events`,
    probe: `/v1/analyses/${id}`,
    types,
    after: () => latest.current.seq,
    onEvent: ({ type, data }) => {
      const event = type === "reset" ? null : JobEvent.safeParse(JSON.parse(data));
      if (event === null) latest.current = beginRun(first.createdAt);
      else if (event.success) latest.current = hear(latest.current, event.data);
      setRun(latest.current);
      return !isOver(latest.current);
    },
  });
  return { run, connection };
}
