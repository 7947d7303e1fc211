import { setTimeout as pause } from "node:timers/promises";
import type { Counter } from "prom-client";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { MadeRequest } from "#src/product/requests/requests.ts";

/** How long a request waits for others to be written with. */
const gatherMs = 1000;
const atOnce = 100;
const mostWaiting = { requests: 5000, characters: 8_000_000 } as const;
/** The oldest may hold what the database refuses. */
const mostFailures = 3;
const closeMs = 2000;

export interface RequestRecorder {
  /** Takes a request to be kept soon. Never waits and never throws. */
  note(request: MadeRequest): void;
  /** Within two seconds; the rest is dropped. */
  close(): Promise<void>;
}

interface Recording {
  readonly write: (requests: readonly MadeRequest[]) => Promise<void>;
  readonly dropped: Pick<Counter<"reason">, "inc">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

/** In batches beside the requests; what does not fit is dropped and counted. */
export function createRequestRecorder({ clock, ...recording }: Recording): RequestRecorder {
  const { dropped } = recording;
  const backlog = createBacklog();
  const writer = createWriter(backlog, recording);
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let closed = false;
  const admits = perMinute(clock);

  const soon = (ms: number): void => {
    if (timer !== null || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, ms).unref();
  };
  const writeAll = async (): Promise<void> => {
    try {
      while (backlog.size() > 0) await writer.writeSome();
    } catch {
      // It is tried again; the third time it is told.
      soon(gatherMs);
    }
  };
  const flush = (): Promise<void> =>
    (writing ??= writeAll().finally(() => {
      writing = null;
    }));

  return {
    note(request) {
      if (closed || !backlog.hasRoom(request)) return dropped.inc({ reason: closed ? "stopped" : "full" });
      if (!admits(request.keyId)) return dropped.inc({ reason: "too many" });
      backlog.add(request);
      // After a failure only the timer tries again.
      if (backlog.size() >= atOnce && !writer.failed()) void flush();
      else soon(gatherMs);
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      const ended = (async () => {
        await flush();
        // What was noted while the last batch was on its way.
        await flush();
      })();
      await Promise.race([ended, pause(closeMs, undefined, { ref: false })]);
      if (backlog.size() > 0) dropped.inc({ reason: "stopped" }, backlog.size());
      backlog.drop(backlog.size());
    },
  };
}

function createWriter(backlog: Backlog, { write, dropped, log }: Omit<Recording, "clock">) {
  let failures = 0;
  return {
    /** Whether the last batch was not written, and is to be tried again. */
    failed: () => failures > 0,
    /** @throws what the database says, while it is to be tried again */
    async writeSome(): Promise<void> {
      const batch = backlog.first(atOnce);
      try {
        await write(batch);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures < mostFailures) throw error;
        failures = 0;
        log.warn({ err: error, requests: batch.length }, "API requests could not be written to the request log");
        dropped.inc({ reason: "not written" }, batch.length);
      }
      backlog.drop(batch.length);
    },
  };
}

type Backlog = ReturnType<typeof createBacklog>;

/** What waits to be written, oldest first. */
function createBacklog() {
  let waiting: MadeRequest[] = [];
  let characters = 0;
  return {
    size: () => waiting.length,
    hasRoom: (request: MadeRequest) =>
      waiting.length < mostWaiting.requests && characters + sizeOf(request) <= mostWaiting.characters,
    add(request: MadeRequest): void {
      waiting.push(request);
      characters += sizeOf(request);
    },
    first: (most: number) => waiting.slice(0, most),
    drop(count: number): void {
      characters -= waiting.slice(0, count).reduce((sum, request) => sum + sizeOf(request), 0);
      waiting = waiting.slice(count);
    },
  };
}

function sizeOf({ path, body, error }: MadeRequest): number {
  return 300 + path.length + (body?.text.length ?? 0) + (error?.length ?? 0);
}

/** A program in a loop fills no disk. */
function perMinute(clock: Clock): (key: string) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (key) => {
    const now = Math.floor(clock.now() / 60_000);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= requestLogLimits.perMinute;
  };
}
