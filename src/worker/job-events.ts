import type { DebateEvent } from "#src/contract/events.ts";
import type { Database } from "#src/db/database.ts";
import { appendEvents, turnsWithText, type NewEvent } from "#src/db/queries/events.ts";
import type { Clock } from "#src/platform/clock.ts";
import { untilRoom } from "./outages.ts";

/** A run's events on their way to the table. */
export interface JobEvents {
  readonly emit: (event: DebateEvent) => void;
  /** Resolves when all that was emitted is in the table. @throws when it could not be written */
  drain(): Promise<void>;
}

const flushMs = 100;

/**
 * Writes events in the order emitted, together with all that come within 100 ms: a live view cannot tell, and the
 * database is asked once and not for each. Deltas of one turn that follow each other are joined. A resumed run tells
 * its finished turns again; what was told is not written twice. A turn that was interrupted while it spoke is made
 * anew: `agent.restarted` stands before its first new delta.
 * @param kept resolves when the turns that have ended would not be made anew: only then they are told
 */
export function jobEvents(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  analysisId: string,
  isResumed: boolean,
  kept: () => Promise<void>,
): JobEvents {
  let pending: NewEvent[] = [];
  let writing: Promise<void> = Promise.resolve();
  /** Turns with text of an earlier attempt. */
  let interrupted = isResumed ? null : new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const looks = new Map<string, number>();

  const write = async (before: Promise<void>, batch: readonly NewEvent[]): Promise<void> => {
    await before;
    await kept();
    interrupted ??= await turnsWithText(db.sql, analysisId);
    const told = withRestarts(batch, interrupted);
    await untilRoom(() => appendEvents(db, analysisId, told, clock.now()));
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = [];
    if (batch.length === 0) return;
    writing = write(writing, batch);
    // Told by drain; a rejection that nobody awaits yet is no defect.
    writing.catch(() => {});
  };

  const add = (event: DebateEvent): void => {
    const { type, ...data } = event;
    if (event.type === "agent.delta") {
      const place = pending.findLastIndex(
        (one) => one.data["agent"] === event.agent && one.data["round"] === event.round,
      );
      const last = pending[place];
      if (last?.type === "agent.delta") {
        pending[place] = { ...last, data: { ...data, text: `${String(last.data["text"])}${event.text}` } };
        return;
      }
    }
    pending.push({ type, data, once: onceKey(event, looks) });
  };

  return {
    emit(event) {
      add(event);
      timer ??= setTimeout(flush, flushMs);
    },
    async drain() {
      flush();
      await writing;
    },
  };
}

/** The events, with `agent.restarted` before the first new text of each turn that was interrupted; those are then none any more. */
function withRestarts(events: readonly NewEvent[], interrupted: Set<string>): NewEvent[] {
  return events.flatMap((event) => {
    if (event.type !== "agent.delta") return [event];
    const { agent, round } = event.data;
    if (!interrupted.delete(`${String(agent)}/${String(round)}`)) return [event];
    return [{ type: "agent.restarted" satisfies DebateEvent["type"], data: { agent, round }, once: null }, event];
  });
}

/** Deltas come only from calls that are being made, so they have no key; everything else is told again by a resumed run. */
function onceKey(event: DebateEvent, looks: Map<string, number>): string | null {
  switch (event.type) {
    case "agent.delta":
    case "agent.restarted":
      return null;
    case "agent.tool": {
      const turn = `${event.agent}/${event.round}`;
      const nth = looks.get(turn) ?? 0;
      looks.set(turn, nth + 1);
      return `${event.type} ${turn} ${nth}`;
    }
    case "repetition.finished":
      return `${event.type} ${event.repetition}`;
    case "debate.finished":
      return event.type;
    default:
      return `${event.type} ${event.agent}/${event.round}`;
  }
}
