import { setTimeout as pause } from "node:timers/promises";
import { followEvents, idsOf, type EventStream } from "../event-stream.ts";
import type { Connection } from "../history/history.ts";
import type { Random } from "../../../scripts/demo/random.ts";
import type { Recorder } from "./recorder.ts";

const comeBackMs = 100;

export interface Following {
  /** The stream's name in the history. */
  readonly stream: string;
  readonly route: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where to ask, which may change while something is broken. */
  readonly url: () => string;
  /** Whether this is the last event there will be; without one it follows until `over`. */
  readonly isLast: (event: string) => boolean;
  readonly over: AbortSignal;
  /** Milliseconds until it leaves by itself and comes back; `null`: it stays. */
  readonly leaveAfterMs: () => number | null;
}

export interface Follower {
  /** The number of the last event that has arrived. */
  position(): number;
  /** Resolves when it follows no more; what it heard is with the recorder then. */
  readonly done: Promise<void>;
}

/** Follows a stream from its beginning, over as many connections as it takes, each behind the last event that arrived. */
export function follow(recorder: Recorder, following: Following): Follower {
  const { stream, path, route, headers, url, isLast, over } = following;
  const connections: Connection[] = [];
  let open: EventStream | null = null;
  let after = 0;
  const position = (): number => (open === null ? after : (idsOf(open).at(-1) ?? after));
  const run = async (): Promise<void> => {
    let stayed = false;
    while (!stayed && !over.aborted) {
      open = await recorder.open(route, () =>
        followEvents(`${url()}${path}`, { ...headers, "last-event-id": String(after) }),
      );
      if (open?.status !== 200) {
        // Nothing follows an event that was the last one.
        stayed = open?.status === 204;
        open?.leave();
        open = null;
        if (!stayed) await pause(comeBackMs);
        continue;
      }
      await untilLeft(open, following);
      connections.push({ after, ids: idsOf(open) });
      stayed = open.events.some(({ event }) => isLast(event));
      after = position();
      open = null;
    }
    recorder.readers.push({ stream, connections, stayed: stayed || over.reason === allIsTold });
  };
  return { position, done: run() };
}

/** Why followers of a stream without an end are called back: they were seen to have heard everything. */
export const allIsTold = "all is told";

async function untilLeft(opened: EventStream, { leaveAfterMs, over }: Following): Promise<void> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([over, leaving.signal]);
  const ms = leaveAfterMs();
  const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const timed = ms === null ? left : pause(ms, undefined, { signal }).catch(() => {});
  await Promise.race([opened.ended, left, timed]);
  leaving.abort();
  opened.leave();
  await opened.ended;
}

/** Leaves after a while that chance picks, in some of the cases. */
export function sometimes(random: Random, share: number, mostMs: number): () => number | null {
  return () => (random.next() < share ? random.between(20, mostMs) : null);
}
