import type { z } from "zod";
import { type JournalPage, journalPageName, readJournalPage } from "#src/product/jobs/queries/job-queue.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { isCallKey } from "#src/debate/turns/model-call.ts";
import { CorruptRun } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { runStep, untilRoom } from "./outages.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import type { Database } from "#src/core/db/database.ts";
import { type NewEvent, appendEvents, turnsWithText } from "#src/product/analyses/queries/events.ts";
import type { Clock } from "#src/core/clock.ts";

/** Free work waits for the next call, or is written alone. */
const flushDelayMs = 250;

interface JournalLine {
  readonly key: string;
  readonly value: unknown;
  readonly written: PromiseWithResolvers<unknown>;
}

/** Each page is one step of the workflow. */
export interface Journal extends Checkpoint {
  /** Resolves when every call that has ended is written. */
  written(): Promise<void>;
  /** Nothing more is written. */
  close(): void;
}

/**
 * Steps that end together share a page, so the engine's cost is by page. A call goes on once its page is written. Steps
 * are found by key, so order does not matter (docs/adr/0001).
 * @param earlier of earlier attempts
 */
export async function openJournal(
  earlier: readonly JournalPage[],
  { isRepeatable }: Pick<Reasoner, "isRepeatable">,
): Promise<Journal> {
  const kept = new Map(earlier.flatMap((page) => Object.entries(page)));
  await takePlaces(earlier.length);
  let pages = earlier.length;
  let open: JournalLine[] = [];
  let writing: Promise<void> = Promise.resolve();
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const writeOpen = async (): Promise<void> => {
    if (open.length === 0) return;
    const lines = open;
    open = [];
    pages += 1;
    try {
      const read = await writePage(pages, lines);
      for (const { key, written } of lines) written.resolve(read[key]);
    } catch (error) {
      // Among them that the run was cancelled.
      for (const { written } of lines) written.reject(error);
      throw error;
    }
  };
  const write = (): Promise<void> => {
    clearImmediate(soon);
    clearTimeout(later);
    soon = later = undefined;
    writing = writing.then(writeOpen, writeOpen);
    // Waiters are told; the rest only served a later attempt.
    writing.catch(() => {});
    return writing;
  };

  return {
    kept,
    async step(key, schema, run) {
      if (kept.has(key)) return parsed(key, schema, kept.get(key));
      const value = await run();
      const written = Promise.withResolvers<unknown>();
      written.promise.catch(() => {});
      open.push({ key, value, written });
      if (isRepeatable === true || !isCallKey(key)) {
        later ??= setTimeout(write, flushDelayMs);
        return parsed(key, schema, value);
      }
      // Once all that end now have ended.
      soon ??= setImmediate(write);
      return parsed(key, schema, await written.promise);
    },
    written: () => (open.some(({ key }) => isCallKey(key)) ? write() : writing),
    close() {
      clearImmediate(soon);
      clearTimeout(later);
      open = [];
    },
  };
}

/** @returns the page as the engine has it */
async function writePage(number: number, lines: readonly JournalLine[]): Promise<JournalPage> {
  // The engine's own serializer costs many times as much.
  const page = Object.fromEntries(lines.map(({ key, value }) => [key, value]));
  const text = JSON.stringify(page);
  const stored = await runStep(() => Promise.resolve(text), { name: journalPageName(number) });
  return stored === text ? page : readJournalPage(stored);
}

function parsed<T>(key: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new CorruptRun(`step "${key}" has been altered`);
  return read.data;
}

/** Each page exists, so nothing is run. */
async function takePlaces(pages: number): Promise<void> {
  for (let page = 1; page <= pages; page += 1)
    await runStep(() => Promise.reject(new CorruptRun(`page ${page} of the run is gone`)), {
      name: journalPageName(page),
    });
}

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
