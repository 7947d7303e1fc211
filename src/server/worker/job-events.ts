import type { DebateEvent } from "#src/contract/run/events.ts";
import type { Database } from "#src/core/db/database.ts";
import { appendEvents, turnsWithText, type NewEvent } from "#src/product/analyses/queries/events.ts";
import type { Clock } from "#src/core/clock.ts";
import { untilRoom } from "./outages.ts";

/** A run's events on their way to the table. */
export interface JobEvents {
  readonly emit: (event: DebateEvent) => void;
  /** @throws when it could not be written */
  drain(): Promise<void>;
}

const flushMs = 100;

/**
 * Batched by 100 ms; a turn's deltas are joined. Repeated turns of a resumed run are not written twice; interrupted
 * ones begin with `agent.restarted`.
 * @param kept ended turns would not be made anew
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

/** Before the first new text of each interrupted turn. */
function withRestarts(events: readonly NewEvent[], interrupted: Set<string>): NewEvent[] {
  return events.flatMap((event) => {
    if (event.type !== "agent.delta") return [event];
    const { agent, round } = event.data;
    if (!interrupted.delete(`${String(agent)}/${String(round)}`)) return [event];
    return [{ type: "agent.restarted" satisfies DebateEvent["type"], data: { agent, round }, once: null }, event];
  });
}

/** Deltas have no key; all else is told again on resume. */
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
    case "holdings.progress":
      return `${event.type} ${event.done}`;
    default:
      return `${event.type} ${event.agent}/${event.round}`;
  }
}
