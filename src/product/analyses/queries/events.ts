import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sharedLookup } from "#src/core/db/lookup.ts";

/** The channel for new events; the payload is the job's id. */
export const eventChannel = "analysis_events";

export interface NewEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Set for events that must be stored once, even if a resumed run repeats them. */
  readonly once: string | null;
}

/** Of an event that stands once the first stays; a cancelled run's are not told. */
export async function appendEvents(
  { sql: db }: Pick<Tx, "sql">,
  analysisId: string,
  events: readonly NewEvent[],
  at: Instant,
): Promise<void> {
  await sql`select ${appending(analysisId, events, at)}`.execute(db);
}

/** The same, as part of the statement that moves the job. */
export function appending(analysisId: string, events: readonly NewEvent[], at: Instant): RawBuilder<unknown> {
  return sql`append_events(${analysisId}, ${JSON.stringify(events)}, ${new Date(at)})`;
}

const Data = z.record(z.string(), z.unknown());

/** What one read gives at most. */
const pageSize = 500;
/** Bounds memory when many were away for long. */
const pagesAtOnce = 50;

/** Read in one snapshot with the job's state. */
export interface EventPage {
  readonly owner: string;
  readonly ended: boolean;
  /** 0 where all are kept. */
  readonly removed: number;
  readonly events: readonly JobEvent[];
  /** There may be more behind these. */
  readonly full: boolean;
}

const lookups = new WeakMap<Sql, (place: string) => Promise<EventPage | null>>();

/**
 * Streams share queries and objects.
 * @returns `null` for an unknown id
 */
export async function eventsAfter(db: Sql, analysisId: string, after: number): Promise<EventPage | null> {
  let lookup = lookups.get(db);
  if (lookup === undefined) {
    lookup = sharedLookup((places) => readPages(db, places), pagesAtOnce);
    lookups.set(db, lookup);
  }
  return lookup(`${after} ${analysisId}`);
}

/** @param places `AFTER ID`; one snapshot, so an end never comes without its last event */
async function readPages(db: Sql, places: readonly string[]): Promise<Map<string, EventPage>> {
  const { rows } = await sql<{
    place: string;
    owner: string;
    status: string;
    removed: number;
    seq: number | null;
    type: string;
    data: unknown;
    created_at: Date;
  }>`
    select place, owner, status, coalesce(events_removed, 0) as removed, seq, type, data, event.created_at
    from unnest(${places}::text[]) as place,
      lateral (select split_part(place, ' ', 1)::integer as after, split_part(place, ' ', 2) as id) as wanted
      join analyses on analyses.id = wanted.id
      left join lateral (
        select seq, type, data, created_at from analysis_events
        where analysis_id = wanted.id and seq > wanted.after
        order by seq limit ${pageSize}
      ) as event on true
    order by place, seq
  `.execute(db);
  const pages = new Map<string, EventPage>();
  for (const [place, of] of Map.groupBy(rows, (row) => row.place)) {
    const events = of.flatMap(({ seq, type, data, created_at }): JobEvent[] =>
      seq === null ? [] : [{ seq, type, data: Data.parse(data), created_at: toIso(created_at.getTime()) }],
    );
    const { owner = "", status, removed = 0 } = of[0] ?? {};
    const ended = status !== "queued" && status !== "running";
    pages.set(place, { owner, ended, removed, events, full: events.length === pageSize });
  }
  return pages;
}

/** Turns with streamed text in a run, each as `AGENT/ROUND`. */
export async function turnsWithText(db: Sql, analysisId: string): Promise<Set<string>> {
  const { rows } = await sql<{ turn: string }>`
    select distinct (data ->> 'agent') || '/' || (data ->> 'round') as turn from analysis_events
    where analysis_id = ${analysisId} and type = 'agent.delta'
  `.execute(db);
  return new Set(rows.map(({ turn }) => turn));
}
